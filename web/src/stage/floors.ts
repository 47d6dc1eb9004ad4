/** Buildings with upper floors: which there are, and on which somebody stands. */
import { t } from "../lib/strings";
import { insideAll } from "./geometry";
import type { Piece } from "./types";

export interface Storey { name: string; words: string; z: number }

/** The floors of a building, the lowest first and the roof last; none where there is but one. */
export function storeys(piece: Piece): Storey[] {
  const upper = piece.levels.filter((level) => level > 0).sort((a, b) => a - b);
  if (piece.form !== "shell" || !upper.length) return [];
  return [
    { name: t("stage.floor.ground"), words: t("stage.floor.groundWords"), z: piece.floor },
    ...upper.map((level, i) => ({ name: String(i + 1), words: t("stage.floor.words", { n: i + 1 }), z: piece.floor + level })),
    { name: t("stage.floor.roof"), words: t("stage.floor.roofWords"), z: piece.floor + piece.height },
  ];
}

/** Feet may stand a little lower than a floor. */
const STEP = 0.25;

/** The number of the highest floor that is not above somebody's feet. */
export function storeyAt(floors: readonly Storey[], z: number): number {
  return Math.max(0, floors.filter((floor) => floor.z <= z + STEP).length - 1);
}

export const within = (piece: Piece, x: number, y: number): boolean => insideAll([piece.outline, ...piece.holes], x, y);
