/**
 * Events as something to look at: happenings (somebody moves, somebody shoots, a round ends), each a few moments long.
 * Everything is read off the events' data and motions (docs/scene.md); no game is known here.
 */
import { coloursOf } from "../lib/dice";
import { lengthOf } from "../stage/geometry";
import type { Motion, Scene } from "../stage/types";
import { t } from "../lib/strings";
import type { GameEvent } from "../lib/wire";

/** How long each kind of moment runs, and how long it then stands, in milliseconds. */
export const TIMES = {
  declared: [250, 400], dice: [350, 650], answer: [350, 600], verdict: [120, 800], wound: [500, 300], move: [0, 600], marker: [700, 300], round: [900, 1500], comes: [220, 280],
} as const;
export type MomentKind = keyof typeof TIMES;
/** A move runs at 12 inches a second (4 cells), but never shorter or longer than this. */
export const PACE = { table: 12, grid: 4 }, SHORTEST_MOVE = 200, LONGEST_MOVE = 700;
/** Within a roll, when those dice that did what was needed are ringed. */
export const RINGED = 80;

export type Shape = "cross" | "triangle" | "shield" | "diamond" | "dash" | "";
export interface Stamp { who: string; shape: Shape; text: string; line: string }
export interface DiceRow {
  key: number; who: string; seat: number | null; purpose: string; sides: number; faces: number[];
  need: { n: number; less: boolean } | null; good: boolean[] | null; called: string[];
  /** Colours, die by die, where the dice have any. */
  colours: string[];
}
export interface Moment {
  kind: MomentKind;
  runs: number;
  holds: number;
  /** So many events of the batch are told when it ends. */
  upto: number;
  motions: Motion[];
  row: DiceRow | null;
  stamp: Stamp | null;
  /** A round ends: which. */
  closing: string;
  /** What the log says of it, for the ear. */
  said: string[];
  /** The numbers of the events that are said with it. */
  numbers: number[];
}
export type HappeningKind = "moves" | "picks" | "shoots" | "fights" | "rolls" | "round" | "marker" | "acts";
export interface Happening {
  kind: HappeningKind; who: string; text: string; moments: Moment[];
  /** It goes on with what somebody was asked about in the middle of it. */
  goesOn?: boolean;
}

const WEIGHT: Record<Shape, number> = { cross: 5, diamond: 4, triangle: 3, shield: 2, dash: 1, "": 0 };

export const motionsOf = (event: GameEvent): Motion[] => (event.motion ? (Array.isArray(event.motion) ? event.motion : [event.motion]) : []);

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown): number | null => (typeof value === "number" && Number.isInteger(value) ? value : null);

export function diceRow(event: GameEvent, key: number): DiceRow | null {
  const { data } = event;
  if (event.kind !== "roll" || !Array.isArray(data.faces)) return null;
  const faces = (data.faces as unknown[]).map(Number), sides = whole(data.sides) ?? 6;
  const [low, high] = Array.isArray(data.good) ? (data.good as unknown[]).map(Number) as [number, number] : [NaN, NaN];
  const less = low === 1 && high < sides;
  return {
    key, who: text(data.who), seat: whole(data.seat), purpose: text(data.purpose), sides, faces, called: Array.isArray(data.called) ? data.called.map(text) : [],
    need: Number.isNaN(low) ? null : { n: less ? high : low, less }, good: Number.isNaN(low) ? null : faces.map((face) => low <= face && face <= high),
    colours: coloursOf(data),
  };
}

/** One verdict for each of those concerned: what weighs most in large letters, the rest below it. */
export function verdicts(stamps: readonly Stamp[]): Stamp[] {
  const found: Stamp[] = [];
  for (const who of new Set(stamps.filter((one) => one.text).map((one) => one.who))) {
    const own = stamps.filter((one) => one.who === who);
    const worded = own.filter((one) => one.text), most = Math.max(...worded.map((one) => WEIGHT[one.shape]));
    const main = worded.filter((one) => WEIGHT[one.shape] === most).at(-1)!;
    const rest = [...new Set(own.flatMap((one) => (one === main ? [one.line] : [one.text, one.line])))].filter((one) => one && one !== main.text);
    found.push({ ...main, line: rest.join(", ") });
  }
  return found;
}

