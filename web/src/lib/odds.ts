/** Odds beside an option: a word and a chance each, in the order the dice fall; at most four are shown. */
import { number, t } from "./strings";

/** `who` is "" where it goes without saying. */
export interface Chance { who: string; word: string; value: number; about: boolean }

/** Whole per cent, with marks at the ends: nothing that can happen reads as 0, nothing that can fail as 100. */
export function percent(chance: number, about = false): string {
  const shown =
    chance <= 0 ? "0 %" : chance >= 1 ? "100 %" : chance < 0.005 ? "<1 %" : chance > 0.995 ? ">99 %" : `${number(chance * 100)} %`;
  return about ? t("question.about", { value: shown }) : shown;
}

function one(word: unknown, value: unknown, about: unknown): Chance | null {
  return typeof word === "string" && typeof value === "number" && Number.isFinite(value) ? { who: "", word, value, about: about === true } : null;
}

/** The odds of one option as docs/odds.md has them. */
export interface OptionOdds {
  exact: boolean;
  /** The word for somebody to whom nothing happens. */
  nothing: string;
  effects: { who: string; seat: number; words: { what: string; chance: number }[] }[];
}

/**
 * What may happen to whom; that nothing happens is left out where something may. The enemy before one's own. Whoever
 * the option itself is named after needs no name if nobody else is concerned.
 */
function effects(odds: OptionOdds, seat: number | null, option: string): Chance[] {
  const theirs = [...odds.effects].sort((a, b) => Number(a.seat === seat) - Number(b.seat === seat));
  return theirs.flatMap(({ who, words }) =>
    words.filter(({ what }) => words.length === 1 || what !== odds.nothing).map(({ what, chance }) => ({ who: theirs.length > 1 || who !== option ? who : "", word: what, value: chance, about: !odds.exact })),
  );
}

/** Reads what the server sends for one option: odds with effects, `[{word, chance, about?}]` or `{word: chance}`. */
export function chances(sent: unknown, seat: number | null = null, option = ""): Chance[] {
  if (!sent || typeof sent !== "object") return [];
  const holder = sent as Record<string, unknown>;
  if (Array.isArray(holder.effects)) return effects(sent as OptionOdds, seat, option);
  const list = Array.isArray(sent) ? sent : (holder.chances ?? holder.chips);
  if (Array.isArray(list)) {
    return list.flatMap((entry: unknown) => {
      if (Array.isArray(entry)) return one(entry[0], entry[1], entry[2]) ?? [];
      const chip = entry as Record<string, unknown> | null;
      return one(chip?.word ?? chip?.text ?? chip?.label ?? chip?.name, chip?.chance ?? chip?.value, chip?.about ?? holder.about) ?? [];
    });
  }
  return Object.entries(holder).flatMap(([word, value]) => one(word, value, false) ?? []);
}
