import { beforeEach, describe, expect, it, vi } from "vitest";

import { frameOf } from "./frame";
import { Planner } from "./planner.svelte";
import { emptyPlan, type Answer, type Ask, type Plan, type Question, type TableScene, type Tried } from "./types";

const scene = { kind: "table", ground: { key: "", width: 48, height: 36, unit: "″", pieces: [] } } as unknown as TableScene;
const move: Question = { kind: "move", seat: 0, prompt: "", movers: ["Rusk"], budget: 4 };

/** A server that answers when it is told to. */
function doors(judge: (answer: Answer) => Tried) {
  const told: Partial<Plan>[] = [];
  const tries: Answer[] = [];
  const looks: Ask[] = [];
  const planner = new Planner({
    ontry: (answer) => { tries.push(answer); return Promise.resolve(judge(answer)); },
    onlook: (ask) => {
      if (ask.what === "region") return Promise.resolve({ region: { zone: [[0, 0, 48, 0]] } });
      looks.push(ask);
      return Promise.resolve({ sights: [{ to: "Dace" }] });
    },
    tell: (part) => told.push(part),
    frame: () => frameOf(scene),
  });
  return { planner, told, tries, looks };
}
const legal = (answer: Answer): Tried => ({ ok: true, answer });
const settle = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => { vi.useFakeTimers(); });