/** How a game is played out: how many inches or cells a move makes in a second, and what a part of it is called whose end counts the scores. */
export interface Manner { pace: number; round: string }
export function mannerOf(scene: Scene | null): Manner {
  return { pace: PACE[scene?.kind === "grid" ? "grid" : "table"], round: scene?.round && scene.sides.some((side) => side.score) ? scene.round.word : "" };
}

/** What is played of some events, in order. */
export function happenings(events: readonly GameEvent[], { pace, round }: Manner = mannerOf(null)): Happening[] {
  const found: Happening[] = [];
  let now: Happening | null = null;
  /** Who strikes, once somebody does: whoever else rolls then answers. */
  let striker = "";
  let stamps: Stamp[] = [];
  let landing: Motion[] = [];
  let said: string[] = [];
  let numbers: number[] = [];
  /** Events up to the last that shows anything. */
  let mattered = 0;

  const begin = (kind: HappeningKind, who: string, what = ""): Happening => {
    now = { kind, who, text: what, moments: [] };
    found.push(now);
    return now;
  };
  const add = (kind: MomentKind, upto: number, part: Partial<Moment> = {}): void => {
    const [runs, holds] = TIMES[kind];
    (now ?? begin("acts", part.stamp?.who ?? "")).moments.push({ kind, runs, holds, upto, motions: [], row: null, stamp: null, closing: "", said, numbers, ...part });
    said = [];
    numbers = [];
  };
  /** What came of it stands at the end: a verdict for each, then what lands on them. */
  const finish = (upto: number): void => {
    const all = verdicts(stamps), landed = landing;
    stamps = [];
    landing = [];
    if (!all.length && !landed.length) return;
    for (const stamp of all) add("verdict", upto, { stamp });
    const hurt = all.filter((one) => one.shape === "cross" || one.shape === "triangle");
    if (landed.length || hurt.length) add("wound", upto, { motions: [...landed, ...hurt.filter((one) => !landed.some((motion) => "who" in motion && motion.who === one.who)).map((one): Motion => ({ do: "mark", who: one.who, text: "" }))] });
  };

  events.forEach((event, i) => {
    const upto = i + 1, motions = motionsOf(event), row = diceRow(event, event.n ?? i);
    // With a new round the last one has ended.
    const ended = round && event.chapter?.depth === 1 && event.chapter.number > 1 ? t("play.roundEnds", { word: round.toLowerCase(), n: event.chapter.number - 1 }) : "";
    const blow = motions.find((one) => one.do === "shot" || one.do === "blow");
    const moves = motions.filter((one) => one.do === "move");
    if (event.text && !row) said.push(event.text);
    numbers.push(event.n ?? i);
    if (row || motions.length) mattered = upto;
    if (ended) {
      finish(i);
      begin("round", "", ended);
      striker = "";
      add("round", upto, { closing: ended });
      mattered = upto;
      now = null;
      return;
    }
    if (row) {
      // Whoever rolls when somebody else has moved begins something of his own.
      const other = now as Happening | null;
      if (other && striker === "" && (other.kind === "moves" || other.kind === "marker") && row.who && row.who !== other.who) { finish(i); now = null; }
      if (!now) begin("rolls", row.who || text(event.data.who));
      const answers = striker !== "" && row.who !== striker;
      said.push(event.text || `${row.purpose}: ${row.faces.join(" ")}`);
      add(answers ? "answer" : "dice", upto, { row });
    }
    const rolled: Happening | null = now;
    if (blow && "at" in blow && blow.hit !== null && rolled?.kind === "rolls" && rolled.moments.every((one) => one.row)) {
      // It is told after its dice: it stands before them, and those of whoever was struck answer.
      striker = blow.who;
      Object.assign(rolled, { kind: blow.do === "shot" ? "shoots" : "fights", who: blow.who });
      for (const one of rolled.moments) if (one.row!.who !== striker) Object.assign(one, { kind: "answer", holds: TIMES.answer[1] });
      const [runs, holds] = TIMES.declared;
      rolled.moments.unshift({ kind: "declared", runs, holds, upto: rolled.moments[0]!.upto - 1, motions: [blow], row: null, stamp: null, closing: "", said: [], numbers: [] });
      if (!blow.hit) stamps.push({ who: blow.at, shape: "dash", text: t("play.missed"), line: "" });
    } else if (blow && "at" in blow) {
      finish(i);
      begin(blow.do === "shot" ? "shoots" : "fights", blow.who);
      striker = blow.who;
      add("declared", upto, { motions: [blow] });
      if (blow.hit === false) stamps.push({ who: blow.at, shape: "dash", text: t("play.missed"), line: "" });
    }
    if (moves.length) {
      finish(i);
      striker = "";
      const first = moves[0]!;
      begin("moves", text(event.data.who) || first.who);
      const far = Math.max(...moves.map((one) => lengthOf(one.path.map((point) => [point[0]!, point[1]!]))));
      add("move", upto, { motions: moves, runs: Math.min(LONGEST_MOVE, Math.max(SHORTEST_MOVE, (far / pace) * 1000)) });
    }
    for (const motion of motions) {
      if (motion.do === "stamp") stamps.push({ who: motion.who, shape: motion.shape, text: motion.text, line: motion.line ?? "" });
      else if (motion.do === "mark" && striker !== "") stamps.push({ who: motion.who, shape: "", text: motion.text, line: "" });
      else if (motion.do === "pick") {
        finish(i);
        begin("picks", motion.who);
        landing.push(motion);
      } else if (motion.do === "mark" || motion.do === "fall" || motion.do === "leave") landing.push(motion);
      else if (motion.do === "score") {
        finish(i);
        striker = "";
        begin("marker", text(event.data.who), motion.text ?? "");
        add("marker", upto, { motions: [motion] });
      } else if (motion.do === "appear") {
        finish(i);
        if (now?.kind !== "acts" || now.who !== motion.who) begin("acts", motion.who);
        add("comes", upto, { motions: [motion] });
      }
    }
  });
  finish(mattered);
  // What is told without a picture of its own goes with the last that has one.
  const last = found.at(-1)?.moments.at(-1);
  if (last) { last.said = [...last.said, ...said]; last.numbers = [...last.numbers, ...numbers]; }
  return found.filter((one) => one.moments.length);
}

