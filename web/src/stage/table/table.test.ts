import { describe, expect, it } from "vitest";

import { headline } from "../chances";
import { storeyAt, storeys } from "../floors";
import { frameOf } from "../frame";
import { drawOpen } from "../terrain";
import { emptyPlan, type Dot, type GridScene, type Model, type Option, type Piece, type Placed, type Sight, type TableGround } from "../types";
import { groundCard, modelCard } from "./card";
import { bodies, layNames, named, type Matters } from "./names";
import { tabsAt } from "./tabs";
import { ticks } from "./ticks";
import { closeBy, modelAt, nextTowards, type Where } from "./under";

const model = (id: string, x: number, y: number, more: Partial<Model> = {}): Placed => ({
  id, name: id, side: 0, x, y, z: 0, radius: 0.5, icon: "rifle", role: "Trooper", facts: "Exp 5", state: "ready", wounds: null, pins: null,
  statuses: [], bound: [], ranges: [], ...more,
} as Placed);
const hall: Piece = {
  id: "hall", name: "Moulding hall", kind: "building", form: "shell", outline: [[10, 10], [18, 10], [18, 16], [10, 16]], holes: [], floor: 0, height: 7,
  levels: [3.5], faces: [], traits: [], text: ["7″ high."],
  openings: [{ kind: "door", line: [[12, 10], [13, 10]], floor: 0 }, { kind: "door", line: [[10, 12], [10, 13]], floor: 3.5 }],
};
const ladder: Piece = { ...hall, id: "ladder", kind: "ladder", form: "area", outline: [[12, 12], [13, 12], [13, 13], [12, 13]], height: 3.5, levels: [], openings: [] };

describe("under a finger", () => {
  const where = (standing: Placed[], choosable: string[] = [], faint: string[] = []): Where => ({
    board: {
      standing, fallen: [], objectives: [], choosable: (_, id) => choosable.includes(id),
      things: new Map(choosable.map((id) => [`model:${id}`, [{ id, label: id }]])),
    },
    view: { far: ([a, b]: Dot, x: number, y: number) => Math.hypot(a * 20 - x, b * 20 - y), camera: { scale: 20, x: 0, y: 0, turn: 0 } },
    floors: { faint: (one: Model) => faint.includes(one.id) },
  });
  it("the nearest wins, within 22 pixels", () => {
    const there = where([model("A", 1, 1), model("B", 2, 1)]);
    expect(modelAt(there, 24, 20)?.id).toBe("A");
    expect(modelAt(there, 36, 20)?.id).toBe("B");
    expect(modelAt(there, 90, 20)).toBeNull();
  });
  it("who can be chosen is preferred, who stands on another floor comes last", () => {
    expect(modelAt(where([model("A", 1, 1), model("B", 1.1, 1)], ["B"]), 20, 20)?.id).toBe("B");
    expect(modelAt(where([model("A", 1, 1), model("B", 1.5, 1)], [], ["A"]), 20, 20)?.id).toBe("B");
    expect(modelAt(where([model("A", 1, 1)], [], ["A"]), 20, 20)?.id).toBe("A");
  });
  it("two that cannot be told apart are both offered", () => {
    expect(closeBy(where([model("A", 1, 1), model("B", 1.9, 1)], ["A", "B"]), 29, 20).map((option) => option.id)).toEqual(["A", "B"]);
    expect(closeBy(where([model("A", 1, 1), model("B", 1.9, 1)], ["A", "B"]), 20, 20)).toEqual([]);
  });
  it("an arrow goes ahead, not aside", () => {
    const spots = [{ id: "right", spot: [50, 5] as Dot }, { id: "up", spot: [5, -30] as Dot }, { id: "behind", spot: [-9, 0] as Dot }];
    expect(nextTowards([0, 0], 1, 0, spots)?.id).toBe("right");
    expect(nextTowards([0, 0], 0, 1, spots)?.id).toBe("up");
    expect(nextTowards([0, 0], 0, -1, spots)?.id).toBe("right");
  });
});

