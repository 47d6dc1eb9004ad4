/** The ground of a grid as a picture: heights, pits, growth, rock, water, hazards, ladders. 80 units a cell, y down. */
import type { Frame } from "./frame";
import { inset, middle, n, pathOf, randomFrom } from "./geometry";
import type { CellInfo, Dot, GridGround } from "./types";

export const CELL = 80;
const v = (name: string): string => `var(--${name})`;

/** `turn` are the quarter turns by which the picture will be laid: light comes from the upper left of the screen all the same. */
export function drawGrid(ground: GridGround, frame: Frame, turn = 0): string {
  const width = frame.width * CELL, height = frame.height * CELL;
  const at = (p: Dot): Dot => [p[0] * CELL, (frame.height - p[1]) * CELL];
  const known = new Map(ground.cells.map((cell) => [cell.at.join(), cell]));
  const heightOf = (c: number, r: number): number => known.get(`${c},${r}`)?.height ?? 0;
  const ring = (cell: readonly number[]): Dot[] => frame.cell(cell).map(at);
  const everyCell: Dot[] = [];
  for (let r = 0; r < ground.rows; r++) for (let c = 0; c < ground.columns; c++) everyCell.push([c, r]);
  const lines = everyCell.map((cell) => pathOf(ring(cell))).join("");
  const raised = ground.cells.filter((cell) => cell.height > 0).sort((a, b) => a.height - b.height);
  const shadows = raised.map((cell) => {
    const d = Math.min(14, 9 * cell.height);
    const [dx, dy] = unturned([d, d * 1.2], turn);
    return `<path d="${pathOf(ring(cell.at).map(([x, y]): Dot => [x + dx, y + dy]))}"/>`;
  });
  return (
    `<rect x="-7" y="-7" width="${n(width + 14)}" height="${n(height + 14)}" rx="5" fill="${v("rim")}"/>` +
    `<rect width="${n(width)}" height="${n(height)}" fill="${v("ground")}"/><rect class="fine" width="${n(width)}" height="${n(height)}" fill="url(#stipple)"/>` +
    `<path d="${lines}" fill="none" stroke="${v("tick")}" stroke-opacity=".28" stroke-width="1.2"/>` +
    ground.cells.filter((cell) => cell.height < 0).map((cell) => pit(cell, ring(cell.at))).join("") +
    `<g fill="${v("sh")}">${shadows.join("")}</g>` +
    raised.map((cell) => plateau(cell, ring(cell.at), ground.shape === "square", heightOf, turn)).join("") +
    ground.cells.map((cell) => marks(cell, ring(cell.at), turn)).join("") +
    ground.ladders.map(([a, b]) => ladder(at(frame.place(a)), at(frame.place(b)))).join("")
  );
}

/** A direction on the screen as it is before the picture is turned. */
export function unturned([x, y]: Dot, turn: number): Dot {
  return ([[x, y], [y, -x], [-x, -y], [-y, x]] as const)[((turn % 4) + 4) % 4] as Dot;
}

function plateau(cell: CellInfo, ring: Dot[], square: boolean, heightOf: (c: number, r: number) => number, turn: number): string {
  const tone = cell.height < 1 ? "rock" : cell.height < 2 ? "rock2" : "rock3";
  const [c, r] = cell.at;
  const face = `<path d="${pathOf(ring)}" fill="${v(tone)}" stroke="${v("case")}" stroke-opacity=".25"/>`;
  if (!square) return `${face}<path d="${pathOf(inset(ring, 2))}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3"/>`;
  const light = unturned([-0.6, -0.8], turn);
  // y runs down here: the cell above is the next row.
  const [bl, br, tr, tl] = inset(ring, 2) as [Dot, Dot, Dot, Dot];
  const sides: [Dot, Dot, Dot, number][] = [
    [tl, tr, [0, -1], heightOf(c, r + 1)], [tl, bl, [-1, 0], heightOf(c - 1, r)], [bl, br, [0, 1], heightOf(c, r - 1)], [tr, br, [1, 0], heightOf(c + 1, r)],
  ];
  return face + sides.filter(([, , , beside]) => beside < cell.height).map(([a, b, normal]) => {
    const lit = normal[0] * light[0] + normal[1] * light[1] > 0;
    return `<path d="${pathOf([a, b], false)}" stroke="${lit ? "#fff" : "#000"}" stroke-opacity="${lit ? 0.46 : 0.38}" stroke-width="4" fill="none"/>`;
  }).join("");
}

