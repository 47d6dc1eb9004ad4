/** What somebody has solved, kept in this browser alone. Only the first try at a puzzle counts. */
import { keep, load } from "../lib/settings.svelte";

interface Kept {
  /** By `ruleset/id`: was the first try right? */
  tries: Record<string, boolean>;
  /** Right answers in a row, and the most there were. */
  row: number;
  best: number;
  /** The last day whose puzzle was solved, and how many days in a row up to it. */
  day: string;
  days: number;
}

const KEY = "sandtable.puzzles";
const DAY = 86_400_000;

/** Is the one date the day before the other? Both as 2026-11-18. */
export const follows = (before: string, after: string): boolean => Date.parse(after) - Date.parse(before) === DAY;

class Streak {
  #kept = $state.raw<Kept>(load(KEY, { tries: {}, row: 0, best: 0, day: "", days: 0 }));

  get row(): number { return this.#kept.row; }
  get best(): number { return this.#kept.best; }
  get answered(): number { return Object.keys(this.#kept.tries).length; }

  /** How the first try went; undefined before it. */
  first(ruleset: string, id: string): boolean | undefined { return this.#kept.tries[`${ruleset}/${id}`]; }
  right(of: readonly { ruleset: string; id: string }[]): number { return of.filter((one) => this.first(one.ruleset, one.id)).length; }
  tried(of: readonly { ruleset: string; id: string }[]): number { return of.filter((one) => this.first(one.ruleset, one.id) !== undefined).length; }

  /** Days in a row as they stand today: one that was missed yesterday is over. */
  days(today: string): number { return this.#kept.day === today || follows(this.#kept.day, today) ? this.#kept.days : 0; }

  /** `daily`: the day whose puzzle it is, or nothing. */
  answer(ruleset: string, id: string, right: boolean, daily = ""): void {
    if (this.first(ruleset, id) !== undefined) return;
    const before = this.#kept, row = right ? before.row + 1 : 0;
    const solved = daily && right ? { day: daily, days: follows(before.day, daily) ? before.days + 1 : 1 } : {};
    this.#kept = { ...before, tries: { ...before.tries, [`${ruleset}/${id}`]: right }, row, best: Math.max(before.best, row), ...solved };
    keep(KEY, this.#kept);
  }
}

export const streak = new Streak();
