/** Where fighters stand on the ladder: those on one rung above each other, names that would touch one line lower. */
import type { Fighter } from "../types";

export interface Spot { x: number; level: number }
/** Pixels left free at both ends. */
export const END = 30;
const MOST_NAME = 16, LETTER = 3.6;

export const shortName = (name: string): string => (name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name);

/** Where a position lies on a ladder so many pixels wide. */
export function placeOn(ladder: { least: number; most: number }, wide: number, position: number): number {
  return END + ((wide - 2 * END) * (position - ladder.least)) / Math.max(1, ladder.most - ladder.least);
}

type Standing = Pick<Fighter, "id" | "name" | "position">;

export function spotsOf(fighters: readonly Standing[], place: (position: number) => number): Map<string, Spot> {
  const stacks = new Map<number, number>();
  return new Map(fighters.map((one) => {
    const level = stacks.get(one.position) ?? 0;
    stacks.set(one.position, level + 1);
    return [one.id, { x: place(one.position), level }];
  }));
}

/** The line on which each name at the foot of a stack stands. */
export function nameRows(fighters: readonly Standing[], spots: ReadonlyMap<string, Spot>): Map<string, number> {
  const ends = [-Infinity, -Infinity, -Infinity];
  const rows = new Map<string, number>();
  for (const one of fighters.filter((f) => spots.get(f.id)!.level === 0).sort((a, b) => a.position - b.position)) {
    const x = spots.get(one.id)!.x, half = shortName(one.name).length * LETTER + 4;
    const row = Math.max(0, ends.findIndex((end) => x - half > end));
    ends[row] = x + half;
    rows.set(one.id, row);
  }
  return rows;
}
