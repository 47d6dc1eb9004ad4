import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Plugin } from "vite";

/**
 * `import icons from "virtual:game-icons"` gives the silhouettes that the client draws, and no others: the package holds
 * four thousand, the list below is what the rulesets' scenes may name. Each is the body of a 512 by 512 picture.
 */
export const ICONS = [
  "anchor", "battle-axe", "boar-tusks", "bolter-gun", "bowman", "candle-flame", "checked-shield", "cowled", "crab-claw",
  "crossed-swords", "crosshair", "drowning", "fire-bowl", "fist", "flame", "grenade", "gyroscope", "halberd",
  "harpoon-trident", "heart-drop", "heavy-bullets", "high-shot", "hooded-figure", "hook", "hound", "hourglass",
  "magic-swirl", "medical-pack", "megaphone", "mortar", "mounted-knight", "pistol-gun", "pocket-bow", "rifle",
  "robot-golem", "rock-golem", "seagull", "shotgun", "sight-disabled", "spanner", "spartan-helmet", "sprint", "strong",
  "sword-brandish", "swordman", "targeted", "tattered-banner", "willow-tree", "witch-flight",
] as const;

const NAME = "virtual:game-icons";

interface IconSet {
  icons: Record<string, { body: string }>;
}

/** How many numbers a command takes, and which of them are x and y: two by two, but for lines along an axis and arcs. */
const TAKES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Icons are drawn on a grid of 128 by 128 and enlarged: three of 512 are not seen at the size of a token. */
const STEP = 4;

/**
 * A path in whole steps: half of the bytes go. Every point is rounded where it lies, so that what is lost does not add
 * up along the way.
 */
export function rounded(path: string, step = 1): string {
  let text = "", last = "";
  let [x, y, rx, ry, sx, sy, srx, sry] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const [, letter, rest] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const kind = letter!.toLowerCase(), own = letter === kind, takes = TAKES[kind]!, all = numbers(rest!, kind === "a");
    if (kind === "z") { text += "z"; last = "z"; [x, y, rx, ry] = [sx, sy, srx, sry]; continue; }
    for (let at = 0; at + takes <= all.length; at += takes) {
      const part = all.slice(at, at + takes), command = kind === "m" && at ? "l" : kind;
      const out: number[] = [];
      if (kind === "a") out.push(...part.slice(0, 2).map((one) => Math.round((one * 10) / step) / 10), ...part.slice(2, 5));
      const points = kind === "h" ? [[part[0]!, own ? 0 : y]] : kind === "v" ? [[own ? 0 : x, part[0]!]] : pairs(kind === "a" ? part.slice(5) : part);
      let [ex, ey, erx, ery] = [x, y, rx, ry];
      for (const [px, py] of points) {
        [ex, ey] = own ? [x + px!, y + py!] : [px!, py!];
        [erx, ery] = [Math.round(ex / step), Math.round(ey / step)];
        if (kind !== "v") out.push(erx - rx);
        if (kind !== "h") out.push(ery - ry);
      }
      [x, y, rx, ry] = [ex, ey, erx, ery];
      if (kind === "m" && !at) [sx, sy, srx, sry] = [x, y, rx, ry];
      const digits = packed(out);
      text += command === last && command !== "m" ? (digits.startsWith("-") ? "" : " ") + digits : command + digits;
      last = command;
    }
  }
  return text;
}

const pairs = (all: number[]): number[][] => all.flatMap((one, i) => (i % 2 ? [] : [[one, all[i + 1]!]]));

/** The numbers after a command; the two flags of an arc may stand without a space. */
function numbers(rest: string, arc: boolean): number[] {
  const found: number[] = [];
  const token = /\s*,?\s*(-?(?:\d*\.\d+|\d+)(?:e-?\d+)?)/y, flag = /\s*,?\s*([01])/y;
  for (let at = 0; ; ) {
    const kind = arc && (found.length % 7 === 3 || found.length % 7 === 4) ? flag : token;
    kind.lastIndex = at;
    const one = kind.exec(rest);
    if (!one) return found;
    found.push(Number(one[1]));
    at = kind.lastIndex;
  }
}

const packed = (all: number[]): string => all.map(String).reduce((text, one) => text + (text && !one.startsWith("-") ? " " : "") + one, "");

export function gameIcons(names: readonly string[] = ICONS): Plugin {
  return {
    name: "game-icons",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const file = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
      const all = (JSON.parse(readFileSync(file, "utf8")) as IconSet).icons;
      const chosen: Record<string, string> = {};
      for (const name of names) {
        const icon = all[name];
        if (!icon) throw new Error(`No icon "${name}" in game-icons: mend the list in icons.ts.`);
        chosen[name] = icon.body.replace(/ d="([^"]*)"/g, (_, path: string) => ` transform="scale(${STEP})" d="${rounded(path, STEP)}"`);
      }
      return `export default ${JSON.stringify(chosen)};`;
    },
  };
}
