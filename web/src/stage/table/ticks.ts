/** The numbers along two edges: inches every six, columns and rows of a grid. */
import { cellName } from "../describe";
import type { Frame } from "../frame";
import type { Dot, GridGround } from "../types";

export interface Tick { at: Dot; text: string }
/** Pixels from the edge. */
const IN = 10;

export function ticks(frame: Frame, grid: GridGround | null, s: number): Tick[] {
  if (grid) {
    const columns = Array.from({ length: grid.columns }, (_, c): Tick => ({ at: [frame.place([c, 0])[0] - 0.36, 0.14], text: cellName(c, 0).replace(/\d+/, "").toUpperCase() }));
    const rows = Array.from({ length: grid.rows }, (_, r): Tick => ({ at: [0.12, frame.place([0, r])[1] + 0.36], text: String(r + 1) }));
    return [...columns, ...rows];
  }
  const every = frame.grain > 1 ? 1 : 6;
  const along = (size: number) => Array.from({ length: Math.ceil(size / every) - 1 }, (_, i) => (i + 1) * every);
  return [
    ...along(frame.width).map((x): Tick => ({ at: [x, (0.9 * IN) / s], text: String(x) })),
    ...along(frame.height).map((y): Tick => ({ at: [(1.1 * IN) / s, y], text: String(y) })),
  ];
}
