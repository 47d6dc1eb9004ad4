/** Banners over their units: where each stands so that none hides another. */

/** In pixels: where the unit begins and ends, where the foot of its banner would be, and how wide the banner is. */
export interface Flag { id: string; x: number; top: number; bottom: number; width: number; weight: number }
export interface Flown { id: string; x: number; y: number; width: number; foot: number; below: boolean; stem: number }

/** Left, top, right and bottom of what can be seen. */
export type Sky = readonly [number, number, number, number];

export const HEIGHT = 22, STEM = 7;
const GAP = 3, CORNER = 14;

const clash = (a: Flown, b: Flown): boolean =>
  a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + HEIGHT + GAP && b.y < a.y + HEIGHT + GAP;

/** Where it can be seen: above the unit, else below it, else aside, else a row farther off; the weightier takes its place first, and nobody is left out. */
export function fly(flags: readonly Flag[], [left, up, right, down]: Sky = [-Infinity, -Infinity, Infinity, Infinity]): Flown[] {
  const found: Flown[] = [];
  const seen = ({ x, y, width }: Flown): boolean => x >= left && y >= up && x + width <= right && y + HEIGHT <= down;
  for (const { id, x, top, bottom, width } of [...flags].sort((a, b) => b.weight - a.weight)) {
    const spots = [STEM, STEM + HEIGHT + GAP].flatMap((stem) => [x - width / 2, x - CORNER, x - width + CORNER].flatMap((from): Flown[] => [
      { id, x: from, y: top - stem - HEIGHT, width, foot: x, below: false, stem }, { id, x: from, y: bottom + stem, width, foot: x, below: true, stem },
    ]));
    found.push(spots.find((spot) => seen(spot) && !found.some((other) => clash(spot, other))) ?? spots[0]!);
  }
  return found;
}
