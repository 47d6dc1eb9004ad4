/** What a scene is made of (docs/scene.md), and what a stage and the panel beside it say to each other. */

export type Dot = [number, number];
export type Place = [number, number] | [number, number, number];

export interface SideInfo {
  name: string;
  seat: number;
  slot: number;
  icon?: string;
  score?: { value: number; word: string } | null;
  counters?: { left: number; most: number; word: string } | null;
  facts?: string[];
}

export interface Status { id: string; text: string; icon?: string }
export interface Range { id: string; text: string; inches: number }

export interface Model {
  id: string;
  name: string;
  side: number;
  x: number | null;
  y: number | null;
  z: number;
  radius: number;
  length?: number;
  turn?: number;
  height?: number;
  icon: string;
  role: string;
  facts: string;
  state: "ready" | "done" | "fallen" | "gone" | "waiting";
  wounds: { left: number; most: number } | null;
  pins: { count: number; stops: boolean; text: string } | null;
  statuses: Status[];
  bound: string[];
  ranges: Range[];
}
/** A model that stands (or lies) somewhere. */
export type Placed = Model & { x: number; y: number };

export interface ObjectiveMark {
  kind: "objective"; id: string; label: string; x: number; y: number; z?: number; radius: number;
  side: number | null; state: "free" | "controlled" | "contested"; text: string[]; solid?: boolean;
}
export interface ZoneMark { kind: "zone"; id: string; side: number | null; outline: Dot[]; text: string }
export interface EdgeMark { kind: "edge"; id: string; side: number; line: [number, number, number, number]; text: string }
export interface TokenMark {
  kind: "token"; id: string; x: number; y: number; radius: number; icon: string; side: number | null; text: string; solid?: boolean;
}
export type Mark = ObjectiveMark | ZoneMark | EdgeMark | TokenMark;

export interface Opening { kind: string; line: [Dot, Dot]; floor: number }
export interface Piece {
  id: string; name: string; kind: string; form: "area" | "block" | "shell"; outline: Dot[]; holes: Dot[][];
  floor: number; height: number; levels: number[]; faces: string[]; openings: Opening[];
  slope?: [number, number, number, number] | null; traits: string[]; text: string[];
}
export interface TableGround { key: string; width: number; height: number; unit: string; grain?: number; pieces: Piece[] }

export interface CellInfo { at: [number, number]; height: number; marks: string[]; hazard: number; text: string }
export interface GridGround {
  key: string; columns: number; rows: number; shape: "square" | "hex"; cells: CellInfo[]; ladders: [Dot, Dot][];
}

interface Common {
  title: string;
  headline: string;
  round: { word: string; now: number; of: number };
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  sides: SideInfo[];
}
export interface TableScene extends Common { kind: "table"; ground: TableGround; models: Model[]; marks: Mark[] }
export interface GridScene extends Common { kind: "grid"; ground: GridGround; models: Model[]; marks: Mark[] }

export interface Die { id: string; colour: string; value: number; taken?: boolean; by?: string }
export interface Fighter {
  id: string; name: string; side: number; role: string; icon: string; state: Model["state"]; facts: string[];
  numbers: [string, number][]; position: number; initiative: number; initiative_open: boolean;
  trauma: { value: number; most: number; word: string }; set: Die[]; pool: Die[]; pool_size: number;
  statuses: Status[]; bound: string[];
}
export interface Pick { who: string; die?: string; whose?: string; done: boolean }
export interface DraftScene extends Common {
  kind: "draft";
  ladder: { word: string; least: number; most: number };
  queue: { word: string; cycles: Pick[][]; text: string } | null;
  track: { word: string; order: { who: string; value: number; state: "acted" | "acting" | "waiting" }[] } | null;
  fighters: Fighter[];
  notes: string[];
}
/** A ruleset without a scene of its own: how things stand, as a plain table. */
export interface BoardScene extends Common { kind: "board"; columns: string[]; rows: string[][]; models: Model[]; marks: Mark[] }
export type Scene = TableScene | GridScene | DraftScene | BoardScene;

// ---- questions (question.wire() of the engine) ------------------------------------------------------

/** Of a die, `face` is what it shows and `of` its colour or pool. */
export interface Ref { kind: string; id: string; face?: number; of?: string }
/** What an option does to the question itself, whatever it is called. */
export type Role = "pass" | "decline" | "end";
export interface Option { id: string; label: string; points_at?: Ref[]; clause?: string; role?: Role }
export interface Region {
  rings?: Dot[][]; zone?: [number, number, number, number][]; cells?: Record<string, number>; out?: string[];
  from?: Dot[]; reach?: number;
}
export interface Question {
  kind: string; seat: number; prompt: string; clause?: string; who?: string; topic?: string; hint?: string;
  options?: Option[]; absent?: { id: string; label: string; reason: string; clause: string }[];
  least?: number; most?: number; ordered?: boolean; total?: number; queue?: string[];
  movers?: string[]; models?: string[]; budget?: number; clock?: number;
}
export type Answer = unknown;

// ---- looking and trying (the server answers) --------------------------------------------------------

export interface Spot { model?: string; at?: number[]; mark?: string; piece?: string }
export type Ask =
  | { what: "measure"; from: Spot; to: Spot }
  | { what: "sight"; from: Spot; to?: Spot }
  | { what: "card"; name: string }
  | { what: "odds"; answer: Answer }
  | { what: "places" }
  | { what: "region" };

export interface Measured { distance: number; text: string; line: [Dot, Dot]; clause?: string }
export interface Sight {
  to: string; distance: number; text: string; seen: number; sees: boolean; reaches?: boolean; short?: string; verdict: string; blockers: string[];
  models: string[]; cover: string[]; clauses: string[]; lines?: { to: Dot; clear: boolean }[];
  watches?: boolean; warning?: string;
}
export interface Preview { spent: number; of: number; unit: string; text: string; path: number[][]; tests: string[] }
export interface NamedPlace { label: string; answer: Answer }

export interface Refusal { reason: string; clause: string }
/** Is an answer legal? `answer` is then what will be recorded: for a wish, the whole path. */
export type Tried = { ok: true; answer: Answer; preview?: Preview | null } | ({ ok: false } & Refusal);

// ---- motion -----------------------------------------------------------------------------------------

export type Motion =
  | { do: "move"; who: string; path: number[][]; how?: string }
  | { do: "appear" | "fall" | "leave"; who: string }
  | { do: "shot" | "blow"; who: string; at: string; hit: boolean | null }
  | { do: "mark"; who: string; text: string }
  | { do: "score"; mark: string; side: number }
  | { do: "pick"; who: string; whose: string; die: string };

// ---- the plan: what the player is about to answer ---------------------------------------------------

export interface Plan {
  /** The option that is previewed (choose-one, draft). */
  option: string | null;
  /** The options that are ticked (choose-some, order of ticking). */
  options: string[];
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
}

export function emptyPlan(): Plan {
  return { option: null, options: [], answer: null, text: "", preview: null, refusal: null, sights: [], at: {} };
}

/** Things on the stage that the panel, the log or the roster may light, and that the stage reports. */
export type Lit = { kind: "model" | "piece" | "mark" | "cell" | "option"; id: string } | null;

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
