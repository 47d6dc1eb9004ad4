import { expect, test } from "vitest";

import { chanceOf } from "../src/game/contest/fates";
import { freeStrip } from "../src/stage/camera";

const FATE = { who: "Bear", heading: "Bear out", words: ["captured", "defeated"] };
const word = (what: string, chance: number) => ({ what, chance, shown: `${Math.round(chance * 100)} %` });
const odds = (words: ReturnType<typeof word>[], kind = "dice") => ({ kind, nothing: "no effect", effects: [{ who: "Bear", seat: 1, words }], remarks: [] });

test("a fate is the sum of the words that mean it; whatever is not named does not happen", () => {
  expect(chanceOf(odds([word("no effect", 0.37), word("captured", 0.63)]), FATE)).toEqual({ share: 0.63, shown: "63 %" });
  expect(chanceOf(odds([word("captured", 0.5), word("defeated", 0.25)]), FATE)).toEqual({ share: 0.75, shown: "75 %" });
  expect(chanceOf(odds([word("captured", 0.63)]), { ...FATE, who: "Golem" })).toEqual({ share: 0, shown: "0 %" });
  expect(chanceOf({ ...odds([]), kind: "certain", effects: [] }, FATE)).toEqual({ share: 0, shown: "0 %" });
});
test("nothing is said before it is known", () => {
  expect([chanceOf(undefined, FATE), chanceOf(odds([], "choice"), FATE), chanceOf(odds([], "unknown"), FATE)]).toEqual([null, null, null]);
});
test("dice lie below a board that leaves room for them, also when it lies on its side", () => {
  const desk = { width: 1056, height: 790 };
  expect([freeStrip(desk, { columns: 6, rows: 12 }) !== null, freeStrip(desk, { columns: 12, rows: 6 }) !== null]).toEqual([true, true]);
  expect([freeStrip(desk, { columns: 9, rows: 12 }), freeStrip({ width: 390, height: 700 }, { columns: 12, rows: 6 })]).toEqual([null, null]);
});
