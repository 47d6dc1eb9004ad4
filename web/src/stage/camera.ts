/** Where the table lies on the screen: pixels an inch, the screen place of the table's middle, and quarter turns. */
import type { Dot } from "./types";

export interface Camera {
  /** Pixels an inch. */
  scale: number;
  /** Screen place of the table's middle. */
  x: number;
  y: number;
  /** Quarter turns, clockwise. */
  turn: number;
}
/** `grain`: how many inches of pattern a unit is drawn with; one unless told. */
export interface Size { width: number; height: number; grain?: number }
export interface Insets { top?: number; right?: number; bottom?: number; left?: number }

export const LEAST = 0.6;
export const MOST = 6;
/** The frame that is drawn round the table, in inches of pattern. */
export const FRAME = 0.4;

const COS = [1, 0, -1, 0], SIN = [0, 1, 0, -1];

/** From the table (y up) to the screen (y down). */
export function toScreen(c: Camera, table: Size, x: number, y: number): Dot {
  const dx = (x - table.width / 2) * c.scale, dy = (table.height / 2 - y) * c.scale;
  const cos = COS[c.turn % 4]!, sin = SIN[c.turn % 4]!;
  return [c.x + dx * cos - dy * sin, c.y + dx * sin + dy * cos];
}

export function toTable(c: Camera, table: Size, sx: number, sy: number): Dot {
  const cos = COS[c.turn % 4]!, sin = SIN[c.turn % 4]!;
  const dx = sx - c.x, dy = sy - c.y;
  const rx = dx * cos + dy * sin, ry = -dx * sin + dy * cos;
  return [rx / c.scale + table.width / 2, table.height / 2 - ry / c.scale];
}

/** The size of the table as it lies: turned by a quarter it is as wide as it was deep. */
export const lying = (table: Size, turn: number): Size =>
  turn % 2 ? { width: table.height, height: table.width } : table;

function room(screen: Size, insets: Insets): { width: number; height: number; x: number; y: number } {
  const left = insets.left ?? 0, top = insets.top ?? 0;
  const width = Math.max(40, screen.width - left - (insets.right ?? 0));
  const height = Math.max(40, screen.height - top - (insets.bottom ?? 0));
  return { width, height, x: left + width / 2, y: top + height / 2 };
}

/** Pixels an inch at which the whole table fits, with a rim round it: on a small board the drawn frame is wider than that. */
export function fitScale(table: Size, screen: Size, turn: number, insets: Insets = {}, rim = 14): number {
  const size = lying(table, turn), free = room(screen, insets);
  const fits = (pixels: number, units: number): number => Math.min((pixels - 2 * rim) / units, pixels / (units + (2 * FRAME) / (table.grain ?? 1)));
  return Math.max(1, Math.min(fits(free.width, size.width), fits(free.height, size.height)));
}

export function fit(table: Size, screen: Size, turn: number, insets: Insets = {}, rim = 14): Camera {
  const free = room(screen, insets);
  return { scale: fitScale(table, screen, turn, insets, rim), x: free.x, y: free.y, turn };
}

