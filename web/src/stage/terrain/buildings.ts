/** Buildings: with their roof on, and off, floor by floor. */
import { halfOf, inset, inside, longestEdge, middle, n, pathOf, signedArea, stripes, type Segment } from "../geometry";
import type { Dot, Piece, TableGround } from "../types";
import { fine, INCH, lines, ringsOf, shape, unitOf, v, type Drawing } from "./brush";

/** Thick walls, a roof in two tones with seams, gaps for doors, pale windows. */
export const building: Drawing = (piece, rings, u, ground) => {
  const ring = rings[0]!;
  const along = longestEdge(ring);
  const upper: Dot = along[0] > 0 || (along[0] === 0 && along[1] > 0) ? along : [-along[0], -along[1]];
  const ridge = middle(ring);
  const half = halfOf(ring, ridge, upper);
  const seams = stripes(ring, [-along[1], along[0]], 0.7 * INCH)
    .filter(([a, b]) => !rings.slice(1).some((hole) => inside(hole, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)));
  return (
    shape(rings, { fill: v("roof") }) +
    (rings.length === 1 ? `<path d="${pathOf(half)}" fill="${v("roof2")}"/>` + lines(spine(ring, ridge, along), { stroke: v("wall"), "stroke-width": 1.2 }) : "") +
    fine(lines(seams, { stroke: v("case"), "stroke-width": 0.7, "stroke-opacity": 0.22 })) +
    shape(rings, { fill: "none", stroke: v("wall"), "stroke-width": 4.5, "stroke-linejoin": "miter" }) +
    openings(piece, u, ground)
  );
};

function spine(ring: Dot[], ridge: Dot, [ux, uy]: Dot): Segment[] {
  const place = ridge[0] * -uy + ridge[1] * ux;
  const least = Math.min(...ring.map(([x, y]) => x * -uy + y * ux));
  return stripes(ring, [ux, uy], 1e6, (place - least) / 1e6);
}

function openings(piece: Piece, u: number, ground: TableGround): string {
  return piece.openings.map(({ kind, line }) => {
    const [a, b] = line.map(([x, y]): Dot => [x * u, (ground.height - y) * u]) as [Dot, Dot];
    if (kind === "window") return lines([[a, b]], { stroke: v("water2"), "stroke-width": 3.2 });
    const size = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const nx = ((b[1] - a[1]) / size) * 3.4, ny = (-(b[0] - a[0]) / size) * 3.4;
    const jambs = [a, b].map((p): Segment => [[p[0] - nx, p[1] - ny], [p[0] + nx, p[1] + ny]]);
    return lines([[a, b]], { stroke: v("ground"), "stroke-width": 5.4 }) + lines(jambs, { stroke: v("wall"), "stroke-width": 2.2 });
  }).join("");
}

/**
 * A building with its roof off: floor with inch grid, walls, doors with their swing. With `storey`, the height of a floor
 * and of the next above it, the openings and the ladders of that floor alone.
 */
export function drawOpen(ground: TableGround, whole: Piece, storey?: [number, number]): string {
  const piece = storey ? { ...whole, openings: whole.openings.filter(({ floor }) => floor >= storey[0] && floor < storey[1]) } : whole;
  const ladders = ground.pieces.filter((one) => one.kind === "ladder" && one.floor <= (storey?.[0] ?? 0) && one.floor + one.height >= (storey?.[0] ?? 0) && one.outline.every(([x, y]) => inside(whole.outline, x, y)));
  const rings = ringsOf(ground, piece), u = unitOf(ground);
  const ring = rings[0]!;
  const [ax, ay] = longestEdge(ring);
  const swings = piece.openings.filter(({ kind }) => kind !== "window").map(({ line }) => {
    const [a, b] = line.map(([x, y]): Dot => [x * u, (ground.height - y) * u]) as [Dot, Dot];
    const r = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const turn = signedArea(ring) > 0 ? 1 : -1;
    const nx = (-turn * (b[1] - a[1])) / r, ny = (turn * (b[0] - a[0])) / r;
    const [dx, dy] = inside(ring, a[0] + nx * 3 + (b[0] - a[0]) / 2, a[1] + ny * 3 + (b[1] - a[1]) / 2) ? [nx, ny] : [-nx, -ny];
    const sweep = (b[0] - a[0]) * dy - (b[1] - a[1]) * dx > 0 ? 1 : 0;
    return `M${n(a[0])} ${n(a[1])}L${n(a[0] + dx * r)} ${n(a[1] + dy * r)}M${n(b[0])} ${n(b[1])}A${n(r)} ${n(r)} 0 0 ${sweep} ${n(a[0] + dx * r)} ${n(a[1] + dy * r)}`;
  });
  return (
    shape(rings, { fill: v("floor") }) +
    lines([...stripes(ring, [ax, ay], INCH), ...stripes(ring, [-ay, ax], INCH)], { stroke: v("case"), "stroke-width": 0.7, "stroke-opacity": 0.25 }) +
    `<path d="${swings.join("")}" fill="none" stroke="${v("wall")}" stroke-width="1.1" stroke-opacity="0.7"/>` +
    shape(rings, { fill: "none", stroke: v("wall"), "stroke-width": 4.5, "stroke-linejoin": "miter" }) +
    openings(piece, u, ground) +
    ladders.map((one) => ladder(one, ringsOf(ground, one), u, ground, 0)).join("")
  );
}

/** Two rails and rungs. */
export const ladder: Drawing = (_, rings) => {
  const ring = inset(rings[0]!, 0.12 * INCH);
  const [ax, ay] = longestEdge(ring);
  return (
    shape([ring], { fill: v("floor"), stroke: v("wall"), "stroke-width": 2 }) +
    lines(stripes(ring, [-ay, ax], 0.24 * INCH), { stroke: v("wall"), "stroke-width": 1.6 })
  );
};
