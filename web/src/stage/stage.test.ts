import { describe, expect, it } from "vitest";

import { drawGrid, heightText } from "./cells";
import { cellName, describe as inWords } from "./describe";
import { nameRows, placeOn, shortName, spotsOf } from "./draft/ladder";
import { frameOf, parseCell } from "./frame";
import { inDiamond, layOut, textWidth } from "./labels";
import { byThing, meant, pointedAt, whyNot } from "./options";
import { farMark, slotsOf } from "./sides";
import { drawPieces, labelOf } from "./terrain";
import { emptyPlan, type GridScene, type Model, type Piece, type Question, type SideInfo, type TableGround, type TableScene } from "./types";

const side = (name: string, seat: number): SideInfo => ({ name, seat, slot: seat });
const model = (id: string, x: number | null, more: Partial<Model> = {}): Model => ({
  id, name: id, side: 0, x, y: x, z: 0, radius: 0.5, icon: "rifle", role: "Trooper", facts: "", state: "ready", wounds: { left: 1, most: 2 },
  pins: null, statuses: [], bound: [], ranges: [], ...more,
});
const piece = (kind: string, form: Piece["form"], more: Partial<Piece> = {}): Piece => ({
  id: kind, name: `The ${kind}`, kind, form, outline: [[2, 2], [8, 2], [8, 6], [2, 6]], holes: [], floor: 0, height: form === "area" ? 0 : 3, levels: [],
  faces: ["slope", "cliff", "climb", ""], openings: [], traits: [], text: ["Gives cover."], ...more,
});
const ground = (pieces: Piece[]): TableGround => ({ key: "k", width: 48, height: 36, unit: "″", pieces });
const common = { title: "Relay", headline: "Round 1", round: { word: "Round", now: 1, of: 5 }, phase: "", phases: [], turn: 0, active: "", sides: [side("Red", 0), side("Blue", 1)] };
const table = (): TableScene => ({ ...common, kind: "table", ground: ground([piece("ruin", "area")]), models: [model("Rusk", 4, { pins: { count: 2, stops: false, text: "2 pins" } }), model("Dace", null, { side: 1, state: "waiting" })], marks: [] });
const grid = (shape: "square" | "hex"): GridScene => ({
  ...common, kind: "grid", models: [], marks: [],
  ground: { key: "g", columns: 4, rows: 3, shape, cells: [{ at: [1, 1], height: 1, marks: [], hazard: 0, text: "height 1" }, { at: [0, 0], height: -2, marks: [], hazard: 0, text: "pit" }], ladders: [] },
});

describe("sides", () => {
  it("give you the first colour, wherever you sit", () => {
    const sides = [side("A", 0), side("B", 1), side("C", 2)];
    expect(slotsOf(sides, 1)).toEqual([2, 1, 3]);
    expect(slotsOf(sides, null)).toEqual([1, 2, 3]);
    expect(slotsOf(sides, 7)).toEqual([1, 2, 3]);
  });
  it("have four shapes far away", () => {
    expect(new Set([1, 2, 3, 4].map((slot) => farMark(slot, 5))).size).toBe(4);
  });
});

describe("a frame", () => {
  it.each(["square", "hex"] as const)("finds the cell under the middle of every cell: %s", (shape) => {
    const frame = frameOf(grid(shape));
    for (let c = 0; c < 4; c++) for (let r = 0; r < 3; r++) {
      expect(frame.back(frame.place([c, r]))).toEqual([c, r]);
      expect(frame.cell([c, r])).toHaveLength(shape === "hex" ? 6 : 4);
    }
    expect(frame.holds([4, 0])).toBe(false);
    expect(frame.back(frame.snap([-3, 99]))).toEqual([0, 2]);
  });
  it("leaves inches as they are", () => {
    const frame = frameOf(table());
    expect(frame.place([3.25, 7])).toEqual([3.25, 7]);
    expect(frame.snap([3.25, 7])).toEqual([3.25, 7]);
  });
  it("reads and writes the names of cells", () => {
    expect(parseCell("e6")).toEqual([4, 5]);
    expect(parseCell("aa10")).toEqual([26, 9]);
    expect(cellName(26, 9)).toBe("aa10");
    expect(parseCell("Rusk")).toBeNull();
  });
});

