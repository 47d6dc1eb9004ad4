import { beforeEach, describe, expect, it } from "vitest";

import type { GameEvent } from "../src/lib/wire";
import { beatsOf } from "../src/playback/beats";
import { handedOver, happenings, lasts, TIMES, verdicts, type Happening } from "../src/playback/moments";
import { nameOf } from "../src/playback/names";
import { HURRY, Playback, TOO_MANY, type Act } from "../src/playback/playback.svelte";
import { findRoom } from "../src/stage/drama";
import { expectedOf } from "../src/stage/gestures";
import type { Motion, Scene } from "../src/stage/types";

let number = 0;
const event = (kind: string, motion?: Motion | Motion[], data: Record<string, unknown> = {}, at = 1): GameEvent => ({ n: number++, kind, clauses: [], data, at, text: `${kind}.`, motion: motion ?? null });
const roll = (who: string, faces: number[], good?: [number, number], at = 1): GameEvent => event("roll", undefined, { purpose: `to hit: ${who}`, sides: 10, faces, who, seat: 0, ...(good ? { good } : {}) }, at);
const move = (who: string, far: number): GameEvent => event("moved", { do: "move", who, path: [[0, 0, 0], [far, 0, 0]] }, { who });
const shot = (): GameEvent[] => [
  event("attack", { do: "shot", who: "Ann", at: "Rob", hit: null }), roll("Ann", [8, 3], [5, 10]), event("hits"), event("pinned", { do: "stamp", who: "Rob", shape: "triangle", text: "Pinned" }),
  roll("Rob", [2], [1, 5]), event("wounded", { do: "stamp", who: "Rob", shape: "cross", text: "1 wound", line: "1 of 2 left" }),
];
const opens = (round: number): GameEvent => ({ ...event("round"), chapter: { depth: 1, number: round } });
const ROUNDS = { pace: 12, round: "Round" };
beforeEach(() => { number = 0; });

