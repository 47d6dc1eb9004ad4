/** Terrain that one stands in: soft, with a dashed edge on the exact footprint. */
import { inset, inside, longestEdge, middle, n, pathOf, scattered, stripes, type Segment } from "../geometry";
import { unturned } from "../cells";
import type { Dot } from "../types";
import { FIXED, fine, INCH, lines, seed, shape, teeth, v, type Drawing, type Rings } from "./brush";

const soft = (rings: Rings, fill: string, edge: string, opacity = 1): string =>
  shape(rings, { fill, "fill-opacity": opacity }) +
  shape(rings, { fill: "none", stroke: edge, "stroke-width": 1.4, "stroke-dasharray": "5 3.5", "stroke-opacity": 0.75, ...FIXED });

export const plainArea: Drawing = (_, rings) => soft(rings, v("mud"), v("ruinw"), 0.5);

export const wood: Drawing = (piece, rings) => {
  const random = seed(piece);
  const stems = inset(rings[0]!, 0.5 * INCH);
  const spots = scattered(stems, 0.98 * INCH, random).filter(([x, y]) => !rings.slice(1).some((hole) => inside(hole, x, y)));
  const crowns = spots.map(([x, y]) => ({ x, y, r: INCH * (0.5 + 0.22 * random()), turn: random() * Math.PI, tone: random() }));
  const shadows = crowns.map(({ x, y, r }) => `<circle cx="${n(x + 2.5)}" cy="${n(y + 3.2)}" r="${n(r)}"/>`).join("");
  const trees = crowns.map(({ x, y, r, turn, tone }) => {
    const spokes = Array.from({ length: 7 }, (_, k): Segment => {
      const angle = turn + (2 * Math.PI * k) / 7;
      return [[x, y], [x + 0.86 * r * Math.cos(angle), y + 0.86 * r * Math.sin(angle)]];
    });
    return (
      `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${v(tone > 0.66 ? "tree3" : "tree2")}" stroke="${v("tree1")}" stroke-width="1.1"/>` +
      fine(
        lines(spokes, { stroke: v("tree1"), "stroke-width": 1.2 }) +
        `<circle cx="${n(x - 0.2 * r)}" cy="${n(y - 0.25 * r)}" r="${n(0.28 * r)}" fill="${v("tree3")}" fill-opacity="0.75"/>`,
      )
    );
  });
  return soft(rings, v("wood"), v("tree3")) + `<g fill="${v("sh")}">${shadows}</g>` + trees.join("");
};

export const rough: Drawing = (piece, rings, _u, _ground, turn) => {
  const tufts: Segment[] = [];
  const [left, tip, right] = ([[-4, 2], [-1, -3], [2, 2]] as Dot[]).map((p) => unturned(p, turn)) as [Dot, Dot, Dot];
  for (const [x, y] of scattered(inset(rings[0]!, 3), 0.62 * INCH, seed(piece), 10)) {
    tufts.push([[x + left[0], y + left[1]], [x + tip[0], y + tip[1]]], [[x + tip[0], y + tip[1]], [x + right[0], y + right[1]]]);
  }
  return soft(rings, v("mud"), v("ruinw"), 0.75) + fine(lines(tufts, { stroke: v("ink"), "stroke-width": 1.1, "stroke-opacity": 0.45 }));
};

export const field: Drawing = (_, rings) =>
  soft(rings, v("wood"), v("tree1"), 0.35) +
  fine(lines(stripes(rings[0]!, longestEdge(rings[0]!), 0.5 * INCH), {
    stroke: v("tree2"), "stroke-width": 2.2, "stroke-opacity": 0.6, "stroke-dasharray": "5 2.5",
  }));

export const road: Drawing = (_, rings) =>
  shape(rings, { fill: v("ground-dot"), "fill-opacity": 0.9, stroke: v("ground-dot2"), "stroke-width": 1.2 });

export const water: Drawing = (piece, rings, u) => {
  const ring = rings[0]!;
  const waves = scattered(ring, 1.15 * INCH, seed(piece), 10)
    .filter(([x, y]) => inside(ring, x - 1, y) && inside(ring, x + 14, y))
    .map(([x, y]) => `M${n(x)} ${n(y)}q3.5 -3 7 0t7 0`).join("");
  const deep = piece.kind === "deep" || piece.traits.includes("impassable");
  return (
    shape(rings, { fill: v("water"), stroke: v("water2"), "stroke-width": 1.6, ...FIXED }) +
    (deep ? `<path d="${pathOf(inset(ring, 0.45 * Math.min(u, 2 * INCH)))}" fill="${v("deep")}"/>` : "") +
    fine(`<path d="${waves}" fill="none" stroke="${v("water2")}" stroke-width="1.3" stroke-opacity="0.7"/>`)
  );
};

