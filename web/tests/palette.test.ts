import { expect, test } from "vitest";

import { withTakeBacks } from "../src/lib/back";
import { fit, found, SHOWN, type Finding } from "../src/lib/palette";
import type { GameEvent } from "../src/lib/wire";

const act = (): void => undefined;
const option = (number: number, label: string): Finding => ({ id: String(number), group: "option", number, label, act });
const options = Array.from({ length: 23 }, (_, i) => option(i + 1, `Cell ${"abcdefgh"[i % 8]}${i}`));
const model: Finding = { id: "okafor", group: "model", label: "Okafor", hint: "Ashfall · rifle", act };
const rule: Finding = { id: "RE-1.48", group: "rule", label: "RE-1.48 Tactical range", text: "A Tactical shot reaches 12 inches", act };
const command: Finding = { id: "fit", group: "command", label: "Fit", hint: "0", act };

test("an option beyond the ninth is found by its number, however slowly it is typed", () => {
  expect(found(options, "1")[0]).toBe(options[0]);
  expect(found(options, "12")[0]).toBe(options[11]);
  expect(found(options, "23")[0]).toBe(options[22]);
});

test("letters find what begins with them first", () => {
  const all = [option(1, "Hold fire"), option(2, "Fire"), command, model, rule];
  expect(found(all, "fi").map((one) => one.label)).toEqual(["Fire", "Fit", "Hold fire", "Okafor"].slice(0, 3));
  expect(found(all, "ashfall")).toEqual([model]);
  expect(found(all, "okafor rifle")).toEqual([model]);
});

test("rules are found by their text, and only when something is asked", () => {
  expect(fit(rule, "")).toBeNull();
  expect(found([model, rule], "12 inches")).toEqual([rule]);
  expect(found([model, rule], "RE-1.48")).toEqual([rule]);
  expect(found([model, rule], "nothing of the kind")).toEqual([]);
});

test("a long list has an end", () => {
  expect(found(Array.from({ length: 500 }, (_, i) => option(i + 1, `Place ${i}`)), "place")).toHaveLength(SHOWN);
});

test("a take-back stands in the log where the game went back to", () => {
  const event = (at: number, text: string): GameEvent => ({ n: at, kind: "note", clauses: [], data: {}, at, text });
  const log = withTakeBacks([event(1, "one"), event(2, "two"), event(3, "three")], [{ seat: 0, at: 2, inputs: 4, rolls: 2 }], () => "Ann");
  expect(log.map((one) => one.text)).toEqual(["one", "two", "Ann took back, as agreed, and with it 2 rolls.", "three"]);
  expect(new Set(log.map((one) => one.n)).size).toBe(4);
});
