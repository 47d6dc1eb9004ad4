/** Where the reason of a refused drop stands: beside the place, on the screen, away from the length of the plan. */
import { textWidth } from "../labels";
import type { Dot, Refusal } from "../types";

export const sentence = ({ reason, clause }: Refusal): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${clause ? ` · ${clause}` : ""}`;

/** What is free of a screen for words, and where on it one begins to draw. */
export interface Free { width: number; top: number; bottom: number; x: number; y: number }
const LINE = 26, NEAR = 60;

/** The middle of the words. `ghost`: where the model stands instead, with its length above or below it. */
export function placed(text: string, at: Dot, r: number, ghost: Dot | null, free: Free): Dot {
  const half = textWidth(text, 12) / 2 + 18;
  const x = Math.min(free.width - half, Math.max(half, at[0] + free.x)) - free.x;
  const above = ghost !== null && at[1] < ghost[1];
  const off = r + LINE + (ghost !== null && Math.abs(at[1] - ghost[1]) < NEAR ? LINE + 4 : 0);
  const y = Math.min(free.bottom - 16, Math.max(free.top, at[1] + (above ? -off : off) + free.y)) - free.y;
  return [x, y];
}

/** The room that the words take. */
export function boxOf(text: string, [x, y]: Dot): [number, number, number, number] {
  const half = textWidth(text, 12) / 2 + 9;
  return [x - half, y - 12, x + half, y + 12];
}
