/** Measuring anything at any time: the ruler follows the hand, the rules' own distance follows a moment later. */
import type { Dot, Measured, Model } from "../types";
import type { Board } from "./board.svelte";
import type { Shown } from "./shown";

interface Rule { from: Dot; fromModel: string; to: Dot; toModel: string; found: Measured | null; held: boolean }
const PATIENCE = 90;

export class Ruler {
  rule = $state.raw<Rule | null>(null);
  #shown: Shown;
  #board: Board;
  #asked = 0;

  constructor(shown: Shown, board: Board) {
    this.#shown = shown;
    this.#board = board;
  }

  clear(): void { this.rule = null; }
  start(spot: Dot, model: Model | null): void {
    this.rule = { from: spot, fromModel: model?.id ?? "", to: spot, toModel: "", found: null, held: false };
  }
  /** To where the hand points now. */
  to(spot: Dot, model: Model | null): void {
    if (this.rule) this.#measure(this.rule, spot, model);
  }
  /** From a place (of a model) to the pointer, as long as a key is held. */
  hold(from: Dot, who: string, spot: Dot, model: Model | null): void {
    this.#measure({ from, fromModel: who, to: spot, toModel: "", found: null, held: true }, spot, model);
  }
  letGo(): void { if (this.rule?.held) this.rule = null; }

  #measure(rule: Rule, spot: Dot, model: Model | null): void {
    const target = model && model.id !== rule.fromModel ? model : null;
    this.rule = { ...rule, to: target ? [target.x!, target.y!] : spot, toModel: target?.id ?? "", found: null };
    const number = ++this.#asked;
    setTimeout(() => void this.#ask(number), PATIENCE);
  }
  async #ask(number: number): Promise<void> {
    const rule = this.rule, { frame } = this.#board;
    if (number !== this.#asked || !rule) return;
    const one = rule.fromModel ? { model: rule.fromModel, ...(rule.held ? { at: [...frame.back(rule.from)] } : {}) } : { at: [...frame.back(rule.from)] };
    const two = rule.toModel ? { model: rule.toModel } : { at: [...frame.back(rule.to)] };
    const found = (await this.#shown.onlook({ what: "measure", from: one, to: two }).catch(() => null)) as Measured | null;
    if (number !== this.#asked || !this.rule || !found?.text) return;
    this.rule = { ...this.rule, found: { ...found, line: [frame.place(found.line[0]), frame.place(found.line[1])] } };
  }
}