/** Markers that have another owner: no game need tell of it. */
export function handedOver(before: Scene | null, after: Scene | null, told: readonly GameEvent[]): Happening[] {
  if (!before || !after || before.kind === "draft" || after.kind === "draft") return [];
  const known = new Set(told.flatMap((event) => motionsOf(event).flatMap((one) => (one.do === "score" ? [one.mark] : []))));
  const [runs, holds] = TIMES.marker;
  return after.marks.flatMap((mark): Happening[] => {
    const old = mark.kind === "objective" && !known.has(mark.id) ? before.marks.find((one) => one.id === mark.id) : undefined;
    if (mark.kind !== "objective" || old?.kind !== "objective" || old.side === mark.side) return [];
    const owner = mark.side === null ? "" : (after.sides[mark.side]?.name ?? "");
    const text = owner ? t("play.taken", { who: owner, mark: mark.label }) : t("play.lost", { mark: mark.label });
    const moment: Moment = {
      kind: "marker", runs, holds, upto: told.length, motions: [{ do: "score", mark: mark.id, side: mark.side }], row: null, closing: "", said: [text], numbers: [],
      stamp: { who: mark.id, shape: "diamond", text: owner ? t("play.takenStamp", { mark: mark.label }) : t("play.lostStamp", { mark: mark.label }), line: owner },
    };
    return [{ kind: "marker", who: "", text: t("play.markerOf", { mark: mark.label }), moments: [moment] }];
  });
}

export const lasts = (moment: Moment): number => moment.runs + moment.holds;
