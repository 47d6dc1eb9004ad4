/** The plane geometry of drawing. No rules: what is legal the server says. */
import type { Dot } from "./types";

export function signedArea(ring: Dot[]): number {
  let area = 0;
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
    area += x0 * y1 - x1 * y0;
  }
  return area / 2;
}

/** The centre of area of a ring. */
export function middle(ring: Dot[]): Dot {
  let area = 0, x = 0, y = 0;
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return Math.abs(area) < 1e-9 ? ring[0]! : [x / (3 * area), y / (3 * area)];
}

export function inside(ring: Dot[], x: number, y: number): boolean {
  let found = false;
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)) found = !found;
  }
  return found;
}

/** Rings with holes by the even-odd rule. */
export function insideAll(rings: Dot[][], x: number, y: number): boolean {
  let found = false;
  for (const ring of rings) if (inside(ring, x, y)) found = !found;
  return found;
}

export function bounds(ring: Dot[]): [number, number, number, number] {
  let [l, t, r, b] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    l = Math.min(l, x); r = Math.max(r, x); t = Math.min(t, y); b = Math.max(b, y);
  }
  return [l, t, r, b];
}

/** The direction of a ring's longest edge. */
export function longestEdge(ring: Dot[]): Dot {
  let best = 0;
  let found: Dot = [1, 0];
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
    const size = Math.hypot(x1 - x0, y1 - y0);
    if (size > best + 1e-9) { best = size; found = [(x1 - x0) / size, (y1 - y0) / size]; }
  }
  return found;
}

export type Segment = [Dot, Dot];

/** Parallel lines inside a ring, in the direction `along`, `spacing` apart. */
export function stripes(ring: Dot[], [ux, uy]: Dot, spacing: number, offset = 0.5): Segment[] {
  const places = ring.map(([x, y]) => x * -uy + y * ux);
  const found: Segment[] = [];
  const end = Math.max(...places);
  for (let place = Math.min(...places) + spacing * offset; place < end; place += spacing) {
    const cuts: number[] = [];
    for (let i = 0; i < ring.length; i++) {
      const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
      const s0 = x0 * -uy + y0 * ux - place, s1 = x1 * -uy + y1 * ux - place;
      if (s0 > 0 !== s1 > 0) {
        const share = s0 / (s0 - s1);
        cuts.push((x0 + (x1 - x0) * share) * ux + (y0 + (y1 - y0) * share) * uy);
      }
    }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const a = cuts[i]!, b = cuts[i + 1]!;
      found.push([[a * ux - place * uy, a * uy + place * ux], [b * ux - place * uy, b * uy + place * ux]]);
    }
  }
  return found;
}

/** The part of a ring on one side of a line through `point`. */
export function halfOf(ring: Dot[], point: Dot, [ux, uy]: Dot): Dot[] {
  const result: Dot[] = [];
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]!, [x1, y1] = ring[(i + 1) % ring.length]!;
    const s0 = ux * (y0 - point[1]) - uy * (x0 - point[0]);
    const s1 = ux * (y1 - point[1]) - uy * (x1 - point[0]);
    if (s0 <= 0) result.push([x0, y0]);
    if (s0 > 0 !== s1 > 0) {
      const share = s0 / (s0 - s1);
      result.push([x0 + (x1 - x0) * share, y0 + (y1 - y0) * share]);
    }
  }
  return result;
}

/** A ring drawn in, each edge by its own depth; the ring itself where that fails. */
export function insetBy(ring: Dot[], depths: number[]): Dot[] {
  const turn = signedArea(ring) > 0 ? 1 : -1;
  const size = ring.length;
  const lines = ring.map(([x0, y0], i) => {
    const [x1, y1] = ring[(i + 1) % size]!;
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const nx = (-turn * (y1 - y0)) / length, ny = (turn * (x1 - x0)) / length;
    const depth = depths[i] ?? 0;
    return { x: x0 + nx * depth, y: y0 + ny * depth, dx: (x1 - x0) / length, dy: (y1 - y0) / length };
  });
  const result = ring.map((_, i): Dot => {
    const a = lines[(i + size - 1) % size]!, b = lines[i]!;
    const across = a.dx * b.dy - a.dy * b.dx;
    if (Math.abs(across) < 1e-6) return [b.x, b.y];
    const t = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / across;
    return [a.x + a.dx * t, a.y + a.dy * t];
  });
  // No edge may run the other way: then the ring has been drawn through itself.
  const whole = lines.every(({ dx, dy }, i) => {
    const a = result[i]!, b = result[(i + 1) % size]!;
    return (b[0] - a[0]) * dx + (b[1] - a[1]) * dy > -1e-9;
  });
  return whole ? result : ring;
}

