/** What lies on the board, in the board's own measure, and which of it the open question points at. */
import { cellName } from "../describe";
import { frameOf, parseCell } from "../frame";
import { bounds, insideAll } from "../geometry";
import { byThing, keyOf, meant } from "../options";
import { slotsOf } from "../sides";
import type { Dot, ObjectiveMark, Piece, Placed, Unit } from "../types";
import type { Shown } from "./shown";

export class Board {
  #shown: Shown;
  constructor(shown: Shown) {
    this.#shown = shown;
  }

  frame = $derived.by(() => frameOf(this.#shown.scene));
  grid = $derived.by(() => (this.#shown.scene.kind === "grid" ? this.#shown.scene.ground : null));
  table = $derived.by(() => (this.#shown.scene.kind === "table" ? this.#shown.scene.ground : null));
  pieces = $derived<Piece[]>(this.table?.pieces ?? []);
  slots = $derived.by(() => slotsOf(this.#shown.scene.sides, this.#shown.seat));
  models = $derived.by(() => this.#shown.scene.models.map((model) => this.#placed(model)));
  marks = $derived.by(() => this.#shown.scene.marks.map((mark) => (mark.kind === "objective" || mark.kind === "token" ? this.#placed(mark) : mark)));
  placed = $derived.by(() => this.models.filter((model): model is Placed => model.x !== null && model.y !== null));
  byId = $derived.by(() => new Map(this.models.map((model) => [model.id, model])));
  standing = $derived.by(() => this.placed.filter((model) => model.state !== "fallen" && model.state !== "gone"));
  fallen = $derived.by(() => this.placed.filter((model) => model.state === "fallen" || model.state === "gone"));
  objectives = $derived.by(() => this.marks.filter((mark): mark is ObjectiveMark => mark.kind === "objective"));
  units = $derived.by((): Unit[] => (this.#shown.scene.kind === "table" ? (this.#shown.scene.units ?? []) : []));
  /** The unit that a model belongs to, by the model's id. */
  unitOf = $derived.by(() => new Map(this.units.flatMap((unit) => unit.members.map((id) => [id, unit] as const))));
  /** The middle of the edges that the player comes from. */
  homeEdge = $derived.by((): Dot | null => {
    const { sides, marks } = this.#shown.scene, seat = this.#shown.seat;
    const own = marks.filter((mark) => mark.kind === "edge").filter((mark) => seat !== null && sides[mark.side]?.seat === seat);
    const middle = (a: 0 | 1, b: 2 | 3): number => own.reduce((sum, { line }) => sum + line[a] + line[b], 0) / (2 * own.length);
    return own.length ? [middle(0, 2), middle(1, 3)] : null;
  });
  /** The options of the open question by what they point at. */
  things = $derived.by(() => byThing(this.#shown.busy ? null : this.#shown.question));
  /** The key that chooses a model: its option's number. */
  keys = $derived.by(() => {
    const found = new Map<string, number>();
    this.#shown.question?.options?.slice(0, 9).forEach((option, i) => {
      for (const ref of option.points_at ?? []) if (ref.kind === "model" && !found.has(ref.id)) found.set(ref.id, i + 1);
    });
    return found;
  });

  /** A model that stands or lies on the board. */
  placedModel(id: string): Placed | null {
    const model = this.byId.get(id);
    return model && model.x !== null && model.y !== null ? (model as Placed) : null;
  }
  unit(id: string): Unit | null {
    return this.units.find((unit) => unit.id === id) ?? null;
  }
  /** The side of a model or a unit. */
  sideOf(id: string): number | undefined {
    return (this.byId.get(id) ?? this.unit(id))?.side;
  }
  /** The side that a seat plays. */
  playedBy(seat: number): number {
    const found = this.#shown.scene.sides.findIndex((side) => side.seat === seat);
    return found < 0 ? seat : found;
  }
  /** What a gesture may mean now. */
  meant = $derived.by(() => meant(this.#shown.question, (id) => this.sideOf(id), this.playedBy(this.#shown.question?.seat ?? 0)));
  choosable(kind: string, id: string): boolean {
    return this.things.has(keyOf(kind, id));
  }
  /** Where a model, a unit, a mark, a piece or a cell lies. */
  spotOf(id: string): Dot | null {
    const model = this.byId.get(id);
    if (model && model.x !== null && model.y !== null) return [model.x, model.y];
    const members = this.unit(id)?.members.flatMap((one) => this.placedModel(one) ?? []) ?? [];
    if (members.length) return [members.reduce((sum, one) => sum + one.x, 0) / members.length, members.reduce((sum, one) => sum + one.y, 0) / members.length];
    const mark = this.objectives.find((one) => one.id === id);
    if (mark) return [mark.x, mark.y];
    const piece = this.pieces.find((one) => one.id === id);
    if (piece) { const [left, low, right, high] = bounds(piece.outline); return [(left + right) / 2, (low + high) / 2]; }
    const cell = this.grid ? parseCell(id) : null;
    return cell && this.frame.holds(cell) ? this.frame.place(cell) : null;
  }
  kindOf(id: string): "model" | "unit" | "cell" | "mark" {
    // A unit of one may be called like its model: the question says which it means.
    if (this.unit(id) && (this.choosable("unit", id) || !this.byId.has(id))) return "unit";
    if (this.byId.has(id)) return "model";
    return this.grid && parseCell(id) && !this.objectives.some((one) => one.id === id) ? "cell" : "mark";
  }
  /** The name of the cell under a point; "" off the grid. */
  cellAt(p: Dot): string {
    const cell = this.frame.back(p);
    return this.frame.holds(cell) ? cellName(...cell) : "";
  }
  /** The uppermost piece under a point. */
  pieceAt([x, y]: Dot): Piece | null {
    return this.pieces.filter((piece) => insideAll([piece.outline, ...piece.holes], x, y)).at(-1) ?? null;
  }

  #placed<T extends { x: number | null; y: number | null }>(thing: T): T {
    if (thing.x === null || thing.y === null || this.frame.kind === "table") return thing;
    const [x, y] = this.frame.place([thing.x, thing.y]);
    return { ...thing, x, y };
  }
}
