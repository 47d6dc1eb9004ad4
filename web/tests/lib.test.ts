import { describe, expect, it } from "vitest";

import { often, percent, thrown } from "../src/game/end/luck";
import { axisRounds, rollRows } from "../src/lib/dice";
import { ends, typedAs } from "../src/lib/ends";
import { ago, choiceWord, clockText, firstSentence } from "../src/lib/format";
import { formatOf, written } from "../src/lib/forces.svelte";
import { hinted } from "../src/lib/hinted";
import { merged } from "../src/lib/link.svelte";
import { atStake, keyOf, prospect, rows, tells, type Prospect } from "../src/lib/odds";
import { proofOf, sentence } from "../src/lib/proof";
import { parse, to } from "../src/lib/router.svelte";
import { matches, parts } from "../src/lib/search";
import { colourOf, namedColours, ownerOf, sideOfEvent, slotOf } from "../src/lib/sides";
import { en, speak, t } from "../src/lib/strings";
import type { GameEvent, LuckThrow, Option, Question, Scene } from "../src/lib/wire";
import { dieOf, passing, playable } from "../src/stage/options";

const event = (kind: string, data: Record<string, unknown>, at = 1, text = ""): GameEvent => ({ kind, clauses: [], data, at, text });
const roll = (faces: number[], seat: number, at = 1, sides = 6, purpose = "to hit"): GameEvent =>
  event("roll", { faces, sides, seat, purpose, who: "" }, at);

describe("addresses", () => {
  it("come back as they were written", () => {
    expect(parse(to.game("abc", "tok,en"))).toEqual({ page: "game", game: "abc", token: "tok,en", watching: false });
    expect(parse(to.watching("abc", "tok"))).toMatchObject({ page: "game", watching: true });
    expect(parse(to.replay("abc", "tok", 46))).toEqual({ page: "replay", game: "abc", token: "tok", at: 46 });
    expect(parse(to.book("roe", "RE-4.12"))).toEqual({ page: "book", ruleset: "roe", clause: "RE-4.12" });
    expect(parse(to.case("roe", "a/b~2", 3))).toEqual({ page: "case", ruleset: "roe", name: "a/b~2", step: 3 });
    expect(parse(to.new("roe", "My force"))).toEqual({ page: "new", ruleset: "roe", force: "My force" });
  });
  it("are home or lost otherwise", () => {
    expect(parse("")).toEqual({ page: "home" });
    expect(parse("#/what/is/this")).toEqual({ page: "lost" });
    expect(parse("#/r/abc?at=-4")).toMatchObject({ at: null });
  });
});

describe("a place as it is typed", () => {
  it("is a cell on a grid and two numbers on a table", () => {
    expect(typedAs({ Ann: [[1, 1], [2, 3]] }, "Ann", true)).toBe("c4");
    expect(typedAs({ Ann: [2, 3] }, "Ann", true)).toBe("c4");
    expect(typedAs({ Ann: [[24, 0], [24, 3.4567]] }, "Ann", false)).toBe("24 3.46");
    expect(typedAs({ Ann: [] }, "Ann", false)).toBe("");
  });
});

describe("the sides of a worked example", () => {
  it("have the colour they are called after, if it is one of ours", () => {
    const sides = ["Red", "Blue"].map((name, slot) => ({ name, seat: slot, slot }));
    expect(namedColours({ sides } as unknown as Scene).sides.map(colourOf)).toEqual(["amber", "blue"]);
    const others = { sides: [{ name: "Hawk", seat: 0, slot: 0 }] } as unknown as Scene;
    expect(namedColours(others)).toBe(others);
  });
});

describe("an option", () => {
  const question = (...options: Option[]): Question => ({ kind: "choose-one", seat: 0, prompt: "?", options });
  const option = (id: string, more: Partial<Option> = {}): Option => ({ id, label: id, ...more });
  it("passes by its role, whatever it is called", () => {
    const [pass, end] = [option("wait", { role: "pass" }), option("done", { role: "end" })];
    expect(passing(question(option("pass"), end, pass))).toBe(pass);
    expect(passing(question(option("decline"), end))).toBe(end);
    expect(passing(question(option("keep")))).toBeUndefined();
    const all = question(option("keep"), { ...option("concede"), role: "concede" });
    expect(playable(all).options!.map((one) => one.id)).toEqual(["keep"]);
  });
  it("shows the die it points at by its face, not by its name", () => {
    const die = (more: object) => option("x", { points_at: [{ kind: "model", id: "Ann" }, { kind: "die", id: "R4", ...more }] });
    expect(dieOf(die({ face: 4, of: "red" }))).toEqual({ colour: "red", value: 4, word: "" });
    expect(dieOf(die({ face: 6, of: "OFF" }))).toEqual({ colour: "plain", value: 6, word: "OFF" });
    expect(dieOf(die({}))).toBeNull();
  });
});