export const inset = (ring: Dot[], depth: number): Dot[] => insetBy(ring, ring.map(() => depth));

/** Spots inside a ring, no two closer than `apart`. */
export function scattered(ring: Dot[], apart: number, random: () => number, tries = 12): Dot[] {
  const [left, top, right, bottom] = bounds(ring);
  const found: Dot[] = [];
  const wanted = Math.max(1, Math.floor(((right - left) * (bottom - top)) / (apart * apart)));
  for (let i = 0; i < wanted * tries && found.length < 400; i++) {
    const x = left + random() * (right - left), y = top + random() * (bottom - top);
    if (inside(ring, x, y) && found.every(([a, b]) => (x - a) ** 2 + (y - b) ** 2 >= apart * apart)) found.push([x, y]);
  }
  return found;
}

/** A small generator with a memory of its seed: the same wood grows the same trees on every screen. */
export function randomFrom(seed: string): () => number {
  let h = 1779033703 ^ seed.length;
  for (let i = 0; i < seed.length; i++) {
    h = Math.imul(h ^ seed.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  let a = h >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// ---- paths ------------------------------------------------------------------------------------------

export const apart = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);

export function lengthOf(path: readonly (readonly number[])[]): number {
  let length = 0;
  for (let i = 1; i < path.length; i++) length += apart(path[i - 1]!, path[i]!);
  return length;
}

/** The point after so many inches of a path, and the number of the leg it lies on. */
export function along(path: readonly (readonly number[])[], inches: number): { at: Dot; leg: number } {
  let left = inches;
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1]!, b = path[i]!;
    const size = apart(a, b);
    if (left <= size && size > 0) {
      const share = left / size;
      return { at: [a[0]! + (b[0]! - a[0]!) * share, a[1]! + (b[1]! - a[1]!) * share], leg: i };
    }
    left -= size;
  }
  const last = path[path.length - 1]!;
  return { at: [last[0]!, last[1]!], leg: path.length - 1 };
}

/** A path cut in two at so many inches. */
export function cutAt(path: readonly (readonly number[])[], inches: number): [Dot[], Dot[]] {
  const points = path.map((p): Dot => [p[0]!, p[1]!]);
  if (lengthOf(points) <= inches) return [points, []];
  const { at, leg } = along(points, inches);
  return [[...points.slice(0, leg), at], [at, ...points.slice(leg)]];
}

/** How near to the limit the end of a drag stops at it. */
export const STICKY = 0.25;
/** A hair less than the limit, so that rounding never makes a legal move too long. */
const HAIR = 0.003;

/**
 * Where a dragged end point comes to lie: within `STICKY` beyond the limit it stops at the limit, and says so. `before`
 * are the start and the waypoints.
 */
export function stopAtLimit(before: readonly (readonly number[])[], end: Dot, limit: number): { at: Dot; stopped: boolean } {
  const spent = lengthOf(before);
  const from = before[before.length - 1]!;
  const last = apart(from, end);
  const room = limit - spent;
  if (room <= 0 || last === 0) return { at: end, stopped: false };
  if (last > room - STICKY / 2 && last <= room + STICKY) {
    const share = Math.max(0, room - HAIR) / last;
    return { at: [from[0]! + (end[0] - from[0]!) * share, from[1]! + (end[1] - from[1]!) * share], stopped: true };
  }
  return { at: end, stopped: false };
}

/** The two outer rays from a point to a disc: where a wedge of sight touches its target. */
export function tangents(from: Dot, to: Dot, radius: number): [Dot, Dot] {
  const far = apart(from, to) || 1;
  const ux = (to[0] - from[0]) / far, uy = (to[1] - from[1]) / far;
  return [[to[0] - uy * radius, to[1] + ux * radius], [to[0] + uy * radius, to[1] - ux * radius]];
}

export function nearestOnSegment(p: Dot, [x1, y1, x2, y2]: readonly [number, number, number, number]): Dot {
  const dx = x2 - x1, dy = y2 - y1;
  const size = dx * dx + dy * dy;
  const share = size ? Math.min(1, Math.max(0, ((p[0] - x1) * dx + (p[1] - y1) * dy) / size)) : 0;
  return [x1 + dx * share, y1 + dy * share];
}

// ---- writing ----------------------------------------------------------------------------------------

export const n = (value: number): string => String(Math.round(value * 100) / 100);
export const pathOf = (points: readonly (readonly number[])[], closed = true): string =>
  points.length ? `M${points.map((p) => `${n(p[0]!)} ${n(p[1]!)}`).join("L")}${closed ? "Z" : ""}` : "";
export const linesOf = (segments: Segment[]): string =>
  segments.map(([a, b]) => `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`).join("");
