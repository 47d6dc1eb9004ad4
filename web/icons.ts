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
        chosen[name] = icon.body;
      }
      return `export default ${JSON.stringify(chosen)};`;
    },
  };
}