describe("terrain", () => {
  it("of every kind is drawn, with a shadow for what is solid", () => {
    for (const kind of ["wood", "rough", "field", "road", "water", "deep", "dangerous", "ruin", "pit", "unheard of"]) {
      const drawn = drawPieces(ground([piece(kind, "area")]));
      expect(drawn).toContain("<path");
      expect(drawn).not.toContain("NaN");
    }
    for (const kind of ["hill", "rock", "wall", "barricade", "crates", "container", "bridge", "block", "building", "unheard of"]) {
      const drawn = drawPieces(ground([piece(kind, kind === "building" ? "shell" : "block", { openings: [{ kind: "door", line: [[3, 2], [4, 2]], floor: 0 }] })]));
      expect(drawn).toMatch(/<g fill="var\(--sh\)"><path d="M/);
      expect(drawn).not.toContain("NaN");
    }
  });
  it("says how high it is where there is room", () => {
    expect(labelOf(piece("hill", "block"), 20)?.text).toBe("3″");
    expect(labelOf(piece("building", "shell", { name: "Hall" }), 30)?.text).toBe("Hall · roof 3″");
    expect(labelOf(piece("hill", "block"), 2)).toBeNull();
    expect(labelOf(piece("wood", "area"), 20)).toBeNull();
  });
  it("of a grid has heights, pits and no nonsense", () => {
    for (const shape of ["square", "hex"] as const) {
      const scene = grid(shape);
      const drawn = drawGrid(scene.ground, frameOf(scene), 1);
      expect(drawn).toContain("var(--pit)");
      expect(drawn).toContain("var(--rock2)");
      expect(drawn).not.toContain("NaN");
    }
    expect([0.5, 1, 1.5, -2].map(heightText)).toEqual(["½", "1", "1½", "−2"]);
  });
});

describe("options on the stage", () => {
  const question: Question = {
    kind: "choose-one", seat: 0, prompt: "Who?", options: [
      { id: "a", label: "A strikes Tom", points_at: [{ kind: "model", id: "A" }, { kind: "model", id: "Tom" }] },
      { id: "b", label: "B", points_at: [{ kind: "objective", id: "B" }] },
    ], absent: [{ id: "Una", label: "Una", reason: "too far", clause: "GP-2.3" }],
  };
  it("are found by what they point at", () => {
    const things = byThing(question);
    expect(things.get("model:Tom")?.map((option) => option.id)).toEqual(["a"]);
    expect(things.get("mark:B")?.map((option) => option.id)).toEqual(["b"]);
    expect(byThing(null).size).toBe(0);
  });
  it("say why something is not among them", () => {
    expect(whyNot(question, "Una")).toEqual({ reason: "Una: too far", clause: "GP-2.3" });
    expect(whyNot(question, "Tom")).toBeNull();
  });
  it("are chosen one at a time, or ticked", () => {
    expect(pointedAt(emptyPlan(), question, question.options![0]!).answer).toBe("a");
    const several: Question = { ...question, kind: "choose-some", least: 2, most: 2 };
    const one = pointedAt(emptyPlan(), several, several.options![0]!);
    expect(one).toMatchObject({ options: ["a"], answer: null });
    const two = pointedAt(one, several, several.options![1]!);
    expect(two.answer).toEqual(["a", "b"]);
    expect(pointedAt(two, several, several.options![0]!)).toMatchObject({ options: ["b"], answer: null });
  });
});

describe("labels", () => {
  it("fit into the diamond of an objective", () => {
    expect(inDiamond("C", 16)).toEqual({ text: "C", size: 13.6 });
    for (const d of [9, 12, 16]) {
      const { text, size } = inDiamond("Mast", d);
      expect(textWidth(text, size)).toBeLessThanOrEqual(1.5 * d + 0.01);
      expect(size).toBeGreaterThanOrEqual(8);
      expect("Mast".startsWith(text)).toBe(true);
    }
  });
  it("never lie over each other, and the weightier stays", () => {
    const wish = (id: string, weight: number) => ({ id, x: 50, y: 50, width: 60, height: 20, reach: 12, weight });
    const laid = layOut(Array.from({ length: 12 }, (_, i) => wish(String(i), i)));
    expect(laid.length).toBeLessThan(12);
    expect(laid[0]!.id).toBe("11");
    for (const [i, a] of laid.entries()) for (const b of laid.slice(i + 1)) expect(Math.abs(a.x - b.x) >= 60 || Math.abs(a.y - b.y) >= 20).toBe(true);
  });
  it("stay on the screen", () => {
    const [one] = layOut([{ id: "a", x: 95, y: 50, width: 60, height: 20, reach: 12, weight: 1 }], [], 100, 100);
    expect(one!.x + 60).toBeLessThanOrEqual(100);
  });
});

describe("in words", () => {
  it("a table is told side by side", () => {
    const parts = inWords(table(), [{ to: "Rusk", distance: 8, text: "8.0″", seen: 0.5, sees: true, verdict: "Obscured", blockers: [], models: [], cover: [], clauses: [] }]);
    expect(parts.map((part) => part.heading)).toEqual(["Relay", "Red", "Blue", "Terrain"]);
    expect(parts[1]!.lines[0]).toBe("Rusk, Red, Trooper, ready, at 4.0, 4.0, in The ruin, 1 of 2 wounds left, 2 pins, 8.0 inches, Obscured");
    expect(parts[2]!.lines[0]).toContain("not on the table yet");
  });
});

describe("the ladder of a draft", () => {
  const at = (id: string, position: number) => ({ id, name: id, position });
  it("stacks those on one rung and lowers names that would touch", () => {
    const place = (position: number) => placeOn({ least: 0, most: 10 }, 260, position);
    const all = [at("Bodyguard", 4), at("Poacher", 4), at("Marksman", 5)];
    const spots = spotsOf(all, place);
    expect(spots.get("Bodyguard")).toEqual({ x: 110, level: 0 });
    expect(spots.get("Poacher")).toEqual({ x: 110, level: 1 });
    expect([...nameRows(all, spots)]).toEqual([["Bodyguard", 0], ["Marksman", 1]]);
    expect(shortName("Quartermaster of the Ninth")).toBe("Quartermaster o…");
  });
});

describe("what a gesture can mean", () => {
  const sideOf = (id: string): number | undefined => ({ Ann: 0, Bess: 0, Tom: 1 })[id];
  const ask = (options: [string, string?][], who = ""): Question => ({
    kind: "choose-one", seat: 0, prompt: "", clause: "", who, options: options.map(([id, role]) => ({ id, label: id, points_at: sideOf(id) === undefined ? [] : [{ kind: "model", id }], ...(role ? { role } : {}) })),
  } as unknown as Question);
  it("is to a place or at an enemy where it is asked who acts, or what somebody does", () => {
    expect(meant(ask([["Ann"], ["Bess"], ["Pass", "pass"]]), sideOf, 0)).toBe("to");
    expect(meant(ask([["Ann"]], "Hawk"), sideOf, 0)).toBe("to"); // a player, not somebody on the table
    expect(meant(ask([["Advance"], ["Engage"]], "Ann"), sideOf, 0)).toBe("to");
    expect(meant(ask([["Tom"], ["Hold fire", "decline"]], "Ann"), sideOf, 0)).toBe("to");
  });
  it("is only at somebody where one may answer him", () => {
    expect(meant(ask([["Ann"], ["No Overwatch", "decline"]]), sideOf, 0)).toBe("at");
  });
  it("is nothing where something befalls one of one's own, or nothing is chosen", () => {
    expect(meant(ask([["Ann"], ["Bess"]], "Bess"), sideOf, 0)).toBe("");
    expect(meant({ ...ask([["Ann"]]), kind: "move" } as Question, sideOf, 0)).toBe("");
    expect(meant(null, sideOf, 0)).toBe("");
  });
});