export const dangerous: Drawing = (_, rings) => {
  const ring = rings[0]!;
  const [x, y] = middle(ring);
  const s = 0.55 * INCH;
  return (
    shape(rings, { fill: v("haz"), "fill-opacity": 0.55 }) +
    fine(lines(stripes(ring, [0.7071, -0.7071], 0.9 * INCH), { stroke: v("case"), "stroke-width": 0.34 * INCH, "stroke-opacity": 0.35 })) +
    shape(rings, { fill: "none", stroke: v("haz"), "stroke-width": 2, ...FIXED }) +
    `<path d="M${n(x)} ${n(y - s)}L${n(x + s)} ${n(y + 0.75 * s)}L${n(x - s)} ${n(y + 0.75 * s)}Z" fill="#101210" stroke="#fff" stroke-width="1"/>` +
    `<path d="M${n(x)} ${n(y - 0.45 * s)}v${n(0.6 * s)}m0 ${n(0.25 * s)}v0.1" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`
  );
};

export const ruin: Drawing = (piece, rings) => {
  const ring = rings[0]!;
  const [ax, ay] = longestEdge(ring);
  const random = seed(piece);
  const rubble = scattered(inset(ring, 0.4 * INCH), 1.3 * INCH, random, 6).map(([x, y]) => {
    const s = 1.2 + 2.2 * random();
    return `<rect x="${n(x - s)}" y="${n(y - s)}" width="${n(2 * s)}" height="${n(2 * s)}" transform="rotate(${Math.floor(random() * 90)} ${n(x)} ${n(y)})"/>`;
  });
  const standing = brokenWalls(ring, random);
  const thrown = standing.map(([a, b]): Segment => [[a[0] + 3, a[1] + 4], [b[0] + 3, b[1] + 4]]);
  return (
    soft(rings, v("ruin"), v("ruinw")) +
    fine(lines([...stripes(ring, [ax, ay], INCH), ...stripes(ring, [-ay, ax], INCH)], {
      stroke: v("ruinw"), "stroke-width": 0.8, "stroke-opacity": 0.4,
    })) +
    `<g fill="${v("ruinw")}" fill-opacity="0.75">${rubble.join("")}</g>` +
    lines(thrown, { stroke: v("sh"), "stroke-width": 0.3 * INCH }) +
    lines(standing, { stroke: v("ruinw"), "stroke-width": 0.3 * INCH })
  );
};

/** What still stands of a ruin's walls: pieces of its outline, always the corners. */
function brokenWalls(ring: Dot[], random: () => number): Segment[] {
  const standing: Segment[] = [];
  const edge = inset(ring, 0.15 * INCH);
  edge.forEach(([x0, y0], i) => {
    const [x1, y1] = edge[(i + 1) % edge.length]!;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const part = (from: number, to: number): Segment => {
      const a = from / length, b = to / length;
      return [[x0 + (x1 - x0) * a, y0 + (y1 - y0) * a], [x0 + (x1 - x0) * b, y0 + (y1 - y0) * b]];
    };
    if (length < INCH) { standing.push(part(0, length)); return; }
    let at = 0;
    let on = true;
    while (at < length) {
      let step = Math.min(length - at, INCH * (on ? 0.9 + 1.3 * random() : 0.5 + 0.7 * random()));
      if (length - at - step < 0.6 * INCH) { step = length - at; on = true; }
      if (on) standing.push(part(at, at + step));
      at += step;
      on = !on;
    }
  });
  return standing;
}

export const pit: Drawing = (_, rings) => {
  const ring = rings[0]!;
  return (
    shape(rings, { fill: v("pit") }) +
    shape([inset(ring, 0.16 * INCH)], { fill: v("pit2") }) +
    fine(lines(teeth(ring, ring.map(() => true), 0.4 * INCH, 0.3 * INCH), { stroke: v("tick"), "stroke-width": 1.2, "stroke-opacity": 0.6 })) +
    shape(rings, { fill: "none", stroke: v("case"), "stroke-width": 1.6, ...FIXED })
  );
};