function pit(cell: CellInfo, ring: Dot[]): string {
  const random = randomFrom(cell.at.join());
  const inner = inset(ring, 5);
  const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]);
  const left = Math.min(...xs), top = Math.min(...ys), wide = Math.max(...xs) - left;
  const teeth = Array.from({ length: 9 }, (_, i) => `M${n(left + 6 + (i * (wide - 12)) / 8)} ${n(top + 5)}v${n(6 + random() * 6)}`).join("");
  return (
    `<path d="${pathOf(ring)}" fill="${v("pit")}"/><path d="${pathOf(inner)}" fill="${v("pit2")}"/>` +
    `<path class="fine" d="${teeth}" stroke="${v("tick")}" stroke-opacity=".6" stroke-width="1.4"/>`
  );
}

function marks(cell: CellInfo, ring: Dot[], turn: number): string {
  const [x, y] = middle(ring);
  const has = (mark: string) => cell.marks.includes(mark);
  if (has("impassable")) return rock(cell, x, y);
  if (has("water")) return water(cell, ring);
  const found: string[] = [];
  if (has("hindering")) found.push(bush(cell, ring, x, y));
  else if (has("rough")) found.push(rough(cell, ring, turn));
  if (cell.hazard) found.push(hazard(ring, x, y));
  return found.join("");
}

const soft = (ring: Dot[], fill: string, edge: string, opacity: number) =>
  `<path d="${pathOf(inset(ring, 4))}" fill="${v(fill)}" fill-opacity="${opacity}" stroke="${v(edge)}" stroke-width="1.6" stroke-dasharray="6 4" stroke-opacity=".8"/>`;

function bush(cell: CellInfo, ring: Dot[], x: number, y: number): string {
  const random = randomFrom(`bush ${cell.at.join()}`);
  const crowns = Array.from({ length: 5 }, (_, i) => {
    const angle = random() * 6.28, far = i ? 10 + random() * 10 : 0;
    return { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle), r: 13 + random() * 7 };
  }).sort((a, b) => b.r - a.r);
  const shade = crowns.map((c) => `<circle cx="${n(c.x + 4)}" cy="${n(c.y + 5)}" r="${n(c.r)}"/>`).join("");
  return (
    soft(ring, "wood", "tree3", 0.55) + `<g fill="${v("sh")}">${shade}</g>` +
    crowns.map((c, i) =>
      `<circle cx="${n(c.x)}" cy="${n(c.y)}" r="${n(c.r)}" fill="${v(i % 2 ? "tree2" : "tree1")}" stroke="${v("tree3")}" stroke-width="1"/>` +
      `<circle class="fine" cx="${n(c.x - c.r * 0.25)}" cy="${n(c.y - c.r * 0.3)}" r="${n(c.r * 0.4)}" fill="${v("tree3")}" fill-opacity=".7"/>`).join("")
  );
}

function rough(cell: CellInfo, ring: Dot[], turn: number): string {
  const random = randomFrom(`rough ${cell.at.join()}`);
  const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]);
  const tufts = Array.from({ length: 12 }, () => {
    const x = Math.min(...xs) + 12 + random() * 56, y = Math.min(...ys) + 14 + random() * 54;
    return pathOf(([[-5, 3], [-1, -4], [3, 3]] as Dot[]).map((p) => { const [a, b] = unturned(p, turn); return [x + a, y + b]; }), false);
  }).join("");
  return soft(ring, "mud", "ruinw", 0.75) + `<path class="fine" d="${tufts}" fill="none" stroke="${v("ink")}" stroke-opacity=".45" stroke-width="1.3"/>`;
}

