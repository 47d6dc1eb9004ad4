/** What is known about an option before it is chosen, as the server says it (docs/odds.md). Nothing is rounded here. */
import { t } from "./strings";

/** A word of the game with its chance; `shown` is the chance in whole per cent, and those of one row add up to 100. */
export interface Word { what: string; chance: number; shown: string }
/** Odds; or what is certain; or that a choice comes first; or why nobody can tell. */
export interface Prospect {
  kind: "dice" | "certain" | "choice" | "unknown";
  first: string;
  unknown: string;
  by_thumb: boolean;
  /** The word for somebody to whom nothing happens. */
  nothing: string;
  effects: { who: string; seat: number; words: Word[] }[];
  /** How it was worked out: best responses, rules of thumb, samples. */
  remarks: string[];
}
/** What may happen to somebody; `who` is "" where it goes without saying. */
export interface Row { who: string; words: Word[] }

const MOST_PEOPLE = 3;

export function prospect(sent: unknown): Prospect | null {
  return sent && typeof sent === "object" && "kind" in sent && "effects" in sent ? (sent as Prospect) : null;
}

/** Are dice at stake, or does anything go wrong? */
export const rolls = (one: Prospect | null): boolean => one?.kind === "dice" || one?.kind === "unknown";

/** Does it say anything but that nothing happens yet? */
export const tells = (one: Prospect | null): boolean => rolls(one) || (one?.kind === "certain" && one.effects.length > 0);

/** Is it worth saying beside what the rules say of the option? Also that nothing comes of it, where somebody could have been
 * harmed, or somebody's answer was weighed to find that out. */
export const worthSaying = (one: Prospect | null, at_stake: string): boolean =>
  tells(one) || (one?.kind === "certain" && (at_stake !== "" || one.remarks.length > 0));

/**
 * A row for everybody concerned, the enemy before one's own, but whoever is asked about (the option's own model, or the
 * one that the question is about) before anybody else and never left out; and how many are left out. Whoever the option
 * itself is named after needs no name if nobody else is concerned. To somebody `at_stake` with another option, it is said
 * that nothing happens with this one.
 */
export function rows(one: Prospect, seat: number | null, option = "", about: readonly string[] = [], at_stake = ""): { rows: Row[]; more: number } {
  const rank = ({ who, seat: owner }: { who: string; seat: number }): number => (who === option || about.includes(who) ? 0 : owner === seat ? 2 : 1);
  const people = [...one.effects].sort((a, b) => rank(a) - rank(b));
  const named = people.length > 1 || people[0]?.who !== option;
  const kept = people.filter((person, i) => i < MOST_PEOPLE || rank(person) === 0);
  const certain = one.kind === "certain";
  const pair = !certain && people.length === 2 && !people.some((person) => person.words.some((word) => word.what === one.nothing)) && mirrored(people[0]!.words, people[1]!.words);
  if (pair) {
    // Two of whom one does it if the other does not: one of the two says all.
    const told = people.find((person) => person.seat === seat) ?? people[0]!;
    return { rows: [{ who: told.who, words: told.words.slice(0, 1) }], more: 0 };
  }
  const found = kept.map(({ who, words }) => ({ who: named ? who : "", words: certain ? words.map((word) => ({ ...word, shown: t("odds.certain") })) : needed(words, one.nothing) }));
  const nobody = [{ who: "", words: [{ what: one.nothing, chance: 1, shown: t(certain ? "odds.certain" : "odds.whatever") }] }];
  const safe = at_stake && found.length && !people.some(({ who }) => who === at_stake);
  const unharmed = safe ? [{ who: at_stake, words: [{ what: one.nothing, chance: 1, shown: t("odds.certain") }] }] : [];
  return { rows: found.length ? [...unharmed, ...found] : nobody, more: people.length - kept.length };
}

/** Of two words that add up to everything, the one that nothing happens goes without saying. */
function needed(words: Word[], nothing: string): Word[] {
  const rest = words.filter((word) => word.what !== nothing);
  return words.length === 2 && rest.length === 1 ? rest : words;
}

/** Is what the one does for certain what the other does not? */
function mirrored(a: readonly Word[], b: readonly Word[]): boolean {
  const chance = (of: readonly Word[], what: string): string => of.find((word) => word.what === what)?.shown ?? "";
  const [first, second] = a;
  return a.length === 2 && b.length === 2 && first!.shown !== second!.shown && chance(b, second!.what) === first!.shown && chance(b, first!.what) === second!.shown;
}

/** Whoever is asked, if something may happen to them with one of the options. */
export function atStake(who: string, all: readonly unknown[]): string {
  return all.some((one) => prospect(one)?.effects.some((effect) => effect.who === who)) ? who : "";
}

/** The key of a path or a placement among the odds of a question. */
export const keyOf = (answer: unknown): string => JSON.stringify(answer);