describe("the axis of the luck", () => {
  const at = (places: number[], depth: number) => places.map((place, i) => ({ at: place, text: String(i + 1), depth }));
  it("names the largest parts, not those within them, and leaves out what would crowd", () => {
    expect(axisRounds([...at([0, 40], 1), ...at([2, 10, 20], 2)], 5).map((one) => one.text)).toEqual(["1", "2"]);
    expect(axisRounds(at([0, 3, 6, 20], 1), 5).map((one) => one.text)).toEqual(["1", "3", "4"]);
  });
});

describe("a choice of a house rule", () => {
  it("reads as words, not as a key", () => {
    expect(["at_declaration", "standard_8", "12in", true, false, 4].map(choiceWord)).toEqual(["At declaration", "Standard 8", "12″", "Yes", "No", "4"]);
  });
});

describe("the dice tray", () => {
  it("shows a roll with what came of it, and its colours", () => {
    const rows = rollRows([event("roll", { who: "Tom", faces: [1, 2], colours: ["red", "green"] }, 1), event("set", { who: "Tom" }, 1, "Tom rolls.")]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ faces: [1, 2], colours: ["red", "green"], words: ["Tom rolls."], again: false });
  });
  it("keeps a die that was re-rolled beside the new one", () => {
    const rows = rollRows([roll([4, 1], 0), event("re-roll", { who: "Tom", die: 1, now: 6, source: "cover", pool: "DEF" }, 2, "Tom re-rolls.")]);
    expect(rows[1]).toMatchObject({ kind: "change", from: 1, faces: [6], source: "cover", again: true });
  });
  it("knows a roll that replaces another because the rules say so", () => {
    const thrown = (again: object): GameEvent => event("roll", { purpose: "initiative re-roll of Red", faces: [5], sides: 10, seat: 0, ...again }, 1);
    expect(rollRows([thrown({ again: true }), thrown({})]).map((row) => row.again)).toEqual([true, false]);
  });
  it("says what was needed and which dice did it", () => {
    const thrown = (faces: number[], good?: [number, number]): GameEvent => event("roll", { purpose: "test", who: "Ann", faces, sides: 10, seat: 0, good }, 1);
    const rows = rollRows([thrown([5, 6], [6, 10]), thrown([9, 10], [10, 10]), thrown([7, 6], [1, 6]), thrown([1], [1, 10]), thrown([3])]);
    expect(rows.map(({ need, good }) => [need && `${need.less ? "≤" : ""}${need.n}`, good])).toEqual([
      ["6", [false, true]], ["10", [false, true]], ["≤6", [false, true]], ["1", [true]], [null, null],
    ]);
  });
  it("knows whose each die of a common roll is", () => {
    const scene = { kind: "grid", models: [{ id: "Golem" }, { id: "Golem 2" }], sides: [{ name: "Fox", seat: 0 }] } as unknown as Scene;
    expect(ownerOf(scene, "Golem 2 OFF")).toEqual({ who: "Golem 2", rest: "OFF" });
    expect(ownerOf(scene, "Fox")).toEqual({ who: "Fox", rest: "" });
    expect(ownerOf(scene, "red")).toBeNull();
    expect(rollRows([event("roll", { purpose: "assault", who: "Golem", faces: [4, 6], sides: 6, seat: 0, called: ["Golem OFF", "Fox DEF"] }, 1)])[0]?.called).toEqual(["Golem OFF", "Fox DEF"]);
  });
});

