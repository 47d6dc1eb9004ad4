import { expect, test } from "vitest";

import { isShort, nameOf, pathOfWay, reasons, rowsOf, togglesOf, type Way } from "./gestures";

const way = (order: string, focus: string, cost: number, short = 0): Way => ({
  answers: ["Ann", order, focus, "move", {}], who: "Ann", cost, counter: "counters", then: [], dice: "", short, stopped: null,
  paths: { Ann: [[10, 13]] },
  taken: [
    { prompt: "", words: "Ann" }, { prompt: "", words: order }, { prompt: "", words: focus, declined: focus === "No Focus" },
    { prompt: "", words: "Move" }, { prompt: "", words: "Ann to 10, 13", kind: "move" },
  ],
});
const ways = [way("Tactical", "No Focus", 1), way("Advance", "No Focus", 1), way("Advance", "Focus", 2)];

test("a way is called by its choices, not by whom it is about nor by what it declines", () => {
  expect(nameOf(ways[0]!)).toBe("Tactical, Move");
  expect(nameOf(ways[2]!)).toBe("Advance, Focus, Move");
});

test("what can be bought is a switch beside the way, not a row", () => {
  expect(togglesOf(ways, 1)).toEqual([{ label: "Focus", on: false, to: 2, price: 1 }]);
  expect(togglesOf(ways, 2)).toEqual([{ label: "Focus", on: true, to: 1, price: 1 }]);
  expect(togglesOf(ways, 0)).toEqual([]);
  expect(rowsOf(ways, 0)).toEqual([0, 1]);
  expect(rowsOf(ways, 2)).toEqual([0, 1, 2]);
});

test("paths are read whether they have one point or several", () => {
  expect(pathOfWay(ways[0]!, "Ann")).toEqual([[10, 13]]);
  expect(pathOfWay({ ...ways[0]!, paths: { Ann: [4, 5] } }, "Ann")).toEqual([[4, 5]]);
  expect(pathOfWay(ways[0]!, "Tom")).toEqual([]);
  expect([isShort(ways[0]!), isShort(way("Advance", "Focus", 1, 0.6))]).toEqual([false, true]);
});

test("a reason that several have is told once", () => {
  const why = ["Bea", "Cy"].map((who) => ({ who, reason: "not in sight", clause: "RE-4" }));
  expect(reasons([...why, { who: "", reason: "no way", clause: "" }])).toEqual([
    { who: ["Bea", "Cy"], reason: "not in sight", clause: "RE-4" }, { who: [], reason: "no way", clause: "" },
  ]);
});
