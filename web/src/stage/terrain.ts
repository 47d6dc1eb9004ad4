/**
 * How terrain is drawn: area terrain soft with a dashed edge, solid terrain hard with a shadow by its height. Everything
 * here is text made once for a ground; colours are CSS variables, so a change of theme draws nothing anew.
 * 20 units an inch, y down.
 */
import {
  bounds, halfOf, inset, insetBy, inside, linesOf, longestEdge, middle, n, pathOf, randomFrom, scattered, signedArea, stripes,
  type Segment,
} from "./geometry";
import { heightText, unturned } from "./cells";
import type { Dot, Piece, TableGround } from "./types";

export const INCH = 20;

type Rings = Dot[][];
type Attributes = Record<string, string | number>;

const tag = (attributes: Attributes): string =>
  Object.entries(attributes).map(([key, value]) => ` ${key}="${typeof value === "number" ? n(value) : value}"`).join("");
const shape = (rings: Rings, attributes: Attributes): string =>
  `<path d="${rings.map((ring) => pathOf(ring)).join("")}" fill-rule="evenodd"${tag(attributes)}/>`;
const lines = (segments: Segment[], attributes: Attributes): string =>
  segments.length ? `<path d="${linesOf(segments)}" fill="none"${tag(attributes)}/>` : "";
const fine = (text: string): string => (text ? `<g class="fine">${text}</g>` : "");
const v = (name: string): string => `var(--${name})`;
const FIXED = { "vector-effect": "non-scaling-stroke" };

/** Ground with its stipple, crosses every six inches, rim. */
export function drawGround(ground: TableGround): string {
  const u = unitOf(ground);
  const width = ground.width * u, height = ground.height * u;
  const crosses: Segment[] = [];
  const every = (ground.grain ?? 1) > 1 ? 1 : 6;
  for (let x = every; x < ground.width; x += every) {
    for (let y = every; y < ground.height; y += every) {
      const cx = x * u, cy = height - y * u;
      crosses.push([[cx - 3.5, cy], [cx + 3.5, cy]], [[cx, cy - 3.5], [cx, cy + 3.5]]);
    }
  }
  return (
    `<rect x="-7" y="-7" width="${n(width + 14)}" height="${n(height + 14)}" rx="5" fill="${v("rim")}"/>` +
    `<rect width="${n(width)}" height="${n(height)}" fill="${v("ground")}"/>` +
    `<rect class="fine" width="${n(width)}" height="${n(height)}" fill="url(#stipple)"/>` +
    lines(crosses, { stroke: v("tick"), "stroke-width": 1, opacity: 0.55 })
  );
}

export const unitOf = (ground: TableGround): number => INCH * (ground.grain ?? 1);

/** The pattern of the ground: sparse dots of two tones. */
export function stipple(): string {
  const random = randomFrom("ground");
  const dots = Array.from({ length: 46 }, (_, i) => {
    const r = 0.5 + random() * 0.9;
    return `<circle cx="${n(random() * 80)}" cy="${n(random() * 80)}" r="${n(r)}" fill="${v(i % 2 ? "ground-dot" : "ground-dot2")}"/>`;
  });
  return `<pattern id="stipple" width="80" height="80" patternUnits="userSpaceOnUse">${dots.join("")}</pattern>`;
}

/** All pieces: areas, then shadows, then what is solid, the lower before the higher. */
export function drawPieces(ground: TableGround, turn = 0): string {
  const pieces = [...ground.pieces].sort((a, b) => a.floor + a.height - (b.floor + b.height));
  const areas = pieces.filter((piece) => piece.form === "area");
  const solid = pieces.filter((piece) => piece.form !== "area");
  const flat = (piece: Piece) => ["road", "field", "water", "deep"].indexOf(piece.kind);
  areas.sort((a, b) => flat(b) - flat(a));
  return (
    areas.map((piece) => drawPiece(ground, piece, turn)).join("") +
    `<g fill="${v("sh")}">${solid.map((piece) => shadow(ground, piece, turn)).join("")}</g>` +
    solid.map((piece) => drawPiece(ground, piece, turn)).join("")
  );
}

