/** Where dice and stamps lie: on free ground, near what they tell of, over nobody who matters. */
import type { Dot } from "./types";

export interface Box { left: number; top: number; right: number; bottom: number }
export interface Room { width: number; height: number }

const box = ([left, top]: Dot, { width, height }: Room): Box => ({ left, top, right: left + width, bottom: top + height });
export const around = ([x, y]: Dot, r: number): Box => ({ left: x - r, top: y - r, right: x + r, bottom: y + r });
const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
/** Pixels from a border. */
const AIR = 8;
/** Places that are tried, in pixels from one to the next. */
const STEP = 24;

/**
 * The upper left corner for something of this size: of all places that cover none of `taken`, the one whose middle is
 * nearest to `near`. Where there is no such place, the one that covers least. `below`: rather under `near` than over it.
 */
export function findRoom(size: Room, near: Dot, taken: readonly Box[], room: Room, below = false): Dot {
  let best: Dot = [AIR, AIR], least = Infinity;
  const right = Math.max(AIR, room.width - size.width - AIR), low = Math.max(AIR, room.height - size.height - AIR);
  for (let top = AIR; ; top = Math.min(low, top + STEP)) {
    for (let left = AIR; ; left = Math.min(right, left + STEP)) {
      const here = box([left, top], size);
      const covered = taken.reduce((sum, one) => sum + shared(here, one), 0);
      const far = Math.hypot(left + size.width / 2 - near[0], top + size.height / 2 - near[1]);
      const cost = covered * 1000 + far + (below && top < near[1] ? room.height : 0);
      if (cost < least) { least = cost; best = [left, top]; }
      if (left >= right) break;
    }
    if (top >= low) break;
  }
  return best;
}
