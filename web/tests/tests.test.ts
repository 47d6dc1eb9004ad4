import { expect, test } from "vitest";

import { ladderTest, lastTest, sidesOf } from "../src/lib/tests";
import type { GameEvent } from "../src/lib/wire";

const event = (data: Record<string, unknown>): GameEvent => ({ kind: "test", at: 1, text: "", clauses: ["OE-3.4"], data }) as unknown as GameEvent;
const LADDER = ["d3", "d4", "d6", "d8", "d10", "d12", "d12+"];
const PUSH = {
  ladder: LADDER, test: "Heavy Swing", type: "opposed", who: "Captain", stat: "fight", from: "d12", die: "d12", modifiers: ["[+1] fine blade"], total: 6, against: 3,
  success: true, degrees: 3, other: "Mate", other_stat: "toughness", other_from: "d6", other_die: "d4", other_modifiers: ["[<] the Stray crowds"],
};

test("an opposed test has a hand for each side, with the die before and after", () => {
  const found = ladderTest(event(PUSH))!;
  expect(found.hands.map(({ who, from, die, total }) => [who, from, die, total])).toEqual([["Captain", "d12", "d12", 6], ["Mate", "d6", "d4", 3]]);
  expect([found.success, found.degrees, found.need]).toEqual([true, 3, null]);
});

test("a fixed test has one hand and a number", () => {
  const { other: _, ...alone } = PUSH;
  const found = ladderTest(event({ ...alone, type: "fixed", against: 5 }))!;
  expect([found.hands.length, found.need]).toEqual([1, 5]);
});

test("only events with a ladder are tests, and the last one counts", () => {
  expect(ladderTest(event({ who: "Captain" }))).toBeNull();
  expect(lastTest([event(PUSH), event({ ...PUSH, test: "Fight" }), event({})])?.name).toBe("Fight");
});

test("a d12+ has the sides of a d12", () => expect(LADDER.map(sidesOf)).toEqual([3, 4, 6, 8, 10, 12, 12]));
