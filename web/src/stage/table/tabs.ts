/** Where the tabs of a building with floors stand: on its upper left corner as it lies on the screen, outside the wall. */
import { bounds } from "../geometry";
import type { Dot, Piece } from "../types";

export const TAB = 32, HEIGHT = 26;
/** A building that is narrower than this share of its tabs is too far away for them: they would lie on its neighbours. */
const LEAST = 0.8;

/** Left, top, right, bottom in the pixels that `at` gives; null where there is no room. */
export function tabsAt(piece: Piece, count: number, at: (x: number, y: number) => Dot): [number, number, number, number] | null {
  const [left, low, right, high] = bounds(piece.outline);
  const corners = [at(left, low), at(left, high), at(right, low), at(right, high)];
  const x = Math.min(...corners.map((p) => p[0])), y = Math.min(...corners.map((p) => p[1]));
  if (Math.max(...corners.map((p) => p[0])) - x < LEAST * count * TAB) return null;
  return [x, y - HEIGHT - 4, x + count * TAB + 2, y - 4];
}