describe("floors", () => {
  it("go from the ground to the roof; one floor has no tabs", () => {
    expect(storeys(hall).map(({ name, z }) => [name, z])).toEqual([["G", 0], ["1", 3.5], ["R", 7]]);
    expect(storeys({ ...hall, levels: [] })).toEqual([]);
    expect(storeys({ ...hall, form: "block" })).toEqual([]);
  });
  it("are found by the height of the feet", () => {
    expect([0, 0.5, 3.3, 3.5, 6, 7, 9].map((z) => storeyAt(storeys(hall), z))).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });
  it("show their own doors and ladders", () => {
    const ground: TableGround = { key: "k", width: 48, height: 36, unit: "″", pieces: [hall, ladder] };
    const pictures = [[0, 3.5], [3.5, 7]].map(([low, high]) => drawOpen(ground, hall, [low!, high!]));
    expect(pictures[0]).not.toBe(pictures[1]);
    for (const picture of pictures) expect(picture.match(/A/g)).toHaveLength(1);
    const without = drawOpen({ ...ground, pieces: [hall] }, hall, [0, 3.5]);
    expect(pictures[0]!.length).toBeGreaterThan(without.length);
  });
  it("have their tabs outside the upper left corner, however the table lies", () => {
    expect(tabsAt(hall, 3, (x, y) => [x * 20, -y * 20])?.slice(0, 2)).toEqual([200, -350]);
    expect(tabsAt(hall, 3, (x, y) => [y * 20, x * 20])?.slice(0, 2)).toEqual([200, 170]);
  });
  it("have no tabs where these would be much wider than the building", () => {
    expect(tabsAt(hall, 3, (x, y) => [x * 9, y * 9])).toBeNull();
    expect(tabsAt(hall, 3, (x, y) => [x * 10, y * 10])).not.toBeNull();
  });
});

describe("names", () => {
  const sight = (to: string, more: Partial<Sight> = {}): Sight => ({ to, distance: 8, text: "8.0″", seen: 0.5, sees: true, verdict: "", blockers: [], models: [], cover: [], clauses: [], ...more });
  const matters = (more: Partial<Matters> = {}): Matters => ({ sights: new Map(), pointed: new Set(), watchers: new Set(), odds: new Map(), own: [], all: false, ...more });
  it("stand at targets with distance, sight and odds", () => {
    const [one] = named([model("Rusk", 5, 5)], matters({ sights: new Map([["Rusk", sight("Rusk")]]), odds: new Map([["Rusk", "out of action 51 %"]]) }));
    expect(one!.lines).toEqual(["Rusk", "8.0″ · 50 % seen", "out of action 51 %"]);
  });
  it("stand at those who can be hit though no sight line is drawn", () => {
    expect(named([model("Rusk", 5, 5)], matters({ odds: new Map([["Rusk", "captured 7 %"]]) }))[0]!.lines).toEqual(["Rusk", "captured 7 %"]);
  });
  it("stand at who acts and who watches, at nobody else unless all are wanted", () => {
    const three = [model("A", 1, 1), model("B", 9, 1), model("C", 20, 1)];
    const some = { own: ["A"], watchers: new Set(["B"]) };
    expect(named(three, matters(some)).map((one) => one.model.id)).toEqual(["A", "B"]);
    expect(named(three, matters({ ...some, all: true }))).toHaveLength(3);
    expect(named(three, matters({ sights: new Map([["C", sight("C", { sees: false })]]) }))).toEqual([]);
  });
  it("leave tokens, key numbers and tabs free", () => {
    const all = [model("A", 5, 5), model("B", 7.5, 5)];
    const at = (x: number, y: number): Dot => [x * 20, 400 - y * 20];
    const tagged = () => true;
    const taken = bodies(all, null, at, 20, tagged);
    const labels = layNames(named(all, matters({ all: true })), { at, s: 20, x: 0, y: 0, width: 400, height: 400, taken, tagged });
    expect(labels).toHaveLength(2);
    for (const { x, y, width, height } of labels) for (const [l, t, r, b] of taken) expect(x + width <= l || x >= r || y + height <= t || y >= b).toBe(true);
  });
});

