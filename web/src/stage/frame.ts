/**
 * Where things lie on the board that is drawn. On a table that is where the scene says; on a grid a scene counts columns
 * and rows, and the board has a place for the middle of each cell. Hexagons stand on a corner; odd rows lie half a cell to
 * the right.
 */
import type { Dot, GridGround, GridScene, TableScene } from "./types";

export interface Frame {
  kind: "table" | "grid";
  width: number;
  height: number;
  /** How many inches of pattern a unit is drawn with. */
  grain: number;
  unit: string;
  /** From the scene to the board, and back (on a grid: the cell under a point). */
  place(p: readonly number[]): Dot;
  back(p: Dot): Dot;
  /** Where something put down here comes to lie. */
  snap(p: Dot): Dot;
  /** The border of a cell. */
  cell(at: readonly number[]): Dot[];
  holds(at: readonly number[]): boolean;
}

const ROW = 0.866;

export function frameOf(scene: TableScene | GridScene): Frame {
  return scene.kind === "table" ? tableFrame(scene) : gridFrame(scene.ground);
}

function tableFrame({ ground }: TableScene): Frame {
  const same = (p: readonly number[]): Dot => [p[0]!, p[1]!];
  return {
    kind: "table", width: ground.width, height: ground.height, grain: ground.grain ?? 1, unit: ground.unit, place: same, back: same,
    snap: same, cell: () => [], holds: () => false,
  };
}

function gridFrame(ground: GridGround): Frame {
  const hex = ground.shape === "hex";
  const place = ([c, r]: readonly number[]): Dot => (hex ? [c! + 0.5 + (r! % 2 ? 0.5 : 0), (r! + 0.5) * ROW + 0.07] : [c! + 0.5, r! + 0.5]);
  const back = (p: Dot): Dot => {
    if (!hex) return [Math.floor(p[0]), Math.floor(p[1])];
    const row = (p[1] - 0.07) / ROW - 0.5;
    let best = Infinity;
    let found: Dot = [0, 0];
    for (const r of [Math.floor(row), Math.ceil(row)]) {
      const column = Math.round(p[0] - 0.5 - (r % 2 ? 0.5 : 0));
      const [x, y] = place([column, r]);
      const far = Math.hypot(x - p[0], y - p[1]);
      if (far < best) { best = far; found = [column, r]; }
    }
    return found;
  };
  const holds = ([c, r]: readonly number[]): boolean => c! >= 0 && r! >= 0 && c! < ground.columns && r! < ground.rows;
  return {
    kind: "grid", width: ground.columns + (hex ? 0.5 : 0), height: hex ? ground.rows * ROW + 0.14 : ground.rows, grain: 4, unit: "",
    place, back, holds,
    snap: (p) => {
      const [c, r] = back(p);
      return place([Math.min(ground.columns - 1, Math.max(0, c)), Math.min(ground.rows - 1, Math.max(0, r))]);
    },
    cell: (at) => {
      const [x, y] = place(at);
      if (!hex) return [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]];
      return [0, 1, 2, 3, 4, 5].map((k): Dot => [x + 0.577 * Math.sin((k * Math.PI) / 3), y + 0.577 * Math.cos((k * Math.PI) / 3)]);
    },
  };
}

/** `e6` as column 4, row 5. */
export function parseCell(name: string): Dot | null {
  const found = /^([a-z]+)(\d+)$/i.exec(name);
  if (!found) return null;
  let column = 0;
  for (const letter of found[1]!.toLowerCase()) column = column * 26 + (letter.charCodeAt(0) - 96);
  return [column - 1, Number(found[2]) - 1];
}
