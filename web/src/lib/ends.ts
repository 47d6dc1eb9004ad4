import { cellName } from "../stage/describe";
import type { Answer } from "./wire";

/** Where each model of an answer ends: the last point of its path, or its place; nowhere new if it stays. */
export function ends(answer: Answer): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const [name, way] of Object.entries((answer ?? {}) as Record<string, unknown>)) {
    const list = way as number[] | number[][];
    const last = Array.isArray(list[0]) ? (list as number[][]).at(-1) : (list as number[]);
    if (last?.length) found[name] = last;
  }
  return found;
}

/** The place where a model ends, the way it is typed: `c4` on a grid, `26.51 15.5` on a table; empty if it stays. */
export function typedAs(answer: Answer, name: string, grid: boolean): string {
  const [x, y] = ends(answer)[name] ?? [];
  if (x === undefined || y === undefined) return "";
  if (grid) return cellName(x, y);
  return `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
}
