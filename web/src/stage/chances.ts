/** The odds that stand at a target: of the options that point at it, the worst that can happen to it. */
import { chances, percent, type Chance } from "../lib/odds";
import { isChosen } from "./options";
import type { Lit, Model, Option, Plan } from "./types";

/** The last word is the worst: words come least harm first. */
function worst(sent: unknown, model: Model, seat: number | null, option: Option): Chance | null {
  const all = chances(sent, seat, option.label);
  const own = all.filter((one) => one.who === model.name || one.who === model.id || one.who === "");
  return own.at(-1) ?? null;
}

/** `out of action 51 %` for a model, or "" where no odds are known. Of several options the one in hand speaks, else the best. */
export function headline(
  model: Model, options: readonly Option[], odds: Readonly<Record<string, unknown>>, plan: Plan, lit: Lit, seat: number | null,
): string {
  const known = options.flatMap((option) => { const chance = worst(odds[option.id], model, seat, option); return chance ? [{ option, chance }] : []; });
  const inHand = known.find(({ option }) => isChosen(plan, option) || (lit?.kind === "option" && lit.id === option.id));
  const best = inHand ?? known.sort((a, b) => b.chance.value - a.chance.value)[0];
  return best ? `${best.chance.word} ${percent(best.chance.value, best.chance.about)}` : "";
}
