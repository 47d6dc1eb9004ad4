/**
 * How terrain is drawn: area terrain soft with a dashed edge, solid terrain hard with a shadow by its height. Everything
 * here is text made once for a ground; colours are CSS variables, so a change of theme draws nothing anew.
 * 20 units an inch, y down.
 */
import { bounds, middle, n, pathOf, randomFrom, signedArea, type Segment } from "./geometry";
import { heightText, unturned } from "./cells";
import { dangerous, field, pit, plainArea, road, rough, ruin, water, wood } from "./terrain/areas";
import { INCH, lines, ringsOf, unitOf, v, type Drawing } from "./terrain/brush";
import { building, ladder } from "./terrain/buildings";
import { block, bridge, container, crates, hill, ramp, rock, wall } from "./terrain/solids";
import type { Dot, Piece, TableGround } from "./types";

export { drawOpen } from "./terrain/buildings";
export { INCH };

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
