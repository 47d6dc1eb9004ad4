import { beforeEach, describe, expect, it, vi } from "vitest";

import { emptyPlan, type Answer, type Ask, type Dot, type Plan, type Question, type Tried, type UnitPlan, type Wish } from "../types";
import { Drill } from "./drill.svelte";

const names = ["Levy 1", "Levy 2"];
const places: Record<string, Dot> = { "Levy 1": [10, 10], "Levy 2": [12, 10] };
const move: Question = { kind: "move", seat: 0, prompt: "", movers: names, unit: "Levy", budget: 6, formations: ["keep", "line", "block", "wrap"] };

/** A plan in which everybody keeps his place about the wished middle; whoever has a place of his own goes there. */
function planned(wish: Wish, more: Partial<UnitPlan> = {}): UnitPlan {
  const [x, y] = wish.to ?? [11, 10];
  const models = names.map((id, i) => ({ id, path: [[...places[id]!, 0], [...(wish.own?.[id] ?? [x - 1 + 2 * i, y]), 0]], spent: 2 + i, of: 6, over: [], short: null }));
  const answer = Object.fromEntries(models.map((way) => [way.id, [way.path[1]]]));
  return { ok: true, refused: null, answer, models, short: [], pulled: 0, ...more };
}

function table(plan: (wish: Wish) => UnitPlan | Promise<UnitPlan> = planned, judge: (answer: Answer) => Tried = (answer) => ({ ok: true, answer })) {
  const told: Partial<Plan>[] = [], wishes: Wish[] = [], looks: Ask[] = [], tries: Answer[] = [];
  const drill = new Drill({
    ontry: (answer) => { tries.push(answer); return Promise.resolve(judge(answer)); },
    onlook: (ask) => {
      if (ask.what !== "plan") { looks.push(ask); return Promise.resolve({ region: { rings: [[[0, 0], [1, 0], [1, 1]]] } }); }
      wishes.push(ask.wish);
      return Promise.resolve(plan(ask.wish)).then((found) => ({ plan: found }));
    },
    tell: (part) => told.push(part),
  });
  drill.ask(move, places, [24, 18]);
  return { drill, told, wishes, looks, tries };
}
const settle = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => { vi.useFakeTimers(); });