describe("luck in words", () => {
  const throwOf = (more: Partial<LuckThrow>): LuckThrow => ({ purpose: "to hit", who: "Ann", sides: 10, faces: [9, 3], need: [6, 10], sum: false, tries: 2, won: 1, chance: 0.5, at: 1, ...more });
  it("says what was needed, upwards, downwards or in the sum", () => {
    expect(thrown(throwOf({}))).toBe("1 of 2 on 6+");
    expect(thrown(throwOf({ need: [1, 5] }))).toBe("1 of 2 on 5 or less");
    expect(thrown(throwOf({ sides: 6, faces: [3, 4], need: [9, 12], sum: true, tries: 1, won: 0 }))).toBe("failed with 7, needs 9+");
  });
  it("says how often, and never a certainty that is none", () => {
    expect(often(0.595)).toEqual({ n: 6, of: 10 });
    expect(often(0.04)).toEqual({ n: 1, of: 25 });
    expect(percent(0.001)).toBe("< 1 %");
    expect(percent(0.999)).toBe("> 99 %");
    expect(percent(0.0625)).toBe("6 %");
  });
});

describe("odds", () => {
  const effect = (who: string, seat: number, ...words: [string, number, string][]) => ({ who, seat, words: words.map(([what, chance, shown]) => ({ what, chance, shown })) });
  const known = (kind: Prospect["kind"], ...effects: Prospect["effects"]): Prospect => ({ kind, first: "", unknown: "", by_thumb: false, nothing: "unharmed", effects, remarks: [] });
  const tom = effect("Tom", 0, ["unharmed", 0.9, "90 %"], ["felled", 0.1, "10 %"]);
  const una = effect("Una", 1, ["unharmed", 0.5, "50 %"], ["felled", 0.5, "50 %"]);
  it("say of two that add up to everything only what happens, the enemy first", () => {
    const found = rows(known("dice", tom, una), 0).rows;
    expect(found.map((row) => row.who)).toEqual(["Una", "Tom"]);
    expect(found[1]!.words.map((word) => `${word.what} ${word.shown}`)).toEqual(["felled 10 %"]);
    const more = effect("Tom", 0, ["unharmed", 0.5, "50 %"], ["hurt", 0.4, "40 %"], ["felled", 0.1, "10 %"]);
    expect(rows(known("dice", more), 0).rows[0]!.words.map((word) => word.what)).toEqual(["unharmed", "hurt", "felled"]);
  });
  it("say once what one does if the other does not, but never of two who may both be hurt", () => {
    const first = (who: string, seat: number, share: number) => effect(who, seat, ["first", share, `${100 * share} %`], ["second", 1 - share, `${100 - 100 * share} %`]);
    expect(rows(known("dice", first("Kestrel", 1, 0.75), first("Orrery", 0, 0.25)), 0).rows).toEqual([{ who: "Orrery", words: [{ what: "first", chance: 0.25, shown: "25 %" }] }]);
    expect(rows(known("dice", first("Kestrel", 1, 0.5), first("Orrery", 0, 0.5)), 0).rows).toHaveLength(2);
    const hurt = (who: string, share: number) => effect(who, 1, ["unharmed", 1 - share, `${100 - 100 * share} %`], ["felled", share, `${100 * share} %`]);
    expect(rows(known("dice", hurt("Ann", 0.25), hurt("Bea", 0.75)), 0).rows.map((row) => row.words.map((word) => word.shown))).toEqual([["25 %"], ["75 %"]]);
  });
  it("name nobody where the option does", () => {
    expect(rows(known("dice", una), 0, "Una").rows[0]!.who).toBe("");
    expect(rows(known("dice", una), 0, "Tom").rows[0]!.who).toBe("Una");
  });
  it("never leave out whoever is asked about", () => {
    const crowd = ["a", "b", "c", "d", "e"].map((who) => effect(who, 1, ["felled", 1, "100 %"]));
    const { rows: found, more } = rows(known("dice", ...crowd, tom), 0, "", ["Tom"]);
    expect(found.map((row) => row.who)).toEqual(["Tom", "a", "b"]);
    expect(more).toBe(3);
  });
  it("say that nothing happens to whoever is asked, where something may with another option", () => {
    const asked = atStake("Tom", [known("dice", una), known("dice", tom, una)]);
    expect([asked, atStake("Ann", [known("dice", una)]), atStake("", [])]).toEqual(["Tom", "", ""]);
    const safe = { who: "Tom", words: [{ what: "unharmed", chance: 1, shown: "for certain" }] };
    expect(rows(known("dice", una), 0, "Hide", ["Tom"], asked).rows.map((row) => row.who)).toEqual(["Tom", "Una"]);
    expect(rows(known("dice", una), 0, "Hide", ["Tom"], asked).rows[0]).toEqual(safe);
    expect(rows(known("dice", tom), 0, "Stay", ["Tom"], asked).rows.map((row) => row.who)).toEqual(["Tom"]);
  });
  it("say what is certain, harmless or fatal", () => {
    const fatal = known("certain", effect("Una", 1, ["felled", 1, "100 %"])), harmless = known("certain");
    expect(rows(fatal, 0).rows).toEqual([{ who: "Una", words: [{ what: "felled", chance: 1, shown: "for certain" }] }]);
    expect(rows(harmless, 0).rows).toEqual([{ who: "", words: [{ what: "unharmed", chance: 1, shown: "for certain" }] }]);
    expect([fatal, harmless, known("choice"), known("unknown"), known("dice", tom), null].map(tells)).toEqual([true, false, false, true, true, false]);
  });
  it("are nothing where nothing was sent", () => {
    expect([null, undefined, "dice", {}, { kind: "dice" }].map(prospect)).toEqual([null, null, null, null, null]);
  });
  it("stand at a place by its path", () => {
    expect(keyOf({ Ann: [[1, 0], [2, 0.5]] })).toBe('{"Ann":[[1,0],[2,0.5]]}');
  });
});

