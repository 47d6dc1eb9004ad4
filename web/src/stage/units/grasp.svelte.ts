/** A unit is one thing to the hand: what is held when a drag begins on it, and what the keys do. */
import type { Board } from "../table/board.svelte";
import type { Pointing } from "../table/pointing.svelte";
import type { Shown } from "../table/shown";
import { FINGER } from "../table/under";
import type { View } from "../table/view.svelte";
import type { Dot } from "../types";
import { TURN, type Drill, turned } from "./drill.svelte";
import { inHull, type Ranks } from "./ranks.svelte";

export interface Parts { shown: Shown; board: Board; view: View; pointing: Pointing; drill: Drill; ranks: Ranks }
type Held = { what: "unit"; from: Dot; middle: Dot } | { what: "model"; id: string; from: Dot; at: Dot } | { what: "knob"; angle: number; turn: number };

const INCH = 1, FINE = 0.25;
/** How far from its ring the knob may be gripped, in pixels. */
const KNOB = 20;
const ARROWS: Record<string, Dot> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Grasp {
  #p: Parts;
  #held: Held | null = null;
  constructor(parts: Parts) {
    this.#p = parts;
  }

  /** The middle of the circle round the planned unit, where the knob that turns it hangs on it. */
  get ring(): { at: Dot; radius: number; knob: Dot } | null {
    const circle = this.#p.drill.reply?.plan.circle;
    if (!circle) return null;
    const at = turned(circle.at, this.#p.drill.drift), radius = circle.most / 2, side = radius * Math.SQRT1_2;
    return { at, radius, knob: [at[0] + side, at[1] + side] };
  }

  // ---- the hand ---------------------------------------------------------------------------------------

  /** Takes hold of what is under the pixel; false if that is nothing of the unit that is asked. */
  grab(x: number, y: number): boolean {
    const { drill, view, shown } = this.#p;
    this.#held = null;
    if (!drill.active || shown.busy) return false;
    const from = view.onBoard(x, y), id = this.#ghost(x, y);
    if (this.#onKnob(x, y)) this.#held = { what: "knob", angle: this.#angle(from), turn: drill.wish?.turn ?? 0 };
    else if (id) this.#held = { what: "model", id, from, at: drill.ghostAt(id)! };
    else if (this.#onUnit(x, y, from)) this.#held = { what: "unit", from, middle: drill.middle };
    return this.#held !== null;
  }
  drag(to: Dot): void {
    const held = this.#held, { drill } = this.#p;
    if (held?.what === "knob") drill.turnTo(held.turn + this.#angle(to) - held.angle);
    else if (held?.what === "model") drill.adjust(held.id, this.#inside([held.at[0] + to[0] - held.from[0], held.at[1] + to[1] - held.from[1]]));
    else if (held) drill.aim(this.#inside([held.middle[0] + to[0] - held.from[0], held.middle[1] + to[1] - held.from[1]]));
  }
  /** The wheel while the unit is held. */
  wheel(delta: number): void {
    if (this.#held?.what === "unit" && delta) this.#p.drill.turnBy(-Math.sign(delta) * TURN);
  }
  /** A tap on a ghost picks that model, one on the ground sets the middle of the unit; false: not for us. */
  tap(x: number, y: number): boolean {
    const { drill, view, shown } = this.#p;
    if (!drill.active || shown.busy) return false;
    const id = this.#ghost(x, y), spot = view.onBoard(x, y);
    if (id) drill.pick(drill.picked === id ? "" : id);
    else if (this.#onKnob(x, y)) drill.turnBy(-TURN);
    else if (this.#onUnit(x, y, spot)) drill.pick("");
    else if (drill.picked) drill.adjust(drill.picked, this.#inside(spot));
    else drill.aim(this.#inside(spot));
    return true;
  }

  // ---- the keys ---------------------------------------------------------------------------------------

  press(event: KeyboardEvent): boolean {
    const { drill, shown, view } = this.#p;
    if (!drill.active || shown.busy || event.ctrlKey || event.metaKey) return false;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const inch = event.shiftKey || event.altKey ? FINE : INCH, [dx, dy] = [arrow[0] * inch, arrow[1] * inch];
      drill.step(...([[dx, dy], [dy, -dx], [-dx, -dy], [-dy, dx]] as const)[view.camera.turn % 4]!);
      view.keepInView(drill.picked ? drill.ghostAt(drill.picked)! : drill.middle);
      return true;
    }
    const number = /^[1-9]$/.test(event.key) ? drill.formations[Number(event.key) - 1] : undefined;
    if (number) { drill.form(number); return true; }
    switch (event.key.toLowerCase()) {
      case "[": case "q": drill.turnBy(TURN); return true;
      case "]": case "e": drill.turnBy(-TURN); return true;
      case ",": case ".": drill.pickNext(event.key === ","); return true;
      case "escape": if (!drill.picked) return false; drill.pick(""); return true;
      case "enter": if (!drill.waiting) return false; drill.eager = this.#p.pointing.confirm; return true;
      case "backspace": drill.clear(); return true;
    }
    return false;
  }

  // ---- what is under the hand -------------------------------------------------------------------------

  /** The ghost under a pixel: the nearest whose base is there, or near enough for a finger where bases are small. */
  #ghost(x: number, y: number): string {
    const { drill, view, ranks } = this.#p;
    let best = Infinity, found = "";
    for (const { id } of drill.ghosts) {
      const at = drill.ghostAt(id)!, far = view.far(at, x, y);
      if (far < Math.max(FINGER / 2, ranks.radius(id) * view.camera.scale) && far < best) { best = far; found = id; }
    }
    return found;
  }
  #onKnob(x: number, y: number): boolean {
    const ring = this.ring;
    return ring !== null && this.#p.view.far(ring.knob, x, y) < KNOB;
  }
  /** On the unit where it stands, on its banner, or on its ghosts' hull or ring. */
  #onUnit(x: number, y: number, spot: Dot): boolean {
    const { drill, ranks, view } = this.#p, ring = this.ring, hull = ranks.ghostHull;
    if (ranks.at(x, y)?.id === drill.question?.unit) return true;
    if (ring && Math.abs(view.far(ring.at, x, y) - ring.radius * view.camera.scale) < 8) return true;
    const { by, turn, about } = drill.drift;
    const back = turned([spot[0] - by[0], spot[1] - by[1]], { by: [0, 0], turn: -turn, about });
    return hull !== null && inHull(hull, back);
  }
  #angle([x, y]: Dot): number {
    const [mx, my] = this.ring?.at ?? this.#p.drill.middle;
    return (Math.atan2(y - my, x - mx) * 180) / Math.PI;
  }
  #inside([x, y]: Dot): Dot {
    const { width, height } = this.#p.board.frame;
    return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
  }
}
