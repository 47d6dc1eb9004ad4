/** The words of a contest: they come with it. */
import { learn, t, type Key } from "../../lib/strings";

const en = {
  "contest.region": "The dice on the table",
  "contest.then": "then",
  "contest.new": "New face of the {n}",
  "contest.faces": "wins on {wins}; ties on {ties}; loses on {loses}",
  "contest.none": "none",
  "contest.die": "{row} {value} of {name}",
  "contest.changes": "What it changes",
  "contest.exact": "best play after it",
  "contest.late": "worked out soon",
  "contest.sources": "Where it comes from",
} as const;
learn(en);

export const w = (key: keyof typeof en, fill: Record<string, string | number> = {}): string => t(key as unknown as Key, fill);