describe("words", () => {
  it("are filled in and chosen by number", () => {
    expect(t("rules.cases", { n: 1 })).toBe("1 case proves it");
    expect(t("rules.cases", { n: 3 })).toBe("3 cases prove it");
    expect(t("score.round", { word: "Round", now: 2, of: 5 })).toBe("Round 2 of 5");
  });
  it("can be another language's, with English where a word is missing", () => {
    speak("de", { "nav.play": "Spielen" });
    expect(t("nav.play")).toBe("Spielen");
    expect(t("nav.watch")).toBe("Watch");
    speak("en", {});
  });
  it("have both forms where a number decides", () => {
    const keys = Object.keys(en);
    for (const key of keys.filter((one) => one.endsWith("#one"))) expect(keys).toContain(key.replace("#one", "#other"));
  });
});

describe("small things", () => {
  it("clocks", () => expect([761_000, 9_400, 3_725_000].map(clockText)).toEqual(["12:41", "9.4", "1:02:05"]));
  it("times", () => expect(ago(Date.now() - 2 * 3_600_000)).toMatch(/2/));
  it("first sentences", () => expect(firstSentence("Orders, pins and Overwatch. Ten a side.")).toBe("Orders, pins and Overwatch."));
  it("search wants every word", () => {
    const clause = { id: "RE-4.12", title: "Obscured", text: "A target not seen whole.", ruling: "" };
    expect(matches(clause, "obscured target")).toBe(true);
    expect(matches(clause, "re-4.12")).toBe(true);
    expect(matches(clause, "obscured cover")).toBe(false);
  });
});

const scene = {
  kind: "table", sides: [{ name: "Red", seat: 0, slot: 0 }, { name: "Blue", seat: 1, slot: 1 }],
  models: [{ id: "Rusk", side: 1 }], marks: [], ground: { key: "a", pieces: [] },
} as unknown as Scene;

describe("sides", () => {
  it("give a player the first colour on the own screen", () => {
    expect([slotOf(scene, 0, 0), slotOf(scene, 1, 0)]).toEqual([1, 2]);
    expect([slotOf(scene, 0, 1), slotOf(scene, 1, 1)]).toEqual([2, 1]);
    expect(slotOf(scene, null, 0)).toBe(0);
  });
  it("tell whose an event is", () => {
    expect(sideOfEvent(scene, { who: "Rusk" })).toBe(1);
    expect(sideOfEvent(scene, { player: "Red" })).toBe(0);
    expect(sideOfEvent(scene, { seat: 1 })).toBe(1);
    expect(sideOfEvent(scene, { who: "nobody" })).toBe(null);
  });
});

describe("scenes", () => {
  it("are whole again from their changes, the ground by its key", () => {
    const next = merged(scene, { headline: "Round 2", ground: { key: "a" } } as unknown as Partial<Scene>);
    expect(next).toMatchObject({ headline: "Round 2", models: [{ id: "Rusk" }], ground: { key: "a", pieces: [] } });
  });
});