function rock(cell: CellInfo, x: number, y: number): string {
  const random = randomFrom(`rock ${cell.at.join()}`);
  const turn = random() * 6.28;
  const ring = Array.from({ length: 7 }, (_, i): Dot => {
    const angle = turn + (i * 6.283) / 7, r = 29 + random() * 8;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  const peak: Dot = [x - 4, y - 6];
  const faces = ring.map((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    const mx = (a[0] + b[0]) / 2 - x, my = (a[1] + b[1]) / 2 - y;
    const lit = (-mx * 0.6 - my * 0.8) / (Math.hypot(mx, my) || 1);
    return `<path d="${pathOf([a, b, peak])}" fill="${v(lit > 0.25 ? "rock3" : lit > -0.45 ? "rock2" : "rock")}"/>`;
  });
  return (
    `<path d="${pathOf(ring.map(([a, b]): Dot => [a + 10, b + 13]))}" fill="${v("sh")}"/>` + faces.join("") +
    `<path d="${pathOf(ring)}" fill="none" stroke="${v("rock")}" stroke-width="1.6"/>`
  );
}

function water(cell: CellInfo, ring: Dot[]): string {
  const random = randomFrom(`water ${cell.at.join()}`);
  const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]);
  const waves = Array.from({ length: 6 }, () => `M${n(Math.min(...xs) + 8 + random() * 46)} ${n(Math.min(...ys) + 12 + random() * 58)}q4 -4 8 0t8 0`).join("");
  return (
    `<path d="${pathOf(ring)}" fill="${v("water")}" stroke="${v("water")}" stroke-width="1"/>` +
    `<path class="fine" d="${waves}" fill="none" stroke="${v("water2")}" stroke-opacity=".8" stroke-width="1.6"/>`
  );
}

function hazard(ring: Dot[], x: number, y: number): string {
  const inner = inset(ring, 3);
  const xs = inner.map((p) => p[0]), ys = inner.map((p) => p[1]);
  const l = Math.min(...xs), r = Math.max(...xs), t = Math.min(...ys), b = Math.max(...ys);
  const bands = [0.25, 0.6, 0.95].map((k) => `M${n(l)} ${n(t + (b - t) * k)}L${n(l + (r - l) * k)} ${n(t)}`).join("") +
    [0.3, 0.65].map((k) => `M${n(l + (r - l) * k)} ${n(b)}L${n(r)} ${n(t + (b - t) * k)}`).join("");
  return (
    `<path d="${pathOf(inner)}" fill="${v("haz")}" fill-opacity=".6"/><path class="fine" d="${bands}" stroke="${v("case")}" stroke-opacity=".35" stroke-width="8"/>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="4" fill="${v("case")}" fill-opacity=".4"/>`
  );
}

function ladder(a: Dot, b: Dot): string {
  const mx = (a[0] + b[0]) / 2, my = (a[1] + b[1]) / 2;
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return (
    `<g transform="translate(${n(mx)} ${n(my)}) rotate(${n(turn)})" stroke="${v("obst2")}" stroke-width="3" fill="none">` +
    `<path d="M-18 -8H18M-18 8H18M-13 -8V8M-4.5 -8V8M4 -8V8M12.5 -8V8" stroke="${v("case")}" stroke-width="6" stroke-opacity=".5"/>` +
    `<path d="M-18 -8H18M-18 8H18M-13 -8V8M-4.5 -8V8M4 -8V8M12.5 -8V8"/></g>`
  );
}

/** ½, 1, 2; pits with a minus. */
export function heightText(height: number): string {
  const size = Math.abs(height);
  const whole = Math.floor(size);
  const text = size % 1 === 0.5 ? `${whole || ""}½` : String(size);
  return height < 0 ? `−${text}` : text;
}
