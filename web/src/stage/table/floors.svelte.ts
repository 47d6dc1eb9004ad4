/**
 * Which floor of each building is shown. By itself it is the one that matters: where the planned place is, where the
 * acting model stands, where anybody stands, else the roof. The player may choose another until the next question.
 */
import { storeyAt, storeys, within, type Storey } from "../floors";
import type { Dot, Model, Piece, Placed } from "../types";
import type { Board } from "./board.svelte";

export interface Building { piece: Piece; floors: Storey[]; shown: number }
type Feet = readonly [number, number, number];

export class Floors {
  #board: Board;
  #matters: () => readonly Feet[];
  #chosen = $state.raw<Record<string, number>>({});

  /** `matters` are the places that count most, the weightiest first. */
  constructor(board: Board, matters: () => readonly Feet[]) {
    this.#board = board;
    this.#matters = matters;
  }

  #tall = $derived.by(() => this.#board.pieces.flatMap((piece) => { const floors = storeys(piece); return floors.length ? [{ piece, floors }] : []; }));
  buildings = $derived.by((): Building[] => this.#tall.map(({ piece, floors }) => ({ piece, floors, shown: this.#chosen[piece.id] ?? this.#usual(piece, floors) })));
  /** Buildings without their roof, each with the floor that is seen (null: it has but one). */
  opened = $derived.by((): { piece: Piece; floor: Storey | null; next: number }[] => {
    const tall = this.buildings.filter(({ floors, shown }) => shown < floors.length - 1)
      .map(({ piece, floors, shown }) => ({ piece, floor: floors[shown]!, next: floors[shown + 1]!.z }));
    const low = this.#board.pieces.filter((piece) => piece.form === "shell" && !this.#tall.some((one) => one.piece === piece))
      .filter((piece) => [...this.#matters(), ...this.#feet()].some(([x, y, z]) => z < piece.floor + piece.height && within(piece, x, y)))
      .map((piece) => ({ piece, floor: null, next: Infinity }));
    return [...tall, ...low];
  });
  #faint = $derived.by(() => new Set(this.#board.placed.filter((model) => { const there = this.of(model); return there && there.floor !== there.building.shown; }).map((model) => model.id)));

  choose(id: string, floor: number): void { this.#chosen = { ...this.#chosen, [id]: floor }; }
  /** Back to what matters. */
  forget(): void { if (Object.keys(this.#chosen).length) this.#chosen = {}; }

  /** The building in which a model stands, and on which floor. */
  of(model: Placed): { building: Building; floor: number } | null {
    const building = this.buildings.find(({ piece }) => within(piece, model.x, model.y));
    return building ? { building, floor: storeyAt(building.floors, model.z) } : null;
  }
  /** The name of the floor on which a model stands; "" on the ground, as long as that is what is shown. */
  nameOf(model: Placed): string {
    const there = this.of(model);
    return there && (there.floor > 0 || there.building.shown > 0) ? there.building.floors[there.floor]!.name : "";
  }
  /** Does it stand on a floor that is not shown? */
  faint(model: Model): boolean { return this.#faint.has(model.id); }
  /** The height that a place means because the player has chosen the floor; 0 where that was not said. */
  heightAt([x, y]: Dot): number {
    const building = this.buildings.find(({ piece }) => piece.id in this.#chosen && within(piece, x, y));
    return building ? building.floors[building.shown]!.z : 0;
  }

  #feet(): Feet[] { return this.#board.standing.map((model) => [model.x, model.y, model.z]); }
  #usual(piece: Piece, floors: Storey[]): number {
    const inside = (feet: Feet) => within(piece, feet[0], feet[1]);
    const first = this.#matters().find(inside);
    if (first) return storeyAt(floors, first[2]);
    const levels = this.#feet().filter(inside).map((feet) => storeyAt(floors, feet[2]));
    return levels.length ? Math.min(...levels) : floors.length - 1;
  }
}