describe("the planned move of a unit", () => {
  it("follows the hand at once, before the server has spoken", async () => {
    const { drill, wishes, told } = table();
    drill.aim([11, 13]);
    expect(drill.ghostAt("Levy 2")).toEqual([12, 13]);
    await settle();
    expect(wishes).toEqual([{ to: [11, 13], formation: "keep", turn: 0, own: {} }]);
    expect(told.at(-1)).toMatchObject({ answer: { "Levy 1": [[10, 13, 0]], "Levy 2": [[12, 13, 0]] }, refusal: null, text: "farthest 3.0″ of 6″" });
    drill.aim([13, 13]);
    expect(drill.ghostAt("Levy 2")).toEqual([14, 13]);
  });
  it("asks no more often than it must, and the last wish wins", async () => {
    const { drill, wishes, told } = table();
    for (let i = 0; i < 60; i++) { drill.aim([11 + i / 30, 10]); await vi.advanceTimersByTimeAsync(16); }
    await settle();
    expect(wishes.length).toBeLessThan(16);
    expect(wishes.at(-1)!.to).toEqual([11 + 59 / 30, 10]);
    expect(told.at(-1)!.at!["Levy 1"]).toEqual([10 + 59 / 30, 10, 0]);
  });
  it("has no answer while an older wish is being answered", async () => {
    const later: ((plan: UnitPlan) => void)[] = [];
    const { drill, told } = table(() => new Promise((done) => later.push(done)));
    drill.aim([11, 12]);
    await settle();
    drill.aim([11, 14]);
    later[0]!(planned({ to: [11, 12] }));
    await settle();
    expect(drill.waiting).toBe(true);
    expect(told.some((part) => part.answer)).toBe(false);
    later[1]!(planned({ to: [11, 14] }));
    await settle();
    expect(told.at(-1)!.answer).toEqual(planned({ to: [11, 14] }).answer);
  });
  it("forgets a reply that comes after the plan was dropped", async () => {
    const later: ((plan: UnitPlan) => void)[] = [];
    const { drill, told } = table(() => new Promise((done) => later.push(done)));
    drill.aim([11, 12]);
    await settle();
    drill.clear();
    later[0]!(planned({ to: [11, 12] }));
    await settle();
    expect(drill.ghosts).toEqual([]);
    expect(told.at(-1)).toMatchObject({ wish: null, unit: null, answer: null });
  });
  it("turns round its middle and changes its formation", async () => {
    const { drill, wishes } = table();
    drill.turnBy(90);
    const [x, y] = drill.ghostAt("Levy 2")!;
    expect([x, y].map((v) => Math.round(v * 100) / 100)).toEqual([11, 11]);
    drill.turnBy(100);
    drill.form("line");
    drill.form("circle");
    await settle();
    expect(wishes.at(-1)).toEqual({ to: [11, 10], formation: "line", turn: -170, own: {} });
  });
  it("adjusts one model, and says how many go back when the unit is moved again", async () => {
    const { drill, wishes, looks } = table();
    drill.aim([11, 13]);
    await settle();
    drill.adjust("Levy 2", [13, 13]);
    expect(drill.ghostAt("Levy 2")).toEqual([13, 13]);
    expect(drill.ghostAt("Levy 1")).toEqual([10, 13]);
    await settle();
    expect(wishes.at(-1)!.own).toEqual({ "Levy 2": [13, 13] });
    drill.step(0.25, 0);
    await settle();
    expect(wishes.at(-1)!.own).toEqual({ "Levy 2": [13.25, 13] });
    drill.pick("Levy 1");
    await settle();
    expect(looks.at(-1)).toEqual({ what: "region", name: "Levy 1" });
    drill.aim([11, 14]);
    expect(drill.dropped).toBe(1);
    await settle();
    expect(wishes.at(-1)!.own).toEqual({});
  });
  it("may go although models stop short, and not when it is refused", async () => {
    const why = { cause: "apart", reason: "the chain is broken", clause: "RV-8.15" };
    const { drill, told } = table((wish) => planned(wish, wish.formation === "line" ? { ok: false, refused: why } : { short: [{ cause: "too far", clause: "RV-6.11", models: ["Levy 1"] }] }));
    drill.aim([11, 18]);
    await settle();
    expect(told.at(-1)!.answer).not.toBeNull();
    drill.form("line");
    await settle();
    expect(told.at(-1)).toMatchObject({ answer: null, refusal: { reason: "the chain is broken", clause: "RV-8.15" } });
  });
  it("keeps an early Enter until the server has said yes", async () => {
    const { drill } = table();
    let confirmed = 0;
    drill.aim([11, 12]);
    drill.eager = () => { confirmed++; };
    await settle();
    expect(confirmed).toBe(1);
    drill.aim([11, 13]);
    drill.eager = () => { confirmed++; };
    drill.aim([11, 14]);
    await settle();
    expect(confirmed).toBe(1);
  });
  it("takes a wish of the panel, and a legal answer of its list", async () => {
    const { drill, wishes, told } = table();
    drill.adopt({ ...emptyPlan(), wish: { to: [11, 12], formation: "wrap" } });
    await settle();
    expect(wishes).toEqual([{ to: [11, 12], formation: "wrap", turn: 0, own: {} }]);
    const answer = { "Levy 1": [[10, 15]], "Levy 2": [[12, 15]] };
    drill.adopt({ ...emptyPlan(), answer });
    expect(drill.ghostAt("Levy 1")).toEqual([10, 15]);
    expect(told.at(-1)!.unit!.answer).toBe(answer);
    drill.adopt(emptyPlan());
    expect(drill.ghosts).toEqual([]);
  });
  it("is placed by a wish that is tried", async () => {
    const { drill, tries, told } = table(planned, () => ({ ok: true, answer: { "Levy 1": [5, 3], "Levy 2": [6, 3] } }));
    drill.ask({ ...move, kind: "place", movers: undefined, models: names, formations: ["block", "line"] }, {}, [24, 18]);
    drill.form("block");
    await settle();
    expect(tries).toEqual([{ unit: { to: [24, 18], formation: "block", turn: 0, own: {} } }]);
    expect(drill.ghostAt("Levy 2")).toEqual([6, 3]);
    expect(told.at(-1)!.answer).toEqual({ "Levy 1": [5, 3], "Levy 2": [6, 3] });
  });
  it("puts a single model elsewhere in a placement", async () => {
    const { drill, tries } = table(planned, (answer) => ({ ok: true, answer: "unit" in (answer as object) ? { "Levy 1": [5, 3], "Levy 2": [6, 3] } : answer }));
    drill.ask({ ...move, kind: "place", movers: undefined, models: names, formations: ["block"] }, {}, [24, 18]);
    drill.aim([5.5, 3]);
    await settle();
    drill.adjust("Levy 2", [7, 3]);
    await settle();
    expect(tries.at(-1)).toEqual({ "Levy 1": [5, 3], "Levy 2": [7, 3] });
    expect(drill.ghostAt("Levy 2")).toEqual([7, 3]);
    drill.aim([6, 3]);
    await settle();
    expect(tries.at(-1)).toMatchObject({ unit: { to: [6, 3], own: {} } });
  });
  it("says why when the wish is refused outright, and keeps the last ghosts", async () => {
    const { drill, told } = table(planned, () => ({ ok: false, reason: "outside its zone", clause: "RV-4.8" }));
    drill.ask({ ...move, kind: "place", movers: undefined, models: names, formations: ["block"] }, {}, [24, 18]);
    drill.aim([11, 40]);
    await settle();
    expect(told.at(-1)).toMatchObject({ answer: null, refusal: { reason: "outside its zone", clause: "RV-4.8" } });
  });
});
