/** Labels that never lie over each other: the weightier takes its place first, the less important is dropped. */
export interface Wish { id: string; x: number; y: number; width: number; height: number; reach: number; weight: number; must?: boolean }
export interface Laid { id: string; x: number; y: number }

type Box = [number, number, number, number];
const hits = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** For each wish the upper left corner of its label, near (x, y) at a distance of `reach`; left out where there is no room. */
export function layOut(wishes: readonly Wish[], taken: readonly Box[] = [], width = Infinity, height = Infinity): Laid[] {
  const boxes: Box[] = [...taken];
  const found: Laid[] = [];
  for (const wish of [...wishes].sort((a, b) => b.weight - a.weight)) {
    const { x, y, width: w, height: h, reach } = wish;
    const spots: [number, number][] = [
      [x + reach, y - h / 2], [x - reach - w, y - h / 2], [x - w / 2, y - reach - h], [x - w / 2, y + reach],
      [x + reach * 0.7, y - reach * 0.7 - h], [x - reach * 0.7 - w, y - reach * 0.7 - h],
      [x + reach * 0.7, y + reach * 0.7], [x - reach * 0.7 - w, y + reach * 0.7],
    ];
    const box = ([l, t]: [number, number]): Box => [l - 2, t - 2, l + w + 2, t + h + 2];
    const free = spots.find((spot) => {
      const b = box(spot);
      return b[0] >= 0 && b[1] >= 0 && b[2] <= width && b[3] <= height && !boxes.some((other) => hits(b, other));
    });
    const spot = free ?? (wish.must ? spots[0] : undefined);
    if (!spot) continue;
    boxes.push(box(spot));
    found.push({ id: wish.id, x: spot[0], y: spot[1] });
  }
  return found;
}

/** About how wide a text is in Inter at this size. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.54;

/** A word inside a diamond whose corners are `d` from its middle: smaller where it must be, and cut short below what can be read. */
export function inDiamond(word: string, d: number): { text: string; size: number } {
  const room = 1.5 * d, usual = Math.max(10, d * 0.85), least = 8;
  const size = Math.max(least, Math.min(usual, (usual * room) / textWidth(word, usual)));
  let text = word;
  while (text.length > 1 && textWidth(text, size) > room + 0.01) text = text.slice(0, -1);
  return { text, size };
}
