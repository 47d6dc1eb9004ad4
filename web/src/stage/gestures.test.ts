import { expect, test } from "vitest";

import { counted, doesOf, foundWays, givenWay, goesSomewhere, isBlocked, isShort, nameOf, pathOfWay, reasons, rowsOf, togglesOf, type Way } from "./gestures";

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
  expect(nameOf(ways[0]!)).toBe("Tactical");
  expect(nameOf(ways[2]!)).toBe("Advance, Focus");
});

test("what can be bought is a switch beside the way, not a row", () => {
  expect(togglesOf(ways, 1)).toEqual([{ label: "Focus", on: false, to: 2, price: 1 }]);
  expect(togglesOf(ways, 2)).toEqual([{ label: "Focus", on: true, to: 1, price: 1 }]);
  expect(togglesOf(ways, 0)).toEqual([]);
  expect(rowsOf(ways, 0)).toEqual([0, 1]);
  expect(rowsOf(ways, 2)).toEqual([0, 1, 2]);
});

test("what is bought has a row of its own only where it brings nearer", () => {
  const short = [way("Advance", "No Focus", 1), way("Tactical", "Focus", 2, 2), way("Tactical", "No Focus", 1, 2)];
  expect(rowsOf(short, 0)).toEqual([0, 2]);
  expect(rowsOf([way("Advance", "Focus", 2), way("Advance", "No Focus", 1, 3)], 1)).toEqual([0, 1]);
});

test("a way that was chosen by hand holds until another model is meant", () => {
  const to = (who: string) => ({ gesture: "to" as const, who, place: [1, 2] as [number, number] });
  const first = { ...foundWays(to("Ann"), { ways, why: [] }, null), chosen: 1, held: true };
  expect(foundWays(to("Ann"), { ways, why: [] }, first).chosen).toBe(1);
  expect(foundWays(to("Bea"), { ways, why: [] }, first).chosen).toBe(0);
});

test("less than a base beyond the limit is where one meant to stop", () => {
  const found = (short: number) => foundWays({ gesture: "to", who: "Ann", place: [0, 0] }, { ways: [way("Advance", "No Focus", 1, short)], why: [] }, null);
  expect([isBlocked(found(0.9), 0.5), isBlocked(found(1.1), 0.5)]).toEqual([false, true]);
});

test("a price is told in counters, and not where a number is only counted down", () => {
  expect([counted(1, "counters"), counted(2, "counters"), counted(0, "counters"), counted(1, "of 8 to activate")]).toEqual(["1 counter", "2 counters", "", ""]);
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

test("a way that is nothing but a move is called so, not by its cells", () => {
  const bare = (kind: string): Way => ({ ...ways[0]!, taken: [{ prompt: "", words: "Ann" }, { prompt: "", words: "Ann: d2 d3", kind }] });
  expect(nameOf(bare("move"))).toBe("Move here");
  expect(nameOf(bare("place"))).toBe("Place here");
});

test("who moves and then does something else does both; who moves twice does all of it", () => {
  const chain = (...taken: Way["taken"]): Way => ({ ...ways[0]!, taken: [{ prompt: "", words: "Ann" }, ...taken] });
  const go = { prompt: "", words: "Ann to 10, 13", kind: "move" }, choose = (words: string, text = ""): Way["taken"][number] => ({ prompt: "", words, text });
  expect(nameOf(chain(choose("Move"), go))).toBe("Move");
  expect(nameOf(chain(choose("Move"), go, choose("Interact")))).toBe("Move, Interact");
  expect(nameOf(chain(choose("Move"), go, choose("Repeat"), choose("Move"), go))).toBe("Move, Repeat, Move");
  expect(nameOf(chain(choose("Advance"), choose("Focus"), choose("Move"), go, choose("Move"), go))).toBe("Advance, Focus");
});

test("a way says what its choices do and cost, each once, and nothing of what it declines", () => {
  const lined = { ...ways[0]!, taken: [{ prompt: "", words: "Advance", text: "walk 6″" }, { prompt: "", words: "No Focus", text: "keep it", declined: true }, { prompt: "", words: "Advance", text: "walk 6″" }, { prompt: "", words: "Shoot", text: "at 12″" }] };
  expect(doesOf(lined)).toBe("walk 6″; at 12″");
  const ordered = { ...way("Tactical", "No Focus", 1), taken: [{ prompt: "", words: "Tactical", text: "up to 4″, then shoot" }, { prompt: "", words: "Move", text: "walk" }, { prompt: "", words: "Ann to 10, 13", kind: "move" as const }] };
  expect(doesOf(ordered)).toBe("up to 4″, then shoot");
  expect(doesOf({ ...ordered, taken: ordered.taken.slice(1) })).toBe("walk");
});

test("a chain that is shown is the one way of a gesture, to where it ends", () => {
  expect(givenWay(ways[0]!)).toMatchObject({ gesture: { gesture: "to", who: "Ann", place: [10, 13] }, chosen: 0, held: true });
});

test("whoever of a unit stays where he is has no path, and the others go all the same", () => {
  const unit = { ...ways[0]!, paths: { "Levy 1": null, "Levy 2": [[1, 2], [1, 4]] } };
  expect(goesSomewhere(unit)).toBe(true);
  expect(goesSomewhere({ ...unit, paths: { "Levy 1": null, "Levy 2": [] } })).toBe(false);
  expect(goesSomewhere(undefined)).toBe(false);
  expect(givenWay({ ...unit, who: "Levy", paths: { "Levy 1": null, "Levy 2": [[1, 2], [1, 4]] } }).gesture).toMatchObject({ place: [1, 4] });
});

test("a reason that begins with the name is not said with it twice", () => {
  expect(reasons([{ who: "Copper", reason: "Copper would end in deep water", clause: "OE-16.8" }])[0]!.who).toEqual([]);
  expect(reasons([{ who: "Copper", reason: "it is locked", clause: "" }])[0]!.who).toEqual(["Copper"]);
});

test("a way at somebody is not called by that one, unless nothing else was chosen", () => {
  const shot: Way = { ...ways[0]!, taken: [{ prompt: "", words: "Ann" }, { prompt: "", words: "Hold" }, { prompt: "", words: "Tom" }] };
  expect([nameOf(shot), nameOf(shot, "Tom")]).toEqual(["Hold, Tom", "Hold"]);
  expect(nameOf({ ...shot, taken: [{ prompt: "", words: "Tom" }] }, "Tom")).toBe("Tom");
});