/** The camera that shows a box of the table, no closer than `closest` pixels an inch. */
export function showBox(
  table: Size, screen: Size, turn: number, box: [number, number, number, number], insets: Insets = {}, closest = Infinity,
): Camera {
  const free = room(screen, insets);
  box = shifted(box, table);
  const size = lying({ width: Math.max(1, box[2] - box[0]), height: Math.max(1, box[3] - box[1]) }, turn);
  const least = fitScale(table, screen, turn, insets) * LEAST;
  const scale = Math.max(least, Math.min(closest, free.width / size.width, free.height / size.height));
  const start: Camera = { scale, x: free.x, y: free.y, turn };
  const [sx, sy] = toScreen(start, table, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  return snug({ ...start, x: start.x + free.x - sx, y: start.y + free.y - sy }, table, screen, insets);
}

/** Leaves no empty room beside the table that the table could fill: pushed up to its rim, or in the middle where all of it fits. */
export function snug(c: Camera, table: Size, screen: Size, insets: Insets, rim = 14): Camera {
  const size = lying(table, c.turn), free = room(screen, insets);
  const within = (middle: number, long: number, at: number, width: number): number => {
    const spare = Math.max(0, (long * c.scale) / 2 + rim - width / 2);
    return Math.min(at + spare, Math.max(at - spare, middle));
  };
  return { ...c, x: within(c.x, size.width, free.x, free.width), y: within(c.y, size.height, free.y, free.height) };
}

/** A box pushed onto the table, as far as it fits: no room is wasted on what lies beyond the edge. */
function shifted([l, b, r, t]: [number, number, number, number], table: Size): [number, number, number, number] {
  const fix = (low: number, high: number, size: number): [number, number] => {
    if (high - low >= size + 2) return [-1, size + 1];
    const by = low < -1 ? -1 - low : high > size + 1 ? size + 1 - high : 0;
    return [low + by, high + by];
  };
  const [x0, x1] = fix(l, r, table.width), [y0, y1] = fix(b, t, table.height);
  return [x0, y0, x1, y1];
}

/** Zooms so that what lies under (sx, sy) stays there; between 0.6 and 6 times fit. */
export function zoomAt(c: Camera, table: Size, screen: Size, factor: number, sx: number, sy: number, insets: Insets = {}): Camera {
  const usual = fitScale(table, screen, c.turn, insets);
  const scale = Math.min(usual * MOST, Math.max(usual * LEAST, c.scale * factor));
  const share = scale / c.scale;
  return clamp({ ...c, scale, x: sx + (c.x - sx) * share, y: sy + (c.y - sy) * share }, table, screen, insets);
}

export function pan(c: Camera, table: Size, screen: Size, dx: number, dy: number, insets: Insets = {}): Camera {
  return clamp({ ...c, x: c.x + dx, y: c.y + dy }, table, screen, insets);
}

/** Keeps a third of the free room covered by the table, so that it cannot be lost. */
export function clamp(c: Camera, table: Size, screen: Size, insets: Insets = {}): Camera {
  const size = lying(table, c.turn), free = room(screen, insets);
  const halfX = (size.width * c.scale) / 2, halfY = (size.height * c.scale) / 2;
  const reachX = Math.max(0, halfX + free.width / 2 - Math.min(free.width, 2 * halfX) / 1.5);
  const reachY = Math.max(0, halfY + free.height / 2 - Math.min(free.height, 2 * halfY) / 1.5);
  return {
    ...c,
    x: Math.min(free.x + reachX, Math.max(free.x - reachX, c.x)),
    y: Math.min(free.y + reachY, Math.max(free.y - reachY, c.y)),
  };
}

/** Somewhere between two cameras, for a glide. */
export function between(a: Camera, b: Camera, share: number): Camera {
  const t = 1 - (1 - share) ** 3;
  const scale = a.scale * (b.scale / a.scale) ** t;
  return { scale, x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, turn: b.turn };
}

/** Half a turn more where what is `near` to the player would lie at the top or on the right. */
export function facing(table: Size, turn: number, near: Dot | null): number {
  if (!near) return turn;
  const [x, y] = toScreen({ scale: 1, x: 0, y: 0, turn }, table, ...near), size = lying(table, turn);
  const away = Math.abs(x / size.width) > Math.abs(y / size.height) ? x > 0 : y < 0;
  return away ? (turn + 2) % 4 : turn;
}

/** Which turn fills the screen better: a portrait table on a landscape screen is laid on its side. */
export function bestTurn(table: Size, screen: Size): number {
  return fitScale(table, screen, 1) > 1.15 * fitScale(table, screen, 0) ? 1 : 0;
}

/** Pixels that dice on the table want, below it. */
const STRIP = 236;
/** The room that a board leaves free below itself, if that is enough for a strip of dice; it may lie on its side. */
export function freeStrip(screen: Size, { columns, rows }: { columns: number; rows: number }): { bottom: number } | null {
  const [long, short] = [Math.max(columns, rows), Math.min(columns, rows)];
  return screen.height - (screen.width * short) / long >= STRIP - 40 && screen.width > 700 ? { bottom: STRIP } : null;
}