describe("a planned move", () => {
  it("stands where the rules carry it, not where the hand is", async () => {
    const { planner, told, looks } = doors((answer) => ({ ok: true, answer, preview: { text: "4.0″ of 4″", spent: 4, path: [[10, 10, 0], [14, 10, 1]] } as never }));
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([12, 10]);
    expect(planner.landing).toEqual([12, 10]);
    await settle();
    expect([planner.end, planner.landing]).toEqual([[12, 10], [14, 10]]);
    expect(told.at(-2)?.at ?? told.find((one) => one.at)?.at).toEqual({ Rusk: [14, 10, 1] });
    expect(looks.at(-1)).toEqual({ what: "sight", from: { model: "Rusk", at: [14, 10, 1] } });
  });
  it("follows the hand at once and sends a wish", async () => {
    const { planner, tries, told, looks } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([12, 10]);
    expect(planner.end).toEqual([12, 10]);
    expect(planner.text()).toBe("2″ of 4″");
    await settle();
    expect(tries).toEqual([{ Rusk: [12, 10] }]);
    expect(told.at(-2)).toMatchObject({ answer: { Rusk: [12, 10] }, refusal: null });
    expect(looks).toEqual([{ what: "sight", from: { model: "Rusk", at: [12, 10] } }]);
    expect(planner.sights).toHaveLength(1);
  });
  it("asks for the region as soon as the question opens, and once more when no answer comes", async () => {
    let lost = true;
    const asked: Ask[] = [];
    const planner = new Planner({
      ontry: () => Promise.resolve({ ok: false, reason: "", clause: "" }),
      onlook: (ask) => { asked.push(ask); return lost ? Promise.reject(new Error("lost")) : Promise.resolve({ region: { zone: [[0, 0, 48, 0]] } }); },
      tell: () => undefined,
      frame: () => frameOf(scene),
    });
    planner.ask(move, { Rusk: [10, 10] });
    expect(asked).toEqual([{ what: "region" }]);
    expect(planner.region).toBeNull();
    lost = false;
    await settle();
    expect(planner.region).toEqual({ zone: [[0, 0, 48, 0]] });
    planner.ask({ ...move, kind: "choose-one" }, {});
    expect(planner.region).toBeNull();
    expect(asked).toHaveLength(2);
  });
  it("asks no more often than it must while the hand moves", async () => {
    const { planner, tries } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    for (let i = 0; i < 60; i++) { planner.aim([10 + i / 30, 10]); await vi.advanceTimersByTimeAsync(16); }
    await settle();
    expect(tries.length).toBeLessThan(12);
    expect(tries.at(-1)).toEqual({ Rusk: [10 + 59 / 30, 10] });
  });
  it("stops at the limit and shows that it did", () => {
    const { planner } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([14.2, 10]);
    expect(planner.stopped).toBe(true);
    expect(planner.end![0]).toBeLessThan(14);
    planner.aim([15, 10]);
    expect(planner.stopped).toBe(false);
    expect(planner.text()).toBe("5″: 1″ too far");
  });
  it("goes back to the last legal place when it is let go where it may not stand, and says why", async () => {
    const { planner, told } = doors((answer) => ((answer as { Rusk: number[] }).Rusk[0]! > 12 ? { ok: false, reason: "in the way", clause: "RE-2.18" } : { ok: true, answer }));
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([11, 10]);
    await settle();
    planner.aim([13, 10]);
    planner.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(planner.end).toEqual([11, 10]);
    expect(planner.note).toMatchObject({ reason: "in the way", clause: "RE-2.18", at: [13, 10] });
    expect(told.at(-1)).toMatchObject({ answer: { Rusk: [11, 10] } });
    await vi.advanceTimersByTimeAsync(5000);
    expect(planner.note).toBeNull();
  });
  it("goes over waypoints, and forgets the last", async () => {
    const { planner, tries } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([11, 10]);
    planner.waypoint();
    planner.aim([11, 12]);
    await settle();
    expect(tries.at(-1)).toEqual({ Rusk: [[11, 10], [11, 12]] });
    expect(planner.length).toBe(3);
    planner.unwaypoint();
    await settle();
    expect(tries.at(-1)).toEqual({ Rusk: [11, 12] });
  });
  it("is confirmed once the server has said yes, if Enter came early", async () => {
    const { planner } = doors((answer) => ((answer as { Rusk: number[] }).Rusk[0]! > 12 ? { ok: false, reason: "no", clause: "" } : { ok: true, answer }));
    const confirm = vi.fn();
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([13, 10]);
    planner.eager = confirm;
    await settle();
    expect(confirm).not.toHaveBeenCalled();
    planner.aim([11, 10]);
    planner.eager = confirm;
    await settle();
    planner.aim([11.5, 10]);
    await settle();
    expect(confirm).toHaveBeenCalledTimes(1);
  });
  it("ignores what the server says about an old question", async () => {
    const { planner, told } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    planner.aim([11, 10]);
    planner.ask(null, {});
    await settle();
    expect(planner.good).toBeNull();
    expect(told.some((part) => part.answer)).toBe(false);
  });
  it("of several models is sent when all have a place", async () => {
    const { planner, tries } = doors(legal);
    planner.ask({ kind: "place", seat: 0, prompt: "", models: ["A", "B"] }, {});
    planner.aim([5, 5]);
    await settle();
    expect(tries).toEqual([]);
    planner.take("B", null);
    planner.aim([7, 5]);
    await settle();
    expect(tries.at(-1)).toEqual({ A: [5, 5], B: [7, 5] });
  });
  it("shows a place that was chosen in a list: ghost, path and sight", async () => {
    const { planner, tries, looks } = doors(legal);
    planner.ask(move, { Rusk: [10, 10] });
    const preview = { spent: 3, of: 4, unit: "″", text: "3″ of 4″", path: [[10, 10, 0], [12, 11, 0], [13, 11, 0]], tests: [] };
    planner.adopt({ ...emptyPlan(), answer: { Rusk: [[12, 11], [13, 11]] }, at: { Rusk: [13, 11] }, preview }, { Rusk: [10, 10] });
    expect(planner.end).toEqual([13, 11]);
    expect(planner.path).toEqual([[10, 10], [12, 11], [13, 11]]);
    expect(planner.text()).toBe("3″ of 4″");
    await settle();
    expect(tries).toEqual([]);
    expect(looks).toEqual([{ what: "sight", from: { model: "Rusk", at: [13, 11] } }]);
    planner.aim([11, 10]);
    expect(planner.settled).toBeNull();
  });
});