export function ringsOf(ground: TableGround, piece: Piece): Rings {
  const u = unitOf(ground);
  const at = ([x, y]: Dot): Dot => [x * u, (ground.height - y) * u];
  return [piece.outline.map(at), ...piece.holes.map((hole) => hole.map(at))];
}

/** What a piece's height throws to the right and down: 2 and 2.6 units for each inch. */
export function shadow(ground: TableGround, piece: Piece, turn = 0): string {
  const top = Math.max(0, piece.floor + piece.height) * (ground.grain ?? 1);
  if (!top) return "";
  const [ring] = ringsOf(ground, piece);
  const [dx, dy] = unturned([2 * top, 2.6 * top], turn);
  const thrown = ring!.map(([x, y]): Dot => [x + dx, y + dy]);
  const parts = [thrown, ...ring!.map((p, i) => [p, ring![(i + 1) % ring!.length]!, thrown[(i + 1) % ring!.length]!, thrown[i]!])];
  const clockwise = (part: Dot[]) => (signedArea(part) > 0 ? part : [...part].reverse());
  return `<path d="${parts.map((part) => pathOf(clockwise(part))).join("")}"/>`;
}

export function drawPiece(ground: TableGround, piece: Piece, turn = 0): string {
  const rings = ringsOf(ground, piece);
  const draw = DRAWINGS[piece.kind] ?? (piece.form === "area" ? plainArea : piece.form === "shell" ? building : block);
  return draw(piece, rings, unitOf(ground), ground, turn);
}

type Drawing = (piece: Piece, rings: Rings, u: number, ground: TableGround, turn: number) => string;

const seed = (piece: Piece) => randomFrom(`${piece.id} ${piece.kind} ${piece.outline.length}`);

// ---- areas ------------------------------------------------------------------------------------------

const soft = (rings: Rings, fill: string, edge: string, opacity = 1): string =>
  shape(rings, { fill, "fill-opacity": opacity }) +
  shape(rings, { fill: "none", stroke: edge, "stroke-width": 1.4, "stroke-dasharray": "5 3.5", "stroke-opacity": 0.75, ...FIXED });

const plainArea: Drawing = (_, rings) => soft(rings, v("mud"), v("ruinw"), 0.5);

const wood: Drawing = (piece, rings) => {
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

const rough: Drawing = (piece, rings, _u, _ground, turn) => {
  const tufts: Segment[] = [];
  const [left, tip, right] = ([[-4, 2], [-1, -3], [2, 2]] as Dot[]).map((p) => unturned(p, turn)) as [Dot, Dot, Dot];
  for (const [x, y] of scattered(inset(rings[0]!, 3), 0.62 * INCH, seed(piece), 10)) {
    tufts.push([[x + left[0], y + left[1]], [x + tip[0], y + tip[1]]], [[x + tip[0], y + tip[1]], [x + right[0], y + right[1]]]);
  }
  return soft(rings, v("mud"), v("ruinw"), 0.75) + fine(lines(tufts, { stroke: v("ink"), "stroke-width": 1.1, "stroke-opacity": 0.45 }));
};

const field: Drawing = (_, rings) =>
  soft(rings, v("wood"), v("tree1"), 0.35) +
  fine(lines(stripes(rings[0]!, longestEdge(rings[0]!), 0.5 * INCH), {
    stroke: v("tree2"), "stroke-width": 2.2, "stroke-opacity": 0.6, "stroke-dasharray": "5 2.5",
  }));

const road: Drawing = (_, rings) =>
  shape(rings, { fill: v("ground-dot"), "fill-opacity": 0.9, stroke: v("ground-dot2"), "stroke-width": 1.2 });

const water: Drawing = (piece, rings, u) => {
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

const dangerous: Drawing = (_, rings) => {
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

const ruin: Drawing = (piece, rings) => {
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

const pit: Drawing = (_, rings) => {
  const ring = rings[0]!;
  return (
    shape(rings, { fill: v("pit") }) +
    shape([inset(ring, 0.16 * INCH)], { fill: v("pit2") }) +
    fine(lines(teeth(ring, ring.map(() => true), 0.4 * INCH, 0.3 * INCH), { stroke: v("tick"), "stroke-width": 1.2, "stroke-opacity": 0.6 })) +
    shape(rings, { fill: "none", stroke: v("case"), "stroke-width": 1.6, ...FIXED })
  );
};

// ---- solids -----------------------------------------------------------------------------------------

const block: Drawing = (_, rings) =>
  shape(rings, { fill: v("rock2"), stroke: v("rock"), "stroke-width": 1.6 }) +
  fine(shape([inset(rings[0]!, 0.22 * INCH)], { fill: v("rock3"), "fill-opacity": 0.5 }));

function teeth(ring: Dot[], on: boolean[], spacing: number, size: number): Segment[] {
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

/** Lighter is higher; dense teeth on a sheer face, sparse ones where it can be climbed, wedges down a slope. */
const hill: Drawing = (piece, rings) => {
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

const ramp: Drawing = (piece, rings, u, ground, turn) => {
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

const rock: Drawing = (_, rings) => {
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

const wall: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("obst2"), stroke: v("obst"), "stroke-width": 1.4 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.5 * INCH), { stroke: v("obst"), "stroke-width": 1.2 }))
  );
};

const crates: Drawing = (_, rings) => {
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

const container: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("steel"), stroke: v("case"), "stroke-opacity": 0.5, "stroke-width": 1.2 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.28 * INCH), { stroke: v("steel2"), "stroke-width": 2.2 }))
  );
};

