// @vitest-environment node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

// @ts-expect-error a plain script without types
import { BUDGET, sizes, toPlay } from "../scripts/size.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

describe("the built client", () => {
  it("is built before the tests run", () => expect(existsSync(DIST)).toBe(true));

  const all = sizes(DIST) as { name: string; bytes: number; plays: boolean }[];
  const played = all.filter((file) => file.plays);
  it("stays within 250 kB gzipped from the first page to the end of a game, icons and font included", () => {
    expect(toPlay(all)).toBeLessThanOrEqual(BUDGET as number);
  });
  it("counts every part of a game, those of units too, and leaves out only the pages aside", () => {
    for (const part of [/^index.html$/, /index-.*\.js$/, /index-.*\.css$/, /GamePage-.*\.js$/, /GamePage-.*\.css$/, /Stage-.*\.js$/, /units-.*\.js$/, /TestBlock-.*\.js$/, /contest-.*\.js$/, /draft-.*\.js$/, /game-icons-.*\.js$/, /\.woff2$/, /roe-.*\.js$/]) {
      expect(played.some((file) => part.test(file.name)), String(part)).toBe(true);
    }
    const aside = all.filter((file) => !file.plays).map((file) => file.name.replace(/^assets\//, "").replace(/-.*/, ""));
    for (const name of aside) expect(["Absence", "Lobby", "others", "ReplayPage", "BookPage", "BooksPage", "CasePage", "NewPage", "ForcesPage", "ReviewPage", "LearnPage", "PuzzlePage", "streak.svelte", "LessonGuide", "LessonTop", "LessonWords", "EndCard", "OverPanel", "Routes", "LuckTable", "luck", "after", "aside", "sounds", "KeyList", "Inches", "keys", "small", "ChangeBattle", "Chat", "DayPuzzle", "DiceTray", "Finder", "ModelList", "TypeDice", "RuleCard", "SeeAgain", "TutorialCard"]).toContain(name);
  });
});
