/** The scene between two answers: as before, but for those whose moment has come. */
import type { Scene } from "../stage/types";
import type { Moment } from "./moments";

export class Settled {
  #places = new Set<string>();
  #whole = new Set<string>();
  #marks = new Set<string>();
  #sides = false;

  add(moment: Moment): void {
    if (moment.closing) this.#sides = true;
    for (const motion of moment.motions) {
      if (motion.do === "move") this.#places.add(motion.who);
      else if (motion.do === "score") this.#marks.add(motion.mark);
      else if (motion.do !== "shot" && motion.do !== "blow") this.#whole.add(motion.do === "pick" ? motion.whose : motion.who);
    }
  }

  of(before: Scene, after: Scene): Scene {
    if (before.kind !== after.kind) return after;
    const sides = this.#sides ? after.sides : before.sides;
    if (before.kind === "draft" && after.kind === "draft") return { ...before, sides, fighters: this.#each(before.fighters, after.fighters, this.#whole) };
    if (before.kind === "draft" || after.kind === "draft" || before.kind === "board" || after.kind === "board") return before;
    const units = before.kind === "table" && after.kind === "table" ? (after.units ?? []) : [];
    const concerned = units.filter((unit) => this.#whole.has(unit.id) || unit.members.some((id) => this.#whole.has(id)));
    const whole = new Set([...this.#whole, ...concerned.flatMap((unit) => unit.members)]);
    const models = this.#each(before.models, after.models, whole).map((model) => {
      const now = this.#places.has(model.id) && !whole.has(model.id) ? after.models.find((one) => one.id === model.id) : undefined;
      return now ? { ...model, x: now.x, y: now.y, z: now.z, state: model.state === "waiting" ? now.state : model.state } : model;
    });
    const marks = before.marks.map((mark) => (this.#marks.has(mark.id) ? (after.marks.find((one) => one.id === mark.id) ?? mark) : mark));
    const mixed = { ...before, sides, models, marks } as typeof before;
    if (mixed.kind === "table" && mixed.units) mixed.units = this.#each(mixed.units, units, new Set(concerned.map((unit) => unit.id)));
    return mixed;
  }

  #each<T extends { id: string }>(before: readonly T[], after: readonly T[], ids: ReadonlySet<string>): T[] {
    const known = new Map(after.map((one) => [one.id, one])), old = new Set(before.map((one) => one.id));
    return [...before.map((one) => (ids.has(one.id) ? (known.get(one.id) ?? one) : one)), ...after.filter((one) => !old.has(one.id) && (ids.has(one.id) || this.#places.has(one.id)))];
  }
}
