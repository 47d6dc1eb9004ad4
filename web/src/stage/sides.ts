/** Colours and shapes of the sides. Whoever sits at a seat sees the own side in the first colour. */
import type { SideInfo } from "./types";

/** For each side of a scene the colour 1 to 4: yours first, the others in their order. */
export function slotsOf(sides: readonly SideInfo[], seat: number | null): number[] {
  const mine = seat === null ? -1 : sides.findIndex((side) => side.seat === seat);
  let next = mine >= 0 ? 1 : 0;
  return sides.map((side, i) => {
    if (mine < 0) return (side.slot % 4) + 1;
    return i === mine ? 1 : (next++ % 4) + 1;
  });
}

/** Far away a side is told by its shape alone. */
export function farMark(slot: number, r: number): string {
  if (slot === 2) return `M0 ${-1.25 * r}L${1.25 * r} 0L0 ${1.25 * r}L${-1.25 * r} 0Z`;
  if (slot === 3) return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
  if (slot === 4) return `M0 ${-1.2 * r}L${1.15 * r} ${0.85 * r}H${-1.15 * r}Z`;
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}