describe("where an answer ends", () => {
  it("is the last point of a path, a place, or nowhere new for who stays", () => {
    expect(ends({ Ann: [[1, 2], [3, 4]], Bess: [5, 6], Tom: [] })).toEqual({ Ann: [3, 4], Bess: [5, 6] });
    expect(ends(null)).toEqual({});
  });
});

describe("what is said of the dice at the end", () => {
  const over = { t: "over" as const, outcome: null as never, seed: "aa", commitment: "bb", nonces: [], rolls: 20, checked: 20, proved: true, notes: [] as string[] };
  it("calls them checked only if every one was", () => {
    expect(proofOf(over)).toBe("proved");
    expect(proofOf({ ...over, checked: 12, proved: false, notes: ["dice from input 1 on: the seed is not revealed yet"] })).toBe("partly");
    expect(proofOf({ ...over, checked: 0, proved: false, notes: ["the dice are not those of the seed"] })).toBe("partly");
  });
  it("knows dice that were typed in", () => {
    expect(proofOf({ ...over, seed: "", checked: 0, proved: false, notes: ["dice from input 1 on were not made by the fair stream"] })).toBe("typed");
  });
  it("makes a sentence of a note", () => {
    expect(sentence("the seed is not revealed yet")).toBe("The seed is not revealed yet.");
  });
});

describe("the words of a search", () => {
  it("are marked where they stand, whatever their capitals", () => {
    expect(parts("A Pinned model is not pinned twice", "pinned")).toEqual([
      { text: "A ", hit: false }, { text: "Pinned", hit: true }, { text: " model is not ", hit: false }, { text: "pinned", hit: true }, { text: " twice", hit: false },
    ]);
  });
  it("may be no pattern at all", () => {
    expect(parts("roll (2D10+)", "(2D10+)").filter((one) => one.hit)).toEqual([{ text: "(2D10+)", hit: true }]);
    expect(parts("nothing", "  ")).toEqual([{ text: "nothing", hit: false }]);
  });
});

describe("a hint", () => {
  const plan = (words: string[], why = "") => ({ plan: { answers: [], words, why }, chance: 0.5, error: 0.1 });
  const hint = (worth: number, error: number, other = true) => hinted({ best: plan(["Ann", "Move"], "to Crate 2"), other: other ? plan(["Bea"]) : null, worth, error, tries: 40 } as never);
  it("says what, why, and what it is worth with its error", () => expect(hint(0.138, 0.038)).toEqual(["Hint: Ann, Move", "To Crate 2.", "+13.8 % ± 3.8 to win, compared with Bea (40 playouts)."]));
  it("never shows a gain or an error of nothing", () => {
    expect(hint(0, 0).at(-1)).toBe("As good: Bea (40 playouts).");
    expect(hint(0.02, 0.03).at(-1)).toBe("As good: Bea (40 playouts).");
    expect(hint(0.005, 0.0001).at(-1)).toBe("+0.5 % to win, compared with Bea, the same in all 40 playouts.");
    for (const [worth, error] of [[0, 0], [0.0004, 0], [0.3, 0.0004], [0.001, 0.0004]] as const) expect(hint(worth, error).join(" ")).not.toMatch(/\b0\.0\b/);
  });
  it("tells what was left aside because it only waits", () => expect(hint(-0.058, 0.004).at(-1)).toBe("This gets on with the game. Bea came out 5.8 % better in 40 short playouts, which do not see far."));
  it("says so where nothing else came to mind", () => expect(hint(0, 0, false).at(-1)).toBe("Nothing else came to mind."));
});

describe("a list that is pasted", () => {
  it("is read as what it looks like", () => {
    expect(formatOf('  {"name": "Mine"}')).toBe("json");
    expect(formatOf('# mine\nruleset = "op-en"\n[[characters]]\n')).toBe("toml");
    expect(formatOf('++ Mine [500pts] ++\n\nRifles [10] Q5+ D5+ | 100pts\n10x rifle (24", A1)')).toBe("text");
    expect(formatOf("")).toBe("text");
  });
  it("has a line for everybody when it is a ready force", () => {
    const force = { name: "Mine, too", points: 3, characters: [{ name: "A\nB", gear: ["x", "y"] }, { name: "C" }], none: [] };
    const text = written(force);
    expect(JSON.parse(text)).toEqual(force);
    expect(text.split("\n").filter((line) => line.includes('"name"'))).toHaveLength(3);
    expect(formatOf(text)).toBe("json");
  });
});
