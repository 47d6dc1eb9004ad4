/** Mouse and fingers: pan, pinch, wheel, dragging a model, measuring, taps, hovering. A drag under 8 pixels is a tap. */
import { keyOf } from "../options";
import type { Planner } from "../planner.svelte";
import type { Dot, Lit } from "../types";
import type { Board } from "./board.svelte";
import type { Floors } from "./floors.svelte";
import type { Lights } from "./lights.svelte";
import type { Pointing } from "./pointing.svelte";
import type { Reaches } from "./reaches.svelte";
import type { Ruler } from "./ruler.svelte";
import type { Shown } from "./shown";
import { closeBy, FINGER, modelAt, objectiveAt } from "./under";
import type { Grasp } from "../units/grasp.svelte";
import type { Ranks } from "../units/ranks.svelte";
import type { View } from "./view.svelte";

export interface Parts {
  shown: Shown; board: Board; view: View; floors: Floors; planner: Planner; lights: Lights; pointing: Pointing; ruler: Ruler; reaches: Reaches;
  /** The units on the table, once what a game of units needs is there. */
  units: () => { grasp: Grasp; ranks: Ranks } | null;
}
interface Hand { x: number; y: number; startX: number; startY: number; moved: boolean }

const TAP = 8, LONG_PRESS = 480;
/** A mouse points more sharply than a finger. */
const MOUSE = 14;
/** A finger hides what is under it: the place is shown above. */
const LIFT = 60;
/** Pixels of a wheel that counts lines; how much of a zoom a pixel is, by wheel and by touch pad. */
const LINE = 18, BY_WHEEL = 0.0016, BY_PAD = 0.01;

export class Hands {
  /** Where the mouse is, while nothing is held. */
  pointer = $state.raw<{ x: number; y: number } | null>(null);
  dragging = $state(false);
  /** A model that can act, and where the hand holds it: no question asks for its place yet. */
  held = $state.raw<{ who: string; at: Dot } | null>(null);
  grip = $state<"none" | "pan" | "model" | "gesture" | "unit" | "pinch" | "measure">("none");
  #p: Parts;
  #host: () => HTMLElement;
  #hands = new Map<number, Hand>();
  #pinch = { far: 0, x: 0, y: 0 };
  #frame = 0;
  #pending: Dot | null = null;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  #space = false;
  #carried = "";
  /** Where on the table a unit was taken hold of. */
  #grabbed: Dot = [0, 0];
  #wheeled = 1;
  #wheelFrame = 0;

  constructor(parts: Parts, host: () => HTMLElement) {
    this.#p = parts;
    this.#host = host;
  }

  key = (event: KeyboardEvent): void => {
    if (event.code === "Space") this.#space = event.type === "keydown";
  };

  // ---- down, move, up ---------------------------------------------------------------------------------

