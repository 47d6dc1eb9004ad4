/** How far somebody comes who is dragged: the limits of its moves and where they may end, as the server finds them. */
import type { Band } from "../gestures";
import type { Shown } from "./shown";

export class Reaches {
  who = $state("");
  bands = $state.raw<Band[]>([]);
  #shown: Shown;
  constructor(shown: Shown) {
    this.#shown = shown;
  }

  ask(who: string): void {
    if (who === this.who) return;
    this.clear();
    if (!who) return;
    this.who = who;
    this.#shown.onlook({ what: "bands", name: who }).then(
      (reply) => { if (this.who === who) this.bands = (reply as { bands?: Band[] }).bands ?? []; },
      () => {},
    );
  }
  clear(): void {
    this.who = "";
    this.bands = [];
  }
  /** The first band has a solid edge, the next a dashed one; what costs more than the first is dotted. */
  static dash(bands: readonly Band[], i: number): "" | "dashed" | "dotted" {
    return i === 0 ? "" : bands[i]!.cost > bands[0]!.cost || i > 1 ? "dotted" : "dashed";
  }
}
