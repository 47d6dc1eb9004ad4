/** How terrain is put into words of SVG: shapes and lines, 20 units an inch, y down; colours are CSS variables. */
import { linesOf, n, pathOf, randomFrom, signedArea, type Segment } from "../geometry";
import type { Dot, Piece, TableGround } from "../types";

export const INCH = 20;

export type Rings = Dot[][];
type Attributes = Record<string, string | number>;

export const tag = (attributes: Attributes): string =>
  Object.entries(attributes).map(([key, value]) => ` ${key}="${typeof value === "number" ? n(value) : value}"`).join("");
export const shape = (rings: Rings, attributes: Attributes): string =>
  `<path d="${rings.map((ring) => pathOf(ring)).join("")}" fill-rule="evenodd"${tag(attributes)}/>`;
export const lines = (segments: Segment[], attributes: Attributes): string =>
  segments.length ? `<path d="${linesOf(segments)}" fill="none"${tag(attributes)}/>` : "";
export const fine = (text: string): string => (text ? `<g class="fine">${text}</g>` : "");
export const v = (name: string): string => `var(--${name})`;
export const FIXED = { "vector-effect": "non-scaling-stroke" };

export const unitOf = (ground: TableGround): number => INCH * (ground.grain ?? 1);

export function ringsOf(ground: TableGround, piece: Piece): Rings {
  const u = unitOf(ground);
  const at = ([x, y]: Dot): Dot => [x * u, (ground.height - y) * u];
  return [piece.outline.map(at), ...piece.holes.map((hole) => hole.map(at))];
}

export type Drawing = (piece: Piece, rings: Rings, u: number, ground: TableGround, turn: number) => string;

export const seed = (piece: Piece) => randomFrom(`${piece.id} ${piece.kind} ${piece.outline.length}`);

/** Short strokes inwards from the edges that have them. */
export function teeth(ring: Dot[], on: boolean[], spacing: number, size: number): Segment[] {
  const found: Segment[] = [];
  const turn = signedArea(ring) > 0 ? 1 : -1;
  ring.forEach(([x0, y0], i) => {
    if (!on[i]) return;
    const [x1, y1] = ring[(i + 1) % ring.length]!;
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (!length) return;
    const nx = ((-turn * (y1 - y0)) / length) * size, ny = ((turn * (x1 - x0)) / length) * size;
    for (let k = 1; k < length / spacing; k++) {
      const x = x0 + ((x1 - x0) * k * spacing) / length, y = y0 + ((y1 - y0) * k * spacing) / length;
      found.push([[x, y], [x + nx, y + ny]]);
    }
  });
  return found;
}