describe("a shot", () => {
  it("is one happening: declared, dice, the answer, the verdict, the wound, for as long as the table says", () => {
    const [one, ...more] = happenings(shot());
    expect(more).toEqual([]);
    expect([one!.kind, one!.who]).toEqual(["shoots", "Ann"]);
    expect(one!.moments.map(({ kind }) => kind)).toEqual(["declared", "dice", "answer", "verdict", "wound"]);
    expect(one!.moments.map(({ runs, holds }) => [runs, holds])).toEqual([[250, 400], [350, 650], [350, 600], [120, 800], [500, 300]]);
  });
  it("has its verdict standing for at least 0.8 seconds", () => expect(TIMES.verdict[1]).toBeGreaterThanOrEqual(800));
  it("tells the need, and which dice did it; low ones where low is wanted", () => {
    const [, dice, answer] = happenings(shot())[0]!.moments;
    expect([dice!.row!.need, dice!.row!.good]).toEqual([{ n: 5, less: false }, [true, false]]);
    expect([answer!.row!.need, answer!.row!.good]).toEqual([{ n: 5, less: true }, [true]]);
  });
  it("has one verdict for each of those concerned: what weighs most, the rest in the line below", () => {
    expect(happenings(shot())[0]!.moments[3]!.stamp).toEqual({ who: "Rob", shape: "cross", text: "1 wound", line: "Pinned, 1 of 2 left" });
    expect(verdicts([{ who: "A", shape: "dash", text: "Missed", line: "" }, { who: "B", shape: "", text: "2 hits", line: "" }]).map(({ who }) => who)).toEqual(["A", "B"]);
  });
  it("is named by a stranger's game with plain words too", () => {
    const plain = happenings([event("attack", { do: "blow", who: "Ann", at: "Rob", hit: null }), roll("Ann", [4]), event("hurt", { do: "mark", who: "Rob", text: "hurt" })]);
    expect(plain[0]!.moments.map(({ kind, stamp }) => [kind, stamp?.text])).toEqual([["declared", undefined], ["dice", undefined], ["verdict", "hurt"]]);
  });
  it("tells every event by its end, and in their order", () => {
    const all = happenings([...shot(), event("said")])[0]!.moments;
    expect(all.map(({ upto }) => upto)).toEqual([...all.map(({ upto }) => upto)].sort((a, b) => a - b));
    expect(all.at(-1)!.upto).toBe(6);
    expect(all.flatMap(({ numbers }) => numbers)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe("other happenings", () => {
  it("are called by who picks, who comes, or what the dice are for", () => {
    const pick = event("pick", { do: "pick", who: "Ann", whose: "Rob", die: "R5", text: "red 5" });
    const names = [pick, event("placed", { do: "appear", who: "Rob" }), event("roll", undefined, { purpose: "initiative of all", sides: 6, faces: [3], who: "" })]
      .map((one) => nameOf(happenings([one])[0]!, null));
    expect(names).toEqual(["Ann picks", "Rob takes the field", "Dice: initiative"]);
  });
  it("move at twelve inches a second, but never too short or too long to see", () => {
    const times = [1, 6, 30].map((far) => happenings([move("Ann", far)])[0]!.moments[0]!.runs);
    expect(times).toEqual([200, 500, 700]);
  });
  it("let a whole unit move at once", () => {
    const both = event("moved", [{ do: "move", who: "A1", path: [[0, 0], [6, 0]] }, { do: "move", who: "A2", path: [[0, 1], [6, 1]] }], { who: "A" });
    expect(happenings([both]).map(({ who, moments }) => [who, moments.length])).toEqual([["A", 1]]);
  });
  it("end rounds and hand over markers", () => {
    const all = happenings([move("Ann", 3), event("control", { do: "score", mark: "A", side: 0 }), opens(4)], ROUNDS);
    expect(all.map(({ kind }) => kind)).toEqual(["moves", "marker", "round"]);
    expect([all[2]!.text, lasts(all[2]!.moments[0]!)]).toEqual(["End of round 3", 2400]);
    expect(happenings([opens(1)], ROUNDS)).toEqual([]);
    expect(happenings([opens(4)])).toEqual([]); // nothing is counted
  });
  it("see a marker change hands, whether or not the game tells of it", () => {
    const marks = (side: number | null): Scene => ({ ...scene(0, 2, 0), marks: [{ kind: "objective", id: "A", label: "A", x: 1, y: 1, z: 0, radius: 1, side, state: "free", text: [] }] }) as Scene;
    const [one] = handedOver(marks(null), marks(0), []);
    expect([one!.kind, one!.moments[0]!.stamp!.text, one!.moments[0]!.stamp!.line]).toEqual(["marker", "A taken", "Red"]);
    expect(handedOver(marks(0), marks(0), [])).toEqual([]);
    expect(handedOver(marks(0), marks(null), [event("control", { do: "score", mark: "A", side: null })])).toEqual([]);
  });
  it("stand before their dice, where the game tells of a blow after them", () => {
    const [one, ...more] = happenings([roll("Ann", [8]), roll("Rob", [3]), event("test", { do: "blow", who: "Ann", at: "Rob", hit: true }), event("damage", { do: "stamp", who: "Rob", shape: "cross", text: "2 damage" })]);
    expect(more).toEqual([]);
    expect(one!.moments.map(({ kind }) => kind)).toEqual(["declared", "dice", "answer", "verdict", "wound"]);
  });
  it("are nothing where nothing is shown", () => expect(happenings([event("order"), event("idle")])).toEqual([]));
});

/** A clock that goes when it is told to. */
class Clock {
  now = 0;
  #calls: { at: number; call: () => void }[] = [];
  after = (ms: number, call: () => void): (() => void) => {
    const one = { at: this.now + ms, call };
    this.#calls.push(one);
    return () => { this.#calls = this.#calls.filter((other) => other !== one); };
  };
  run(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.#calls].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.#calls = this.#calls.filter((one) => one !== next);
      this.now = next.at;
      next.call();
    }
    this.now = end;
  }
}

const model = (id: string, x: number, left: number) => ({ id, name: id, side: 0, x, y: 0, z: 0, radius: 0.5, icon: "", role: "", facts: "", state: "ready", wounds: { left, most: 2 }, pins: null, statuses: [], bound: [], ranges: [] });
const scene = (x: number, left: number, score: number): Scene => ({
  kind: "table", title: "", headline: "", round: null, phase: "", phases: [], turn: 0, active: "", sides: [{ name: "Red", seat: 0, slot: 0, score: { value: score, word: "tokens" } }],
  models: [model("Ann", x, 2), model("Rob", 9, left)], marks: [], ground: { key: "k", width: 48, height: 36, unit: "″", pieces: [] },
}) as unknown as Scene;

function setting(speed = 1) {
  const clock = new Clock();
  const said: string[] = [], told: { upto: number; ann: number; rob: number; score: number }[] = [], shown: string[] = [];
  const playback = new Playback(() => speed, clock.after);
  playback.onover = (one: Happening) => said.push(one.kind);
  const act = (name: string, events: GameEvent[], own = false): Act => ({
    happenings: happenings(events, ROUNDS), before: scene(0, 2, 0), after: scene(5, 1, 3), own, shown: () => shown.push(name),
    told: (upto, now) => { const s = now as unknown as { models: { x: number; wounds: { left: number } }[]; sides: { score: { value: number } }[] }; told.push({ upto, ann: s.models[0]!.x, rob: s.models[1]!.wounds.left, score: s.sides[0]!.score.value }); },
  });
  return { clock, playback, act, said, told, shown };
}

describe("the queue", () => {
  it("shows everything at its moment and the question last", () => {
    const { clock, playback, act, told, shown, said } = setting();
    playback.push(act("one", shot()));
    expect([playback.playing, playback.moment!.kind, shown]).toEqual([true, "declared", []]);
    clock.run(650);
    expect(playback.moment!.kind).toBe("dice");
    clock.run(1000 + 950);
    expect([playback.moment!.kind, playback.theatre.stamp!.text]).toEqual(["verdict", "1 wound"]);
    expect(told.at(-1)).toMatchObject({ rob: 2 });
    clock.run(919);
    expect(playback.moment!.kind).toBe("verdict");
    clock.run(1);
    expect(playback.moment!.kind).toBe("wound");
    expect(told.at(-1)).toMatchObject({ rob: 1, ann: 0, score: 0 });
    expect(shown).toEqual([]);
    clock.run(800);
    expect([playback.playing, shown, said]).toEqual([false, ["one"], ["shoots"]]);
  });
  it("lets what comes wait behind it, by who and what kind", () => {
    const { clock, playback, act, shown } = setting();
    playback.push(act("one", shot()));
    playback.push(act("two", [move("Rob", 6)]));
    playback.push(act("three", [opens(2)]));
    expect(playback.waiting.map(({ kind, who }) => [kind, who])).toEqual([["moves", "Rob"], ["round", ""]]);
    clock.run(4320 + 1100);
    expect([shown, playback.waiting.length]).toEqual([["one", "two"], 0]);
    clock.run(2400);
    expect(shown).toEqual(["one", "two", "three"]);
  });
  it("skips to the next question at once", () => {
    const { clock, playback, act, shown } = setting();
    playback.push(act("one", shot()));
    playback.push(act("two", [move("Rob", 6)]));
    playback.skip();
    expect([shown, playback.playing]).toEqual([["one", "two"], false]);
    clock.run(99_999);
    expect(shown).toEqual(["one", "two"]);
  });
  it("leaves no dice of a roll-off beside a question that comes after something else", () => {
    const { playback, act } = setting();
    playback.push(act("one", [roll("", [4])]));
    playback.push(act("two", [move("Rob", 6)]));
    expect(playback.theatre.rows).toHaveLength(1);
    playback.skip();
    expect(playback.theatre.rows).toEqual([]);
    playback.push(act("three", [move("Rob", 6)]));
    playback.push(act("four", shot().slice(0, 2)));
    playback.skip();
    expect(playback.theatre.rows, "an attack that waits for an answer lies there").toHaveLength(1);
  });
  it("lays the dice that are asked about on the table for whoever skips before they have rolled", () => {
    const { playback, act } = setting();
    playback.push(act("one", shot().slice(0, 2)));
    expect([playback.moment!.kind, playback.theatre.rows]).toEqual(["declared", []]);
    playback.skip();
    expect(playback.theatre.rows).toHaveLength(1);
  });
  it("is as fast as one likes, or off", () => {
    for (const [speed, time] of [[0.5, 8640], [2, 2160]] as const) {
      const { clock, playback, act, shown } = setting(speed);
      playback.push(act("one", shot()));
      clock.run(time - 1);
      expect(shown).toEqual([]);
      clock.run(1);
      expect(shown).toEqual(["one"]);
    }
    const off = setting(0);
    off.playback.push(off.act("one", shot()));
    expect([off.shown, off.playback.playing]).toEqual([["one"], false]);
  });
  it("hurries when much waits, and asks when too much does", () => {
    const much = setting();
    for (let i = 0; i < HURRY + 3; i++) much.playback.push(much.act(String(i), [move("Rob", 6)]));
    expect(much.playback.asks).toBe(false);
    much.clock.run(1100); // the first began before the others came
    much.clock.run(550);
    expect(much.shown).toEqual(["0", "1"]);
    const more = setting();
    for (let i = 0; i < TOO_MANY + 2; i++) more.playback.push(more.act(String(i), [move("Rob", 6)]));
    expect([more.playback.asks, more.playback.moment]).toEqual([true, null]);
    more.clock.run(99_999);
    expect(more.shown).toEqual([]);
    more.playback.show();
    expect(more.playback.moment!.kind).toBe("move");
    more.playback.skip();
    expect(more.shown).toHaveLength(TOO_MANY + 2);
  });
  it("does not hold what one has moved oneself", () => {
    const { clock, playback, act, shown } = setting();
    playback.push(act("one", [move("Ann", 6)], true));
    clock.run(500);
    expect(shown).toEqual(["one"]);
  });
  it("waits while nobody looks", () => {
    const { clock, playback, act, shown } = setting();
    playback.sleep(true);
    playback.push(act("one", [move("Ann", 6)]));
    clock.run(99_999);
    expect(shown).toEqual([]);
    playback.sleep(false);
    clock.run(1100);
    expect(shown).toEqual(["one"]);
  });
  it("keeps the last activation to be seen again, which changes nothing", () => {
    const { clock, playback, act, shown } = setting();
    playback.push(act("one", shot()));
    playback.push(act("two", [move("Rob", 6)]));
    playback.skip();
    expect(playback.last.map(({ kind }) => kind)).toEqual(["shoots", "moves"]);
    const shots = playback.last[0]!;
    playback.see(shots.moments[3]!, shots);
    expect([playback.theatre.stamp!.text, playback.theatre.rows.length, playback.playing]).toEqual(["1 wound", 2, false]);
    clock.run(920);
    expect([playback.theatre.stamp, playback.again, shown.length]).toEqual([null, null, 2]);
  });
  it("goes on with an attack in the middle of which somebody was asked", () => {
    const { clock, playback, act } = setting();
    playback.push(act("one", shot().slice(0, 2)));
    clock.run(650 + 1000);
    playback.push(act("two", shot().slice(2)));
    expect([playback.happening!.kind, playback.happening!.who, playback.moment!.kind]).toEqual(["shoots", "Ann", "answer"]);
    expect([playback.theatre.rows.length, playback.theatre.line?.at]).toEqual([2, "Rob"]);
    clock.run(950);
    expect([playback.theatre.stamp!.text, playback.theatre.rows.length]).toEqual(["1 wound", 2]);
  });
  it("leaves the dice of an attack that is not decided on the table", () => {
    const { clock, playback, act } = setting();
    playback.push(act("one", shot().slice(0, 2)));
    clock.run(650 + 1000);
    expect([playback.playing, playback.theatre.rows.length, playback.theatre.line?.at]).toEqual([false, 1, "Rob"]);
    playback.push(act("two", [move("Rob", 6)]));
    expect([playback.theatre.rows.length, playback.theatre.line, playback.theatre.before?.at]).toEqual([0, null, "Rob"]);
  });
  it("lays another roll in place of one that was no attack, and the same roll once more beside it", () => {
    const rolled = (purpose: string): GameEvent => event("roll", undefined, { purpose, sides: 6, faces: [4], who: "Ann", seat: 0 });
    const laid = (first: string, second: string): string[] => {
      const { clock, playback, act } = setting();
      playback.push(act("one", [rolled(first)]));
      clock.run(5000);
      playback.push(act("two", [rolled(second)]));
      return playback.theatre.rows.map((row) => row.purpose);
    };
    expect(laid("initiative of Ann", "Sprint: Agility of Ann")).toEqual(["Sprint: Agility of Ann"]);
    expect(laid("initiative of Ann", "initiative re-roll of Ann")).toEqual(["initiative of Ann", "initiative re-roll of Ann"]);
  });
  it("gives the dice of another to another, though he rolls for the same", () => {
    const rolled = (who: string): GameEvent => event("roll", undefined, { purpose: `Sprint of ${who}`, sides: 6, faces: [4], who, seat: 0 });
    const { clock, playback, act } = setting();
    playback.push(act("one", [rolled("Ann")]));
    clock.run(5000);
    playback.push(act("two", [rolled("Rob")]));
    expect([playback.happening!.who, playback.theatre.rows.map((row) => row.who)]).toEqual(["Rob", ["Rob"]]);
    expect(happenings([move("Ann", 6), rolled("Rob")]).map((one) => [one.kind, one.who])).toEqual([["moves", "Ann"], ["rolls", "Rob"]]);
    expect(happenings([move("Ann", 6), rolled("Ann")]).map((one) => [one.kind, one.who])).toEqual([["moves", "Ann"]]);
  });
  it("says of whom it tells where nothing else was shown before", () => {
    expect(happenings([event("taken", { do: "stamp", who: "Ann", shape: "diamond", text: "Takes it" })])[0]!.who).toBe("Ann");
  });
});

describe("a replay", () => {
  it("stops where something has happened, not at every question", () => {
    const steps = [{ events: [] }, { events: [event("order")] }, { events: [move("Ann", 3)] }, { events: shot().slice(0, 2) }, { events: [] }, { events: shot().slice(2) }, { events: [] }, { events: [event("idle")] }];
    expect(beatsOf(steps)).toEqual([3, 6, 8]);
  });
  it("stops at words where there is nothing but words", () => expect(beatsOf([{ events: [] }, { events: [event("order")] }, { events: [] }])).toEqual([2, 3]));
});

describe("room for dice", () => {
  const room = { width: 800, height: 600 };
  it("is found near the shot, over nobody who matters", () => {
    const kept = [{ left: 380, top: 280, right: 420, bottom: 320 }, { left: 500, top: 280, right: 540, bottom: 320 }];
    const [left, top] = findRoom({ width: 200, height: 100 }, [460, 300], kept, room);
    for (const one of kept) expect(left + 200 <= one.left || left >= one.right || top + 100 <= one.top || top >= one.bottom).toBe(true);
    expect(Math.hypot(left + 100 - 460, top + 50 - 300)).toBeLessThan(160);
  });
  it("is below whoever acts on a phone, and always on the screen", () => {
    const [left, top] = findRoom({ width: 300, height: 120 }, [195, 200], [{ left: 170, top: 175, right: 220, bottom: 225 }], { width: 390, height: 500 }, true);
    expect(top).toBeGreaterThanOrEqual(200);
    expect([left >= 0, left + 300 <= 390, top + 120 <= 500]).toEqual([true, true, true]);
  });
});

describe("what the odds said", () => {
  const attack = (): GameEvent[] => [event("attack", { do: "blow", who: "Ann", at: "Rob", hit: null }), roll("Ann", [4])];
  const came = (): GameEvent[] => [event("hurt", { do: "stamp", who: "Rob", shape: "cross", text: "Defeated" })];
  it("stands with the verdict, also when somebody is asked before it", () => {
    const { clock, playback, act } = setting();
    playback.expected = { Rob: "It was 63 % captured" };
    playback.push(act("one", attack(), true));
    clock.run(10_000);
    expect([playback.playing, playback.theatre.chance]).toEqual([false, ""]);
    playback.push(act("two", came()));
    expect([playback.moment!.kind, playback.theatre.chance]).toEqual(["verdict", "It was 63 % captured"]);
    clock.run(10_000);
    playback.push(act("three", [...attack(), ...came()]));
    clock.run(1650);
    expect([playback.moment!.kind, playback.theatre.chance]).toEqual(["verdict", ""]);
  });
  it("is forgotten by whoever does not watch", () => {
    const { playback, act } = setting(0);
    playback.expected = { Rob: "It was 63 % captured" };
    playback.push(act("one", [...attack(), ...came()]));
    expect(playback.expected).toEqual({});
  });
  it("is not told of a verdict that somebody else's attack brings, nor of anybody whom it was not about", () => {
    const { clock, playback, act } = setting();
    const alien = (): Act => ({ ...act("two", [...attack(), ...came()]), own: false });
    playback.expected = { Rob: "Hidden 20 %" };
    playback.push(alien());
    clock.run(1650);
    expect([playback.moment!.kind, playback.theatre.chance]).toEqual(["verdict", ""]);
    playback.skip();
    playback.expected = { Hawk: "activates first 55 %" };
    playback.push({ ...alien(), own: true });
    clock.run(1650);
    expect([playback.moment!.kind, playback.theatre.chance]).toEqual(["verdict", ""]);
  });
  it("names everybody's fate, without what is nothing", () => {
    const word = (what: string, chance: number) => ({ what, chance, shown: `${chance * 100} %` });
    const odds = { kind: "dice", nothing: "no effect", effects: [{ who: "Ann", seat: 0, words: [word("captured", 0.1)] }, { who: "Rob", seat: 1, words: [word("no effect", 0.25), word("wound", 0.5), word("out", 0.25)] }], remarks: [] };
    expect([expectedOf(odds), expectedOf({ ...odds, kind: "certain" }), expectedOf(undefined)]).toEqual([{ Ann: "captured 10 %", Rob: "wound 50 % · out 25 %" }, {}, {}]);
  });
});