const bridge: Drawing = (_, rings) => {
  const [ax, ay] = longestEdge(rings[0]!);
  return (
    shape(rings, { fill: v("obst2"), stroke: v("obst"), "stroke-width": 2.4 }) +
    fine(lines(stripes(rings[0]!, [-ay, ax], 0.35 * INCH), { stroke: v("obst"), "stroke-width": 1 }))
  );
};

/** Thick walls, a roof in two tones with seams, gaps for doors, pale windows. */
const building: Drawing = (piece, rings, u, ground) => {
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
    ladders.map((one) => drawPiece(ground, one)).join("")
  );
}

/** Two rails and rungs. */
const ladder: Drawing = (_, rings) => {
  const ring = inset(rings[0]!, 0.12 * INCH);
  const [ax, ay] = longestEdge(ring);
  return (
    shape([ring], { fill: v("floor"), stroke: v("wall"), "stroke-width": 2 }) +
    lines(stripes(ring, [-ay, ax], 0.24 * INCH), { stroke: v("wall"), "stroke-width": 1.6 })
  );
};

const DRAWINGS: Record<string, Drawing> = {
  wood, rough, field, road, water, deep: water, dangerous, ruin, hill, rock, ramp, stairs: ramp, wall, barricade: wall,
  crates, container, bridge, block, building, pit, ladder,
};

/** What is written on a piece, if there is room: name and height of a building, the height of anything solid. */
export function labelOf(piece: Piece, pixels: number, unit = "″"): { at: Dot; text: string; turn: number } | null {
  const top = piece.floor + piece.height;
  if (piece.form === "area" || !top || ["wall", "barricade", "crates", "rock"].includes(piece.kind)) return null;
  const [l, t, r, b] = bounds(piece.outline);
  const wide = (r - l) * pixels, tall = (b - t) * pixels;
  const high = unit === "″" ? `${Math.round(top * 10) / 10}″` : heightText(top);
  const long = piece.form === "shell" ? `${piece.name} · roof ${high}` : high;
  const turn = wide < tall * 0.7 && long.length * 5.2 > wide ? -90 : 0;
  const reach = turn ? tall : wide, across = turn ? wide : tall;
  if (across < 16) return null;
  const text = long.length * 5.2 < reach - 8 ? long : high;
  if (text.length * 5.2 > reach) return null;
  const [x, y] = middle(piece.outline);
  const down = piece.form === "shell" && across > 44 ? (turn ? 0 : (b - t) / 4) : 0;
  return { at: [x, y - down], text, turn };
}
