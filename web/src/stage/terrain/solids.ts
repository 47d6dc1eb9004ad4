/** Terrain that stops bases or sight: hard edges. */
import { bounds, inset, insetBy, longestEdge, middle, pathOf, signedArea, stripes } from "../geometry";
import type { Dot } from "../types";
import { fine, INCH, lines, shape, teeth, v, type Drawing } from "./brush";

export const block: Drawing = (_, rings) =>
  shape(rings, { fill: v("rock2"), stroke: v("rock"), "stroke-width": 1.6 }) +
  fine(shape([inset(rings[0]!, 0.22 * INCH)], { fill: v("rock3"), "fill-opacity": 0.5 }));

/** Lighter is higher; dense teeth on a sheer face, sparse ones where it can be climbed, wedges down a slope. */
export const hill: Drawing = (piece, rings) => {
  const ring = rings[0]!;
  const face = (i: number) => piece.faces[i] ?? "";
  const [l, t, r, b] = bounds(ring);
  const deep = Math.min(1.3 * INCH, 0.32 * Math.min(r - l, b - t));
  const depth = ring.map((_, i) => (face(i) === "slope" ? deep : 0.34 * INCH));
  const plate = insetBy(ring, depth);
  const top = insetBy(ring, depth.map((d) => d + 0.34 * INCH));
  const sheer = ring.map((_, i) => face(i) !== "slope" && face(i) !== "climb");
  const climb = ring.map((_, i) => face(i) === "climb");
  const wedges = ring.flatMap((_, i) => (face(i) === "slope" ? slopeWedges(ring, i, deep) : []));
  return (
    shape(rings, { fill: v("rock") }) +
    `<path d="${pathOf(plate)}" fill="${v("rock2")}"/>` +
    fine(
      lines(teeth(ring, sheer, 0.24 * INCH, 0.3 * INCH), { stroke: v("case"), "stroke-width": 1.2, "stroke-opacity": 0.55 }) +
      lines(teeth(ring, climb, 0.5 * INCH, 0.26 * INCH), { stroke: v("case"), "stroke-width": 1.4, "stroke-opacity": 0.4 }) +
      `<path d="${wedges.join("")}" fill="${v("rock2")}" fill-opacity="0.85"/>`,
    ) +
    (piece.height >= 1.5 ? `<path d="${pathOf(top)}" fill="${v("rock3")}"/>` : "")
  );
};

/** Wedges from the crest of a slope to its foot, each pointing downhill. */
function slopeWedges(ring: Dot[], i: number, deep: number): string[] {
  const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const turn = signedArea(ring) > 0 ? 1 : -1;
  const ux = (x1 - x0) / length, uy = (y1 - y0) / length;
  const nx = -turn * uy, ny = turn * ux;
  const count = Math.max(2, Math.round(length / (0.55 * INCH)));
  return Array.from({ length: count }, (_, k) => {
    const at = ((k + 0.5) * length) / count, w = 0.17 * INCH;
    const fx = x0 + ux * at, fy = y0 + uy * at;
    const hx = fx + nx * deep, hy = fy + ny * deep;
    return pathOf([[hx - ux * w, hy - uy * w], [hx + ux * w, hy + uy * w], [fx + nx * 2, fy + ny * 2]]);
  });
}

export const ramp: Drawing = (piece, rings, u, ground, turn) => {
  const ring = rings[0]!;
  if (!piece.slope) return block(piece, rings, u, ground, turn);
  const [fx, fy, hx, hy] = piece.slope;
  const up: Dot = [hx - fx, fy - hy];
  const size = Math.hypot(up[0], up[1]) || 1;
  up[0] /= size; up[1] /= size;
  const wedges = stripes(ring, up, 0.55 * INCH).map(([a, b]) => {
    const [start, end] = (b[0] - a[0]) * up[0] + (b[1] - a[1]) * up[1] > 0 ? [a, b] : [b, a];
    const wx = -up[1] * 0.16 * INCH, wy = up[0] * 0.16 * INCH;
    return pathOf([[end[0] + wx, end[1] + wy], [end[0] - wx, end[1] - wy], start]);
  });
  if (piece.kind === "stairs") {
    return (
      shape(rings, { fill: v("floor"), stroke: v("wall"), "stroke-width": 1.4 }) +
      lines(stripes(ring, [-up[1], up[0]], 0.3 * INCH), { stroke: v("wall"), "stroke-width": 1.4, "stroke-opacity": 0.7 })
    );
  }
  return shape(rings, { fill: v("rock2"), "fill-opacity": 0.8 }) + fine(`<path d="${wedges.join("")}" fill="${v("rock")}" fill-opacity="0.85"/>`);
};

export const rock: Drawing = (_, rings) => {
  const ring = rings[0]!;
  const [x, y] = middle(ring);
  const peak: Dot = [x - 2, y - 3];
  const faces = ring.map((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    const mx = (a[0] + b[0]) / 2 - peak[0], my = (a[1] + b[1]) / 2 - peak[1];
    const lit = -mx * 0.6 - my * 0.8, size = Math.hypot(mx, my);
    const fill = v(lit > 0.25 * size ? "rock3" : lit > -0.45 * size ? "rock2" : "rock");
    return `<path d="${pathOf([a, b, peak])}" fill="${fill}"/>`;
  });
  return shape(rings, { fill: v("rock2") }) + faces.join("") + shape(rings, { fill: "none", stroke: v("rock"), "stroke-width": 1.6 });
};

export const wall: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("obst2"), stroke: v("obst"), "stroke-width": 1.4 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.5 * INCH), { stroke: v("obst"), "stroke-width": 1.2 }))
  );
};

export const crates: Drawing = (_, rings) => {
  const ring = rings[0]!;
  const [ax, ay] = longestEdge(ring);
  return (
    shape(rings, { fill: v("obst"), stroke: v("obst2"), "stroke-width": 1.5 }) +
    fine(
      lines([...stripes(ring, [ax, ay], 0.75 * INCH, 1), ...stripes(ring, [-ay, ax], 0.75 * INCH, 1)], { stroke: v("obst2"), "stroke-width": 1.6 }) +
      lines(stripes(ring, [(ax - ay) * 0.7071, (ay + ax) * 0.7071], 0.53 * INCH), { stroke: v("obst2"), "stroke-width": 1, "stroke-opacity": 0.8 }),
    )
  );
};

export const container: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("steel"), stroke: v("case"), "stroke-opacity": 0.5, "stroke-width": 1.2 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.28 * INCH), { stroke: v("steel2"), "stroke-width": 2.2 }))
  );
};

export const bridge: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("obst2"), stroke: v("obst"), "stroke-width": 2.4 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.35 * INCH), { stroke: v("obst"), "stroke-width": 1 }))
  );
};
