// Prints what a browser downloads, gzipped, and fails above the budget. What counts is all that a player may need from the
// first page to the end of a game: pages that are gone to on their own (rules, replays, forces …) come when they are wanted.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const BUDGET = 250_000;
const DIST = fileURLToPath(new URL("../dist", import.meta.url));
/** Compressed already: counted as they are. */
const PACKED = new Set([".woff2", ".png", ".webp"]);
/** Chunks of pages beside the way into a game, what comes after its end, and what nobody
 * gets who does not ask for it: sounds (off until they are switched on), the list of keys, finding by Ctrl+K, a rule, the chat,
 * the lists of dice and of models, dice that are typed in, parts of an inch, the choice of forces on the first page,
 * its puzzle of the day, what is seen again, what puzzles and their list share, and what only games among people have: the lobby with
 * the code that a second player scans, and the claim on a game that somebody has left. */
const ASIDE = /^(Replay|Book|Books|Case|New|Forces|Review|Learn|Puzzle)Page-|^Lesson(Guide|Top|Words)-|^(Absence|ChangeBattle|Chat|DayPuzzle|DiceTray|Finder|Inches|Lobby|ModelList|RuleCard|SeeAgain|TutorialCard|TypeDice)-|^small-|^(EndCard|OverPanel|Routes|LuckTable|luck|after|aside|others|sounds|KeyList|keys|streak\.svelte)-/;

/** What comes when a game has it, and no game has two of them: units of many models, tests on ladders of dice with the cards of who is in them, drafts, dice that meet, a plain table. */
const EITHER = [/^units-/, /^(TestBlock|Dock)-/, /^draft-/, /^contest-/, /^Plain-/];

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

export function sizes(folder = DIST) {
  const played = neededToPlay(folder);
  return [...files(folder)].map((path) => {
    const raw = readFileSync(path);
    return { name: relative(folder, path), bytes: PACKED.has(extname(path)) ? raw.length : gzipSync(raw, { level: 9 }).length, plays: played.has(path) };
  });
}

/** Every file that is reached from the first page, at once or later, without going to a page aside. */
function neededToPlay(folder) {
  const found = new Set();
  const walk = (path) => {
    if (found.has(path) || !existsSync(path) || ASIDE.test(basename(path))) return;
    found.add(path);
    if (PACKED.has(extname(path))) return;
    for (const [, named] of readFileSync(path, "utf8").matchAll(/["'`(]((?:\.{0,2}\/)?[\w./-]+\.(?:js|css|woff2|svg|png|webp))["'`)]/g)) {
      // A chunk names its neighbours, and what it loads later by the path from the root.
      for (const from of [dirname(path), folder]) walk(join(from, named));
    }
  };
  walk(join(folder, "index.html"));
  return found;
}

/** The bytes of the game that needs most. */
export function toPlay(all = sizes()) {
  const bytes = (some) => some.reduce((total, file) => total + file.bytes, 0);
  const played = all.filter((file) => file.plays), ofOne = EITHER.map((kind) => bytes(played.filter((file) => kind.test(basename(file.name)))));
  return bytes(played) - ofOne.reduce((a, b) => a + b) + Math.max(...ofOne);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = sizes().sort((a, b) => b.bytes - a.bytes);
  const sum = (some) => (some.reduce((total, file) => total + file.bytes, 0) / 1000).toFixed(1).padStart(8);
  for (const file of all) console.log(`${sum([file])} kB  ${file.name}${file.plays ? "" : "  (aside)"}`);
  const played = toPlay(all);
  console.log(`${sum([{ bytes: played }])} kB  to play, gzipped; the budget is ${BUDGET / 1000} kB`);
  console.log(`${sum(all)} kB  in all, with the pages aside`);
  if (played > BUDGET) process.exit(1);
}