  down = (event: PointerEvent): void => {
    if ((event.target as Element).closest("button, .mini, .picker")) return;
    const { shown, planner, pointing, ruler, view } = this.#p;
    pointing.picker = null;
    const [x, y] = this.#local(event);
    this.#hands.set(event.pointerId, { x, y, startX: x, startY: y, moved: false });
    this.#host().setPointerCapture(event.pointerId);
    view.stop();
    if (this.#hands.size === 2) { this.#beginPinch(); return; }
    if (this.#hands.size > 2 || event.button === 2) return;
    const pans = event.button === 1 || this.#space;
    const model = this.#model(x, y);
    if (!pans && (shown.tools.measure || event.ctrlKey)) {
      this.grip = "measure";
      ruler.start(model ? [model.x, model.y] : view.onBoard(x, y), model);
      return;
    }
    const mover = model && planner.names.includes(model.id) ? model.id : "";
    if (!pans && planner.active && !shown.busy && (mover || this.#onGhost(x, y))) {
      if (mover && mover !== planner.mover) pointing.take(mover);
      this.grip = "model";
    } else if (!pans && this.#p.units()?.grasp.grab(x, y)) this.grip = "unit";
    else if (!pans && (this.#carried = this.#draggable(x, y, model?.id ?? ""))) {
      this.grip = "gesture";
      this.#grabbed = view.onBoard(x, y);
    }
    else this.grip = "pan";
    if (event.pointerType !== "mouse") {
      clearTimeout(this.#longPress);
      this.#longPress = setTimeout(() => { if (this.#hands.get(event.pointerId)?.moved === false) this.#pressedLong(x, y); }, LONG_PRESS);
    }
  };

  /** Whoever is dragged here from a list beside the table: the hand holds it by its middle. */
  carry(who: string, event: PointerEvent): void {
    if (!this.#mayAct(who)) return;
    const [x, y] = this.#local(event), { board, view } = this.#p;
    this.#hands.set(event.pointerId, { x, y, startX: x, startY: y, moved: false });
    this.#host().setPointerCapture(event.pointerId);
    this.#carried = who;
    this.#grabbed = board.spotOf(who) ?? view.onBoard(x, y);
    this.grip = "gesture";
  }

  move = (event: PointerEvent): void => {
    const [x, y] = this.#local(event);
    const hand = this.#hands.get(event.pointerId);
    if (!hand) { this.#hover(x, y, event); return; }
    const dx = x - hand.x, dy = y - hand.y;
    hand.x = x;
    hand.y = y;
    if (!hand.moved && Math.hypot(x - hand.startX, y - hand.startY) < TAP) return;
    if (!hand.moved) this.#begins(hand);
    if (this.grip === "pinch" && this.#hands.size >= 2) this.#pinches();
    else if (this.grip === "pan") this.#p.view.pan(dx, dy);
    else if (this.grip === "model" || this.grip === "gesture" || this.grip === "unit" || this.grip === "measure") {
      const lifted = event.pointerType === "touch" && (this.grip === "model" || (this.grip === "gesture" && !this.#p.board.unit(this.#carried)));
      this.#pending = [x, y - (lifted ? LIFT : 0)];
      this.#frame ||= requestAnimationFrame(this.#drag);
    }
  };

  up = (event: PointerEvent): void => {
    clearTimeout(this.#longPress);
    const hand = this.#hands.get(event.pointerId);
    this.#hands.delete(event.pointerId);
    if (!hand) return;
    const was = this.grip;
    if (this.#frame && (was === "model" || was === "gesture" || was === "unit")) { cancelAnimationFrame(this.#frame); this.#drag(); }
    if (this.#hands.size === 1 && was === "pinch") { this.grip = "pan"; return; }
    this.grip = "none";
    this.dragging = false;
    if (hand.moved) {
      this.#p.shown.onmoving(false);
      if (was === "model") this.#p.planner.release();
      if (was === "gesture" && this.held && event.type !== "pointercancel") this.#send(this.held.who, this.held.at);
      else this.held = null;
    } else if (event.type !== "pointercancel" && event.button !== 2 && was !== "none" && was !== "measure") this.#tap(hand.x, hand.y);
  };

  leave = (): void => {
    const { shown } = this.#p;
    this.pointer = null;
    if (shown.lit && shown.lit.kind !== "option" && !shown.plan.option) shown.lit = null;
  };

  /** Asks for the ways to a place. Whoever is sent stands there until they have come: a slow answer is no lost drag. */
  #send(who: string, at: Dot): void {
    const sent = (this.held = { who, at });
    void Promise.resolve(this.#p.shown.ongesture({ gesture: "to", who, place: this.#p.board.frame.back(at) as Dot })).finally(() => {
      if (this.held === sent) this.held = null;
    });
  }
  #begins(hand: Hand): void {
    hand.moved = true;
    clearTimeout(this.#longPress);
    if (this.grip === "pan" || this.grip === "pinch") this.#p.shown.onmoving(true);
    if (this.grip === "model" || this.grip === "gesture" || this.grip === "unit") this.dragging = true;
    if (this.grip === "gesture") this.#p.reaches.ask(this.#carried);
    this.pointer = null;
  }
  #drag = (): void => {
    this.#frame = 0;
    if (!this.#pending) return;
    const spot = this.#p.view.onBoard(...this.#pending);
    if (this.grip === "unit") this.#p.units()?.grasp.drag(spot);
    else if (this.grip === "measure") this.#p.ruler.to(spot, this.#model(...this.#pending));
    else if (this.grip === "gesture") this.held = { who: this.#carried, at: this.#carriedTo(spot) };
    else this.#p.planner.aim(this.#standable(spot));
    this.#pending = null;
  };

  // ---- zoom -------------------------------------------------------------------------------------------

  #beginPinch(): void {
    clearTimeout(this.#longPress);
    this.grip = "pinch";
    this.#pinch = this.#fingers();
  }
  #pinches(): void {
    const { view } = this.#p, now = this.#fingers();
    view.camera = view.zoom(now.far / this.#pinch.far, now.x, now.y);
    view.pan(now.x - this.#pinch.x, now.y - this.#pinch.y);
    this.#pinch = now;
  }
  #fingers(): { far: number; x: number; y: number } {
    const [a, b] = [...this.#hands.values()] as [Hand, Hand];
    return { far: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { view } = this.#p;
    if (this.grip === "unit") return this.#p.units()?.grasp.wheel(event.deltaY);
    const [x, y] = this.#local(event);
    view.touched = true;
    view.stop();
    const step = event.deltaMode === 1 ? event.deltaY * LINE : event.deltaY;
    this.#wheeled *= Math.exp(-step * (event.ctrlKey ? BY_PAD : BY_WHEEL));
    // A wheel may turn several times between two frames.
    this.#wheelFrame ||= requestAnimationFrame(() => {
      view.camera = view.zoom(this.#wheeled, x, y);
      this.#wheeled = 1;
      this.#wheelFrame = 0;
    });
  };

  // ---- taps -------------------------------------------------------------------------------------------

  #tap(x: number, y: number): void {
    const { shown, board, view, planner, pointing } = this.#p;
    if (shown.tools.measure) return;
    const several = closeBy(this.#p, x, y);
    if (several.length > 1) { pointing.picker = { x, y, options: several }; return; }
    const model = this.#model(x, y, view.phone ? FINGER : MOUSE);
    const mark = model ? null : objectiveAt(this.#p, x, y);
    const spot = view.onBoard(x, y);
    const cell = board.grid ? board.cellAt(spot) : "";
    const unit = this.#p.units()?.ranks.at(x, y) ?? board.unitOf.get(model?.id ?? "");
    const thing = [["model", model?.id], ["unit", unit?.id], ["mark", mark?.id], ["cell", cell]].find(([kind, id]) => id && board.things.has(keyOf(kind!, id)));
    if (thing) { pointing.point(thing[1]!, [x, y]); return; }
    if (planner.active && !shown.busy) {
      if (model && planner.names.includes(model.id) && planner.names.length > 1) { pointing.take(model.id); return; }
      if (this.#onGhost(x, y) && planner.settled && shown.quick) { pointing.confirm(); return; }
      if (board.grid || !model || model.side === board.byId.get(planner.mover)?.side) { planner.aim(this.#standable(spot)); planner.release(); return; }
    }
    if (this.#p.units()?.grasp.tap(x, y)) return;
    const id = unit?.id ?? model?.id ?? mark?.id;
    const { who } = pointing.chosenOne();
    if (id) pointing.point(id, [x, y]);
    else if (who && board.meant === "to" && !shown.busy) this.#send(who, this.#standable(spot, who));
    else { shown.lit = null; this.pointer = null; }
  }
  #pressedLong(x: number, y: number): void {
    const model = this.#model(x, y);
    if (model) { this.pointer = { x, y }; this.#p.shown.lit = { kind: "model", id: model.id }; }
    else if (this.#p.planner.moves && this.#p.planner.end) this.#p.planner.waypoint();
    this.grip = "none";
  }
  /** The right button sets a waypoint; on the ghost it takes one back. */
  context = (event: MouseEvent): void => {
    event.preventDefault();
    const { shown, planner, view } = this.#p;
    const [x, y] = this.#local(event);
    if (!planner.moves || shown.busy) return;
    if (planner.end && this.#onGhost(x, y)) { planner.unwaypoint(); return; }
    if (planner.end) planner.waypoint();
    planner.aim(this.#standable(view.onBoard(x, y)));
  };
  #hover(x: number, y: number, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    const { shown, view, lights, ruler, planner } = this.#p;
    this.pointer = { x, y };
    const model = this.#model(x, y, MOUSE);
    const unit = model ? null : this.#p.units()?.ranks.at(x, y);
    const next: Lit = model ? { kind: "model", id: model.id } : unit ? { kind: "unit", id: unit.id } : this.#ground(x, y);
    if (shown.lit?.id !== next?.id) shown.lit = next;
    if (event.ctrlKey && lights.viewer) ruler.hold(lights.viewer, planner.mover || shown.scene.active, view.onBoard(x, y), model);
    else ruler.letGo();
  }
  /** The mark, piece or cell under the mouse. */
  #ground(x: number, y: number): Lit {
    const { board, view } = this.#p;
    const mark = objectiveAt(this.#p, x, y);
    if (mark) return { kind: "mark", id: mark.id };
    const spot = view.onBoard(x, y);
    const piece = board.pieceAt(spot);
    if (piece) return { kind: "piece", id: piece.id };
    const cell = board.grid ? board.cellAt(spot) : "";
    return cell ? { kind: "cell", id: cell } : null;
  }

  #model = (x: number, y: number, reach = FINGER) => modelAt(this.#p, x, y, reach);
  #local(event: { clientX: number; clientY: number }): Dot {
    const box = this.#host().getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  /** Who is dragged from a pixel: the model or unit there, if it may be chosen or is asked already. */
  #draggable(x: number, y: number, model: string): string {
    const unit = (this.#p.units()?.ranks.at(x, y) ?? this.#p.board.unitOf.get(model))?.id ?? "";
    return this.#mayAct(model) ? model : this.#mayAct(unit) ? unit : "";
  }
  #mayAct(id: string): boolean {
    const { shown: { question, busy }, board } = this.#p;
    return !!id && !busy && !!question && board.meant === "to" && (board.choosable(board.kindOf(id), id) || question.who === id) && board.sideOf(id) === board.playedBy(question.seat);
  }
  /** Where what is carried would stand: a model at the hand, a unit as far from its place as the hand from where it took hold. */
  #carriedTo(spot: Dot): Dot {
    const { board } = this.#p, from = board.unit(this.#carried) ? board.spotOf(this.#carried) : null;
    return from ? [from[0] + spot[0] - this.#grabbed[0], from[1] + spot[1] - this.#grabbed[1]] : this.#standable(spot, this.#carried);
  }
  #radius(who = this.#p.planner.mover): number { return this.#p.board.byId.get(who)?.radius ?? 0.5; }
  #onGhost(x: number, y: number): boolean {
    const { planner, view } = this.#p;
    return planner.end !== null && view.far(planner.end, x, y) < Math.max(FINGER, this.#radius() * view.camera.scale);
  }
  /** A place as near as the mover's base fits on the table. */
  #standable([x, y]: Dot, who?: string): Dot {
    const { frame, grid } = this.#p.board;
    if (grid) return frame.snap([x, y]);
    const r = this.#radius(who);
    return [Math.min(frame.width - r, Math.max(r, x)), Math.min(frame.height - r, Math.max(r, y))];
  }
}
