/** The ways of a gesture, as the server finds them (docs/api.md, *Chains and gestures*), and what a panel and a table make of them. */
import type { Answer, Dot, Refusal } from "./types";

export type Gesture = { gesture: "to"; who: string; place: Dot } | { gesture: "at"; target: string; who?: string };

export interface Taken { prompt: string; words: string; topic?: string; kind?: string; declined?: boolean }
export interface Way {
  answers: Answer[]; taken: Taken[]; who: string; cost: number | null; counter: string; then: string[]; dice: string;
  paths: Record<string, number[] | number[][]>; short: number; stopped: Refusal | null;
}
export interface Ways { gesture: Gesture; ways: Way[]; why: { who: string; reason: string; clause: string }[]; chosen: number }

/** A stop this near to the place is the place. */
const THERE = 0.02;
export const isShort = (way: Way): boolean => way.short > THERE;

/** What a way is called: its choices, without whom it is about, where he goes and what he declines. */
export function nameOf(way: Way): string {
  const said = way.taken.filter((one) => !one.declined && one.kind !== "move" && one.kind !== "place" && one.words !== way.who);
  return said.map((one) => one.words).join(", ") || way.taken.at(-1)?.words || "";
}

/** Where somebody goes on this way, point by point. */
export function pathOfWay(way: Way, who: string): number[][] {
  const path = way.paths[who];
  return path?.length ? (Array.isArray(path[0]) ? (path as number[][]) : [path as number[]]) : [];
}

/** The only answer in which two ways part; -1 where there are several, or none. */
function parting(one: Way, other: Way): number {
  if (one.who !== other.who || one.taken.length !== other.taken.length) return -1;
  const apart = one.taken.flatMap((taken, i) => (taken.words === other.taken[i]!.words || taken.kind === "move" ? [] : [i]));
  return apart.length === 1 ? apart[0]! : -1;
}

export interface Toggle { label: string; on: boolean; to: number; price: number }

/** What can be bought or left on the chosen way: each a way that parts from it in one answer which says no on one side. */
export function togglesOf(ways: readonly Way[], chosen: number): Toggle[] {
  const way = ways[chosen];
  if (!way) return [];
  return ways.flatMap((other, to): Toggle[] => {
    const at = to === chosen ? -1 : parting(way, other);
    if (at < 0 || way.taken[at]!.declined === other.taken[at]!.declined) return [];
    const on = !way.taken[at]!.declined;
    return [{ label: (on ? way : other).taken[at]!.words, on, to, price: Math.abs((other.cost ?? 0) - (way.cost ?? 0)) }];
  });
}

/** Ways worth a row of their own: not those that a switch beside the confirm button leads to. */
export function rowsOf(ways: readonly Way[], chosen: number): number[] {
  const bare = ways.map((way, i) => !ways.some((other, k) => { const at = k < i ? parting(way, other) : -1; return at >= 0 && other.taken[at]!.declined && !way.taken[at]!.declined; }));
  return ways.flatMap((_, i) => (bare[i] || i === chosen ? [i] : []));
}

/** Reasons with all who have them, those that several share once. */
export function reasons(why: Ways["why"]): { who: string[]; reason: string; clause: string }[] {
  const found = new Map<string, { who: string[]; reason: string; clause: string }>();
  for (const one of why) {
    const known = found.get(one.reason);
    if (known) known.who.push(one.who);
    else found.set(one.reason, { who: one.who ? [one.who] : [], reason: one.reason, clause: one.clause });
  }
  return [...found.values()];
}
