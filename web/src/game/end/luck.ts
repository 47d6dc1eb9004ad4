/** Luck and chances in words: the numbers are the server's. */
import { number } from "../../lib/strings";
import type { LuckThrow } from "../../lib/wire";
import { w } from "./words";

export const signed = (value: number, digits = 1): string => `${value < 0 ? "−" : "+"}${number(Math.abs(value), digits)}`;

/** A chance as people say it: never 0 or 100 where it is neither. */
export function percent(chance: number): string {
  const shown = Math.round(100 * chance);
  return chance > 0 && shown === 0 ? "< 1 %" : chance < 1 && shown === 100 ? "> 99 %" : `${shown} %`;
}

/** `6 in 10`, `1 in 25`. */
export function often(chance: number): { n: number; of: number } {
  if (chance >= 0.095) return { n: Math.max(1, Math.round(chance * 10)), of: 10 };
  return { n: 1, of: Math.max(1, Math.round(1 / Math.max(chance, 1e-6))) };
}

export function needed(one: LuckThrow): string {
  const [low = 1, high = one.sides] = one.need;
  const top = one.sum ? one.sides * one.faces.length : one.sides;
  return high >= top ? w("end.need", { n: low }) : low <= 1 ? w("end.needLess", { n: high }) : w("end.needFrom", { n: low, to: high });
}

export function thrown(one: LuckThrow): string {
  if (!one.sum) return w("end.throw", { won: one.won, tries: one.tries, need: needed(one) });
  return w("end.sum", { won: w(one.won ? "end.made" : "end.failed"), sum: one.faces.reduce((a, b) => a + b, 0), need: needed(one) });
}
