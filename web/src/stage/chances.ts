/** The odds that stand at a target: of the options that point at it, the worst that can happen to it. */
import { prospect, rows, type Prospect, type Word } from "../lib/odds";
import { t } from "../lib/strings";
import { isChosen } from "./options";
import type { Lit, Option, Plan } from "./types";

/** Somebody that an option points at: a model or a whole unit. */
interface Somebody { id: string; name: string }

/** The last word is the worst: words come least harm first. Of one's own, who is rallied or treated, it is what one hopes for. */
function telling(sent: unknown, model: Somebody, seat: number | null, option: Option): { word: Word; from: Prospect } | null {
  const from = prospect(sent), words = from ? wordsFor(from, model, seat, option) : [];
  const own = seat !== null && from?.effects.some((one) => one.seat === seat && (one.who === model.name || one.who === model.id));
  const word = own && words[0] && words[0].what !== from?.nothing ? words[0] : words.at(-1);
  return from && word ? { word, from } : null;
}

/** What may happen to somebody with an option. */
function wordsFor(from: Prospect, model: Somebody, seat: number | null, option: Option): Word[] {
  if (from.kind !== "dice" && from.kind !== "certain") return [];
  const names = [model.name, model.id];
  return rows(from, seat, option.label, names).rows.find(({ who }) => names.includes(who) || (who === "" && from.effects.length > 0))?.words ?? [];
}

/** `loses models 89 %`: the likeliest that happens to a unit, if anything does. Where nothing is likelier than harm, the panel says it all. */
export function likeliest(unit: Somebody, options: readonly Option[], odds: Readonly<Record<string, unknown>>, seat: number | null): string {
  const words = options.flatMap((option) => { const from = prospect(odds[option.id]); return from ? wordsFor(from, unit, seat, option).filter((word) => word.what !== from.nothing) : []; });
  const best = words.sort((a, b) => b.chance - a.chance)[0];
  return best ? `${best.what} ${best.shown}` : "";
}

/** `out of action 51 %` for a model, or "" where no odds are known. Of several options the one in hand speaks, else the best. */
export function headline(
  model: Somebody, options: readonly Option[], odds: Readonly<Record<string, unknown>>, plan: Plan, lit: Lit, seat: number | null,
): string {
  const known = options.flatMap((option) => { const found = telling(odds[option.id], model, seat, option); return found ? [{ option, ...found }] : []; });
  const inHand = known.find(({ option }) => isChosen(plan, option) || (lit?.kind === "option" && lit.id === option.id));
  const best = inHand ?? known.sort((a, b) => b.word.chance - a.word.chance)[0];
  return best ? `${best.word.what} ${best.word.shown}${best.from.by_thumb ? `, ${t("odds.thumb")}` : ""}` : "";
}
