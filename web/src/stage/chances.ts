/** The odds that stand at a target: of the options that point at it, the worst that can happen to it. */
import { prospect, rows, type Prospect, type Word } from "../lib/odds";
import { t } from "../lib/strings";
import { isChosen } from "./options";
import type { Lit, Option, Plan } from "./types";

/** The last word is the worst: words come least harm first. */
/** Somebody that an option points at: a model or a whole unit. */
interface Somebody { id: string; name: string }

function worst(sent: unknown, model: Somebody, seat: number | null, option: Option): { word: Word; from: Prospect } | null {
  const from = prospect(sent);
  if (!from || (from.kind !== "dice" && from.kind !== "certain")) return null;
  const names = [model.name, model.id];
  const own = rows(from, seat, option.label, names).rows.find(({ who }) => names.includes(who) || (who === "" && from.effects.length > 0));
  const word = own?.words.at(-1);
  return word ? { word, from } : null;
}

/** `out of action 51 %` for a model, or "" where no odds are known. Of several options the one in hand speaks, else the best. */
export function headline(
  model: Somebody, options: readonly Option[], odds: Readonly<Record<string, unknown>>, plan: Plan, lit: Lit, seat: number | null,
): string {
  const known = options.flatMap((option) => { const found = worst(odds[option.id], model, seat, option); return found ? [{ option, ...found }] : []; });
  const inHand = known.find(({ option }) => isChosen(plan, option) || (lit?.kind === "option" && lit.id === option.id));
  const best = inHand ?? known.sort((a, b) => b.word.chance - a.word.chance)[0];
  return best ? `${best.word.what} ${best.word.shown}${best.from.by_thumb ? `, ${t("odds.thumb")}` : ""}` : "";
}
