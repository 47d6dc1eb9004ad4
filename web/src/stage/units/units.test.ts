import { describe, expect, it } from "vitest";

import { describe as told } from "../describe";
import type { Planner } from "../planner.svelte";
import { Board } from "../table/board.svelte";
import type { Lights } from "../table/lights.svelte";
import { Pointing } from "../table/pointing.svelte";
import type { Shown } from "../table/shown";
import type { View } from "../table/view.svelte";
import { emptyPlan, type Dot, type Model, type Question, type TableScene, type UnitPlan } from "../types";
import { fly, HEIGHT, STEM, type Flag } from "./flags";
import { hullOf, inHull } from "./ranks.svelte";
import { planWords, someNames } from "./words";

const flag = (id: string, x: number, more: Partial<Flag> = {}): Flag => ({ id, x, top: 100, bottom: 200, width: 80, weight: 0, ...more });

describe("banners", () => {
  it("fly over their units", () => expect(fly([flag("A", 100)])).toEqual([{ id: "A", x: 60, y: 100 - STEM - HEIGHT, width: 80, foot: 100, below: false, stem: STEM }]));
  it("stay on the screen", () => {
    expect(fly([flag("A", 100, { top: 10 })], [0, 0, 400, 400])[0]).toMatchObject({ below: true });
    expect(fly([flag("A", 20)], [0, 0, 400, 400])[0]).toMatchObject({ x: 6, below: false });
  });
  it("give way to the weightier and never lie over each other", () => {
    const [first, ...others] = fly([flag("A", 100), flag("B", 120), flag("C", 110, { weight: 2 })]);
    expect(first).toMatchObject({ id: "C", below: false });
    expect(others[0]).toMatchObject({ id: "A", below: true, y: 200 + STEM });
    const boxes = [first!, ...others].map(({ x, y, width }) => [x, y, x + width, y + HEIGHT] as const);
    for (const a of boxes) for (const b of boxes) if (a !== b) expect(a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]).toBe(false);
  });
});

describe("a hull", () => {
  const spots: Record<string, { at: Dot; radius: number }> = { A: { at: [0, 0], radius: 0.5 }, B: { at: [2, 0], radius: 1 }, C: { at: [0, 9], radius: 0.5 } };
  const hull = hullOf(["A", "B", "C", "gone"], [["A", "B"], ["A", "gone"]], (id) => spots[id] ?? null);
  it("closes the gap between a pair, as wide as the smaller base", () => {
    expect(inHull(hull, [0.9, 0.45])).toBe(true);
    expect(inHull(hull, [0.9, 0.55])).toBe(false);
    expect(inHull(hull, [2, 0.95])).toBe(true);
  });
  it("has no strip where the rules name none", () => {
    expect(inHull(hull, [0, 9.4])).toBe(true);
    expect(inHull(hull, [0, 5])).toBe(false);
  });
});

describe("a unit that can be chosen", () => {
  const models = [{ id: "Levy 1", x: 3, y: 2, side: 0, state: "ready" }, { id: "Levy 2", x: 5, y: 4, side: 0, state: "ready" }, { id: "Hero", x: 9, y: 9, side: 0, state: "ready" }];
  const units = [{ id: "Levy", side: 0, members: ["Levy 1", "Levy 2"], hull: [] }, { id: "Hero", side: 0, members: ["Hero"], hull: [] }];
  const asked = (kind: string, id: string): Question => ({ kind: "choose-one", seat: 0, prompt: "", options: [{ id: "go", label: "Go", points_at: [{ kind, id }] }] });
  function table(question: Question | null) {
    const shown = { scene: { kind: "table", ground: { width: 48, height: 36, unit: "″" }, models, units, marks: [], sides: [] }, question, seat: 0, busy: false, plan: emptyPlan(), lit: null, oncard: () => undefined };
    const board = new Board(shown as unknown as Shown);
    return { shown, board, pointing: new Pointing(shown as unknown as Shown, board, {} as View, {} as Planner, {} as Lights) };
  }
  it("lies in the middle of its models and is chosen as a whole", () => {
    const { shown, board, pointing } = table(asked("unit", "Levy"));
    expect(board.spotOf("Levy")).toEqual([4, 3]);
    expect(board.unitOf.get("Levy 2")?.id).toBe("Levy");
    pointing.point("Levy");
    expect(shown.plan.option).toBe("go");
    expect(shown.lit).toEqual({ kind: "unit", id: "Levy" });
  });
  it("and a model called like its unit is what the question means", () => {
    expect(table(asked("unit", "Hero")).board.kindOf("Hero")).toBe("unit");
    expect(table(asked("model", "Hero")).board.kindOf("Hero")).toBe("model");
  });
});

describe("in words", () => {
  const way = (id: string, reason = "") => ({ id, path: [[0, 0, 0]], spent: 1, of: 6, over: [], short: reason ? { cause: "too far", reason, clause: "RV-6.11" } : null });
  const plan: UnitPlan = {
    ok: false, refused: { cause: "apart", reason: "the chain breaks", clause: "RV-8.15" }, answer: {}, pulled: 0,
    models: [way("A"), way("B", "that is 7″, the most is 6″"), way("C")], short: [{ cause: "too far", clause: "RV-6.11", models: ["B"] }],
    chain: { ok: false, most: 1, clause: "", links: [] }, circle: { ok: true, at: [0, 0], across: 7.04, needs: 7, most: 9, clause: "" },
  };
  it("a plan is one paragraph: who reaches, who does not and why, what holds", () => {
    expect(planWords(plan, "keep")).toBe("Keep: 2 reach their place. One stops short: B: that is 7″, the most is 6″, RV-6.11. The chain is broken. Circle 7″ of 9″. Not legal: the chain breaks.");
  });
  it("a formation of the ruleset's own keeps its word", () => expect(planWords({ ...plan, short: [], chain: undefined, circle: undefined, refused: null }, "hedgehog")).toBe("hedgehog: 3 reach their place."));
  it("many names are cut short", () => expect(someNames(["A", "B", "C", "D", "E", "F"])).toBe("A, B, C, D and 2 more"));
  it("a unit is one entry of the table, its models behind it", () => {
    const model = (id: string, x: number | null, more: Partial<Model> = {}) => ({ id, name: id, side: 0, x, y: 2, z: 0, radius: 0.5, role: "", state: "ready", wounds: null, pins: null, statuses: [], ...more });
    const scene = {
      kind: "table", title: "T", headline: "H", sides: [{ name: "Blue" }], marks: [], ground: { pieces: [] }, models: [model("Levy 1", 3), model("Levy 2", null, { state: "gone" }), model("Hero", 5)],
      units: [{ id: "Levy", name: "Levy", side: 0, members: ["Levy 1"], count: { left: 1, most: 2 }, state: "ready", statuses: [], facts: "Quality 5+", hull: [], banner: null, icon: "" }],
    } as unknown as TableScene;
    const [, side] = told(scene);
    expect(side!.lines).toHaveLength(2);
    expect(side!.lines[0]).toMatch(/^Levy, Blue, 1 of 2 models, .*Quality 5\+\. Levy 1 .*3\.0/);
    expect(side!.lines[1]).toMatch(/^Hero, Blue/);
  });
});
