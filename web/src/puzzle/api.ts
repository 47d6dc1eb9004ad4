/** The puzzles of docs/api.md. */
import { call } from "../lib/api";
import type { GameWish, MadeGame, PuzzleList, PuzzleOf, PuzzleSolution } from "../lib/wire";

const one = (ruleset: string, id: string): string => `/rulesets/${encodeURIComponent(ruleset)}/puzzles/${encodeURIComponent(id)}`;

export const puzzles = {
  all: () => call<PuzzleList>("GET", "/puzzles"),
  one: (ruleset: string, id: string) => call<PuzzleOf>("GET", one(ruleset, id)),
  hint: (ruleset: string, id: string) => call<{ worst: number }>("GET", `${one(ruleset, id)}/hint`),
  answer: (ruleset: string, id: string, plan: number) => call<PuzzleSolution>("POST", `${one(ruleset, id)}/answer`, { body: { plan } }),
  play: (ruleset: string, id: string, seats: GameWish["seats"]) => call<MadeGame>("POST", `${one(ruleset, id)}/play`, { body: { seats } }),
};
