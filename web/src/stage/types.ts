/** What a stage and the panel beside it say to each other. Scenes are in scenes.ts. */
import type { Gesture, Ways } from "./gestures";
import type { Contest, Dot, Model } from "./scenes";

export type * from "./scenes";

export type Place = [number, number] | [number, number, number];

/** A model that stands (or lies) somewhere. */
export type Placed = Model & { x: number; y: number };

// ---- questions (question.wire() of the engine) ------------------------------------------------------

/** Of a die, `face` is what it shows and `of` its colour or pool. */
export interface Ref { kind: string; id: string; face?: number; of?: string }
/** What an option does to the question itself, whatever it is called. */
export type Role = "pass" | "decline" | "end" | "concede";
/** `text` is what one would measure or look up before choosing it. */
export interface Option { id: string; label: string; text?: string; points_at?: Ref[]; clause?: string; role?: Role }
export interface Region {
  rings?: Dot[][]; zone?: [number, number, number, number][]; cells?: Record<string, number>; out?: string[];
  from?: Dot[]; reach?: number;
}
export interface Question {
  kind: string; seat: number; prompt: string; clause?: string; who?: string; topic?: string; hint?: string;
  options?: Option[]; absent?: { id: string; label: string; reason: string; clause: string }[];
  least?: number; most?: number; ordered?: boolean; total?: number; queue?: string[];
  /** How far: any length from the first to the second, said as a number and `length_unit` ("1.5″ more"). */
  inches?: [number, number]; length_unit?: string;
  movers?: string[]; models?: string[]; budget?: number; clock?: number;
  /** Dice that lie on the table in the middle of an attack. */
  contest?: Contest;
  /** In a draft: what each pick would let its owner pay for, and what that does, by option and by what is bought. */
  gives?: Record<string, Record<string, string>>;
  /** A whole unit is asked for: one wish for all of its models is understood. */
  unit?: string; budgets?: Record<string, number>; formations?: string[];
}
export type Answer = unknown;

// ---- looking and trying (the server answers) --------------------------------------------------------

export interface Spot { model?: string; at?: number[]; mark?: string; piece?: string }
export type Ask =
  | { what: "measure"; from: Spot; to: Spot }
  | { what: "sight"; from: Spot; to?: Spot }
  | { what: "card"; name: string }
  | { what: "odds"; answer: Answer }
  | { what: "odds"; chain: Answer[] }
  | { what: "ways"; gesture: Gesture }
  | { what: "ways"; chain: Answer[] }
  | { what: "bands"; name: string }
  | { what: "there"; chain: Answer[]; name: string }
  | { what: "places" }
  | { what: "region"; name?: string }
  | { what: "plan"; wish: Wish };

export interface Measured { distance: number; text: string; line: [Dot, Dot]; clause?: string }
export interface Sight {
  to: string; distance: number; text: string; seen: number; sees: boolean; reaches?: boolean; short?: string; verdict: string; blockers: string[];
  models: string[]; cover: string[]; clauses: string[]; lines?: { to: Dot; clear: boolean }[];
  watches?: boolean; warning?: string;
}
export interface Preview extends Partial<Formed> { spent: number; of: number; unit: string; text: string; path: number[][]; tests: string[]; models?: UnitWay[] }
export interface NamedPlace { label: string; answer: Answer }

export interface Refusal { reason: string; clause: string }
/** Is an answer legal? `answer` is then what will be recorded: for a wish, the whole path. */
export type Tried = { ok: true; answer: Answer; preview?: Preview | null } | ({ ok: false } & Refusal);

// ---- the move of a whole unit (docs/scene.md) -------------------------------------------------------

/** Where a unit should go; `own` are places of single models that were adjusted. */
export interface Wish { to?: Dot; formation?: string; turn?: number; around?: string; own?: Record<string, Dot> }
export interface Why extends Refusal { cause: string }
/** The way of one model: its start first, its ghost last. */
export interface UnitWay { id: string; path: number[][]; spent: number; of: number; over: string[]; place?: Dot; short?: Why | null }
/** How a unit would stand. */
export interface Formed {
  chain: { ok: boolean; most: number; clause: string; links: [string, string, number][] };
  circle: { ok: boolean; at: Dot; across: number; needs: number; most: number; clause: string };
  others: { id: string; to: string; distance: number; least: number; clause: string } | null;
  hull: [string, string][];
}
export interface UnitPlan extends Partial<Formed> {
  ok: boolean; refused: Why | null; answer: Answer; models: UnitWay[];
  short: { cause: string; clause: string; models: string[] }[]; pulled: number;
}

// ---- motion -----------------------------------------------------------------------------------------

export type Motion =
  | { do: "move"; who: string; path: number[][]; how?: string }
  | { do: "appear" | "fall" | "leave"; who: string; safe?: boolean }
  | { do: "shot" | "blow"; who: string; at: string; hit: boolean | null }
  | { do: "mark"; who: string; text: string }
  | { do: "stamp"; who: string; safe?: boolean; shape: "cross" | "triangle" | "shield" | "diamond" | "dash" | ""; text: string; line?: string }
  | { do: "score"; mark: string; side: number | null; text?: string }
  | { do: "pick"; who: string; whose: string; die: string; text?: string };

// ---- the plan: what the player is about to answer ---------------------------------------------------

export interface Plan {
  /** The option that is previewed (choose-one, draft). */
  option: string | null;
  /** The options that are ticked (choose-some, order of ticking). */
  options: string[];
  /** What real dice show, as typed so far. */
  typed: string[];
  /** The answer that Enter or the confirm button sends; null while there is none that is legal. */
  answer: Answer | null;
  /** What the planned move comes to: `3.5″ of 4″`. */
  text: string;
  preview: Preview | null;
  refusal: Refusal | null;
  /** Who is seen from the planned place, nearest first. */
  sights: Sight[];
  /** The place planned for each model. */
  at: Record<string, number[]>;
  /** Of a whole unit: what is wished for, what the server makes of it, and the model that is adjusted alone. */
  wish: Wish | null;
  unit: UnitPlan | null;
  picked: string;
  /** The ways of a gesture, with the one that the confirm button takes. */
  ways: Ways | null;
  /** Answers to look at: what was done, and what would have been better. */
  routes?: Route[];
}

/** Where a model goes, point by point; `better` is the one to learn from. */
export interface Route { who: string; path: number[][]; better: boolean; text: string }

export function emptyPlan(): Plan {
  return { option: null, options: [], typed: [], answer: null, text: "", preview: null, refusal: null, sights: [], at: {}, wish: null, unit: null, picked: "", ways: null };
}

/** Things on the stage that the panel, the log or the roster may light, and that the stage reports. */
export type Lit = { kind: "model" | "unit" | "piece" | "mark" | "cell" | "option"; id: string } | null;

/** Something by its name, or a place. */
export type LookAt = string | [number, number];

/** Switches of the stage that the shell's tool bar shows and keys toggle. */
export interface Tools {
  measure: boolean;
  ranges: boolean;
  names: boolean;
  models: boolean;
  sight: boolean;
}
export function usualTools(): Tools {
  return { measure: false, ranges: false, names: false, models: true, sight: true };
}
