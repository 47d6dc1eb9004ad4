/** Choosing by pointing: what a tap, an arrow key or Tab on the board does to the plan. */
import { parseCell } from "../frame";
import { keyOf, pointedAt, whyNot } from "../options";
import type { Planner } from "../planner.svelte";
import { emptyPlan, type Dot, type Option } from "../types";
import type { Board } from "./board.svelte";
import type { Lights } from "./lights.svelte";
import type { Shown } from "./shown";
import { nextTowards } from "./under";
import type { View } from "./view.svelte";

export class Pointing {
  /** Several options where one taps: a small list to choose from. */
  picker = $state.raw<{ x: number; y: number; options: Option[] } | null>(null);
  #shown: Shown;
  #board: Board;
  #view: View;
  #planner: Planner;
  #lights: Lights;

  constructor(shown: Shown, board: Board, view: View, planner: Planner, lights: Lights) {
    this.#shown = shown;
    this.#board = board;
    this.#view = view;
    this.#planner = planner;
    this.#lights = lights;
  }

  /** Points at a thing by its id: what a tap at a pixel does. */
  point(id: string, at?: Dot): void {
    const { question, busy } = this.#shown;
    const lit = { kind: this.#board.kindOf(id), id };
    this.#shown.lit = lit;
    if (!question || busy) { this.#shown.oncard(lit); return; }
    const options = this.#board.things.get(keyOf(lit.kind, id)) ?? [];
    const spot = this.#board.spotOf(id);
    if (options.length === 1) this.choose(options[0]!);
    else if (options.length > 1) {
      const [x, y] = at ?? (spot ? this.#view.onScreen(spot) : [0, 0]);
      this.picker = { x, y, options };
    } else {
      const why = whyNot(question, id);
      if (this.#isEnemy(id) && this.#board.meant) this.#shown.ongesture({ gesture: "at", target: id, ...this.chosenOne() });
      else if (why && spot) this.#planner.tell(why, spot);
      else this.#shown.oncard(lit);
    }
  }
  #isEnemy(id: string): boolean {
    const figure = this.#board.byId.get(id) ?? this.#board.unit(id);
    return !!figure && figure.side !== this.#board.playedBy(this.#shown.question?.seat ?? 0);
  }
  /** Whoever is chosen already does it; else anybody may. */
  chosenOne(): { who?: string } {
    const { plan, question } = this.#shown;
    const ref = question?.options?.find((one) => one.id === plan.option)?.points_at?.find((one) => one.kind === "model" || one.kind === "unit");
    return ref ? { who: ref.id } : {};
  }
  choose(option: Option): void {
    const { question, plan, quick } = this.#shown;
    if (!question) return;
    this.picker = null;
    if (quick && plan.option === option.id) this.#shown.onanswer(option.id);
    else this.#shown.plan = pointedAt(plan, question, option);
  }
  confirm = (): void => {
    const { plan, busy } = this.#shown, planner = this.#planner;
    if (busy) return;
    if (plan.answer !== null) this.#shown.onanswer(plan.answer);
    else if (planner.active && planner.end && !planner.settled && !planner.refusal) planner.eager = this.confirm;
  };
  clear(): void {
    this.#planner.clear();
    this.#shown.plan = emptyPlan();
    this.picker = null;
  }

  /** Plans for this model from now on. */
  take(id: string): void {
    this.#shown.lit = { kind: "model", id };
    if (this.#planner.names.includes(id)) this.#planner.take(id, this.#board.spotOf(id));
  }
  /** To the next model that can be chosen; false after the last. */
  cycle(back: boolean): boolean {
    const board = this.#board, planner = this.#planner;
    const ids = [...new Set([...board.things.keys()].filter((key) => /^(model|unit):/.test(key)).map((key) => key.slice(key.indexOf(":") + 1)))].filter((id) => board.spotOf(id));
    if (planner.active && planner.names.length > 1) ids.push(...planner.names);
    if (!ids.length) return false;
    const now = ids.indexOf(this.#shown.lit?.id ?? "");
    const next = back ? now - 1 : now + 1;
    if ((next < 0 && now >= 0) || next >= ids.length) { this.#shown.lit = null; return false; }
    const id = ids[back && now < 0 ? ids.length - 1 : next]!;
    if (planner.active) this.take(id);
    else this.point(id);
    const spot = board.spotOf(id);
    if (spot) this.#view.keepInView(spot);
    return true;
  }
  /** An arrow key: moves the planned place, or goes to the next thing in that direction. */
  step(dx: number, dy: number): void {
    const { frame, grid } = this.#board, planner = this.#planner;
    if (!planner.active) { this.#walk(dx, dy); return; }
    const turned = ([[dx, dy], [dy, -dx], [-dx, -dy], [-dy, dx]] as const)[this.#view.camera.turn % 4]!;
    const from = planner.end ?? planner.start ?? this.#entry();
    const wish: Dot = [from[0] + turned[0], from[1] + turned[1]];
    const to = grid ? frame.snap(wish) : ([Math.min(frame.width, Math.max(0, wish[0])), Math.min(frame.height, Math.max(0, wish[1]))] as Dot);
    planner.aim(to);
    this.#view.keepInView(to);
  }
  #walk(dx: number, dy: number): void {
    const { lit } = this.#shown, board = this.#board, view = this.#view;
    const spots = [...board.things.keys()].filter((key) => /^(model|unit|mark|cell):/.test(key)).map((key) => key.slice(key.indexOf(":") + 1))
      .flatMap((id) => { const spot = id === lit?.id ? null : board.spotOf(id); return spot ? [{ id, spot: view.at(...spot) }] : []; });
    const from = (lit && board.spotOf(lit.id)) ?? this.#lights.viewer ?? [board.frame.width / 2, board.frame.height / 2];
    const found = nextTowards(view.at(from[0]!, from[1]!), dx, dy, spots);
    if (found) this.point(found.id);
  }
  /** Where the planned place of a model that comes in begins. */
  #entry(): Dot {
    const { frame, grid, byId } = this.#board, region = this.#planner.region;
    const first = Object.keys(region?.cells ?? {})[0];
    if (grid && first) return frame.place(parseCell(first) ?? [0, 0]);
    const zone = region?.zone?.[0];
    if (!zone) return [frame.width / 2, frame.height / 2];
    const [x, y] = [(zone[0] + zone[2]) / 2, (zone[1] + zone[3]) / 2];
    const deep = (byId.get(this.#planner.mover)?.radius ?? 0.5) + 0.1;
    return [Math.min(frame.width - deep, Math.max(deep, x)), Math.min(frame.height - deep, Math.max(deep, y))];
  }
}