describe("odds at a target", () => {
  const odds = (chance: number, by_thumb = false) => ({ kind: chance < 1 ? "dice" : "certain", by_thumb, nothing: "no effect", effects: [{ who: "Rusk", seat: 1, words: [{ what: "no effect", chance: 1 - chance, shown: "" }, { what: "pinned", chance: 0, shown: "" }, { what: "out of action", chance, shown: `${chance * 100} %` }] }] });
  const option = (id: string): Option => ({ id, label: id, points_at: [{ kind: "model", id: "Rusk" }] });
  const rusk = model("Rusk", 5, 5);
  it("are the worst that can happen to it", () => {
    expect(headline(rusk, [option("Rusk")], { Rusk: odds(0.51) }, emptyPlan(), null, 0)).toBe("out of action 51 %");
    expect(headline(rusk, [option("Rusk")], {}, emptyPlan(), null, 0)).toBe("");
    expect(headline(rusk, [], { Rusk: odds(0.51) }, emptyPlan(), null, 0)).toBe("");
    expect(headline(rusk, [option("Rusk")], { Rusk: odds(1) }, emptyPlan(), null, 0)).toBe("out of action for certain");
    expect(headline(rusk, [option("Rusk")], { Rusk: odds(0.51, true) }, emptyPlan(), null, 0)).toBe("out of action 51 %, rule of thumb");
  });
  it("of one's own say what one hopes for", () => {
    const rally = { kind: "dice", first: "", unknown: "", by_thumb: false, nothing: "no effect", remarks: [], effects: [{ who: "Rusk", seat: 0, words: [{ what: "steady", chance: 0.25, shown: "25 %" }, { what: "suppressed", chance: 0.75, shown: "75 %" }] }] };
    expect(headline(rusk, [option("Rusk")], { Rusk: rally }, emptyPlan(), null, 0)).toBe("steady 25 %");
    expect(headline(rusk, [option("Rusk")], { Rusk: rally }, emptyPlan(), null, 1)).toBe("suppressed 75 %");
  });
  it("are those of the option in hand, else of the best", () => {
    const both = [option("pistol"), option("rifle")], known = { pistol: odds(0.2), rifle: odds(0.6) };
    expect(headline(rusk, both, known, emptyPlan(), null, 0)).toBe("out of action 60 %");
    expect(headline(rusk, both, known, { ...emptyPlan(), option: "pistol" }, null, 0)).toBe("out of action 20 %");
    expect(headline(rusk, both, known, emptyPlan(), { kind: "option", id: "pistol" }, 0)).toBe("out of action 20 %");
  });
});

describe("cards and numbers", () => {
  it("a model's card says its floor, its odds and why it cannot be chosen", () => {
    const question = { kind: "choose-one", seat: 0, prompt: "", absent: [{ id: "Rusk", label: "Rusk", reason: "too far", clause: "RE-1.48" }] };
    expect(modelCard(model("Rusk", 1, 1, { state: "done" }), 2, { ...question, who: "Ann" }, undefined, "out 5 %", "1").lines).toEqual(["Exp 5", "Has acted", "Floor: 1", "out 5 %", "Rusk: too far RE-1.48"]);
    expect(modelCard(model("Rusk", 1, 1), 2, question, undefined).lines, "an enemy does not act for us: that needs no reason").toEqual(["Exp 5"]);
  });
  it("the ground's card is that of a mark, a piece or a cell", () => {
    expect(groundCard({ kind: "piece", id: "hall" }, [], [hall], null)?.title).toBe("Moulding hall");
    expect(groundCard({ kind: "piece", id: "nowhere" }, [], [hall], null)).toBeNull();
    expect(groundCard({ kind: "mark", id: "B" }, [], [hall], null)).toBeNull();
  });
  it("edges count every six inches, grids their columns and rows", () => {
    const table = frameOf({ kind: "table", ground: { key: "k", width: 48, height: 36, unit: "″", pieces: [] } } as never);
    expect(ticks(table, null, 20).map((tick) => tick.text)).toEqual(["6", "12", "18", "24", "30", "36", "42", "6", "12", "18", "24", "30"]);
    const scene = { kind: "grid", ground: { key: "g", columns: 3, rows: 2, shape: "square", cells: [], ladders: [] } } as unknown as GridScene;
    expect(ticks(frameOf(scene), scene.ground, 60).map((tick) => tick.text)).toEqual(["A", "B", "C", "1", "2"]);
  });
});
