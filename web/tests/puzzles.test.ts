import { beforeEach, describe, expect, it, vi } from "vitest";

import { parse, to } from "../src/lib/router.svelte";
import type { PuzzleLine } from "../src/lib/wire";
import { addressOf, dayWords, shareLine } from "../src/puzzle/sharing";

const LINE: PuzzleLine = { id: "abcd1234", ruleset: "roe", title: "Rules of Engagement", place: "Foundry", headline: "Round 5, the last.", theme: "Hacking", difficulty: 3 };

/** A streak as it is after the page was opened anew: what was kept is read again. */
async function opened() {
  vi.resetModules();
  return (await import("../src/puzzle/streak.svelte")).streak;
}

beforeEach(() => localStorage.clear());

describe("streaks", () => {
  it("counts only the first try", async () => {
    const streak = await opened();
    streak.answer("roe", "a", false);
    streak.answer("roe", "a", true);
    expect(streak.first("roe", "a")).toBe(false);
    expect(streak.row).toBe(0);
  });

  it("counts right answers in a row and remembers the most", async () => {
    const streak = await opened();
    for (const [id, right] of [["a", true], ["b", true], ["c", false], ["d", true]] as const) streak.answer("roe", id, right);
    expect([streak.row, streak.best]).toEqual([1, 2]);
    const again = await opened();
    expect([again.row, again.best, again.answered, again.first("roe", "b")]).toEqual([1, 2, 4, true]);
  });

  it("counts days in a row, over the end of a month, and begins anew after one that was missed", async () => {
    const streak = await opened();
    streak.answer("roe", "a", true, "2026-11-30");
    streak.answer("roe", "b", true, "2026-12-01");
    expect(streak.days("2026-12-01")).toBe(2);
    expect(streak.days("2026-12-02")).toBe(2);
    expect(streak.days("2026-12-03")).toBe(0);
    streak.answer("roe", "c", true, "2026-12-04");
    expect(streak.days("2026-12-04")).toBe(1);
  });

  it("has no day for a puzzle that was missed", async () => {
    const streak = await opened();
    streak.answer("roe", "a", false, "2026-11-30");
    expect(streak.days("2026-11-30")).toBe(0);
  });

  it("lives with a browser that has kept something else", async () => {
    localStorage.setItem("sandtable.puzzles", "[1, 2]");
    expect((await opened()).row).toBe(0);
  });
});

describe("sharing", () => {
  it("says how it went and not what was right", () => {
    const line = shareLine(LINE, true, "https://example.org/#/puzzles/roe/abcd1234");
    expect(line).toBe("Sandtable puzzle, Rules of Engagement, Foundry, difficulty 3 of 5: solved at the first try. https://example.org/#/puzzles/roe/abcd1234");
    expect(shareLine(LINE, undefined, "x")).toBe("Sandtable puzzle, Rules of Engagement, Foundry, difficulty 3 of 5. x");
    expect(shareLine(LINE, false, "x", "2026-11-18")).toContain(`of ${dayWords("2026-11-18")}`);
  });
  it("means the same day everywhere", () => expect(dayWords("2026-11-18", "en-GB")).toBe("18 November"));
});

it("puzzles have addresses", () => {
  expect(parse(to.puzzles)).toEqual({ page: "puzzles", ruleset: "", puzzle: "" });
  expect(parse(addressOf("op-en", "abcd1234"))).toEqual({ page: "puzzles", ruleset: "op-en", puzzle: "abcd1234" });
});
