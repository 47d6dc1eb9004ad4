/** What a scene is made of (docs/scene.md). Written by scripts/scenes.py from engine/scenes.py: change that. */

export type Dot = [number, number];
export type Segment = [number, number, number, number];
export type Standing = "ready" | "done" | "fallen" | "gone" | "waiting";
export type FaceWorth = "wins" | "ties" | "loses";
export type Mark = ObjectiveMark | ZoneMark | EdgeMark | TokenMark;
export type Scene = TableScene | GridScene | DraftScene | BoardScene;

export interface Score {
  value: number;
  word: string;
}
export interface Counters {
  left: number;
  most: number;
  word: string;
  shape?: "hexagon";
}
export interface SideInfo {
  name: string;
  seat: number;
  slot: number;
  icon?: string;
  score?: Score | null;
  counters?: Counters | null;
  facts?: string[];
}
export interface Status {
  id: string;
  text: string;
  icon?: string;
}
export interface Range {
  id: string;
  text: string;
  inches: number;
  dashed?: boolean;
}
export interface Wounds {
  left: number;
  most: number;
}
export interface Pins {
  count: number;
  stops: boolean;
  text: string;
}
export interface Sheet {
  dice: [string, number][];
  numbers: [string, string][];
  rows: [string, string][];
}
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
  state: Standing;
  wounds: Wounds | null;
  pins: Pins | null;
  statuses: Status[];
  bound: string[];
  ranges: Range[];
  sheet?: Sheet;
}
export interface Tokens {
  count: number;
  text: string;
}
export interface Count {
  left: number;
  most: number;
}
export interface Unit {
  id: string;
  name: string;
  side: number;
  icon: string;
  members: string[];
  hull: [string, string][];
  banner: Dot | null;
  count: Count;
  state: Standing;
  statuses: Status[];
  facts: string;
  tokens?: Tokens;
}
export interface ObjectiveMark {
  kind: "objective";
  id: string;
  label: string;
  x: number;
  y: number;
  z?: number;
  radius: number;
  side: number | null;
  state: "free" | "controlled" | "contested";
  left?: boolean;
  text: string[];
  solid?: boolean;
}
export interface ZoneMark {
  kind: "zone";
  id: string;
  side: number | null;
  outline: Dot[];
  text: string;
}
export interface EdgeMark {
  kind: "edge";
  id: string;
  side: number;
  line: Segment;
  text: string;
}
export interface TokenMark {
  kind: "token";
  id: string;
  x: number;
  y: number;
  radius: number;
  icon: string;
  side: number | null;
  text: string;
  solid?: boolean;
}
export interface Opening {
  kind: string;
  line: [Dot, Dot];
  floor: number;
}
export interface Piece {
  id: string;
  name: string;
  kind: string;
  form: "area" | "block" | "shell";
  outline: Dot[];
  holes: Dot[][];
  floor: number;
  height: number;
  levels: number[];
  faces: string[];
  openings: Opening[];
  traits: string[];
  text: string[];
  slope?: Segment | null;
}
export interface TableGround {
  key: string;
  width: number;
  height: number;
  unit: string;
  grain?: number;
  pieces: Piece[];
}
export interface CellInfo {
  at: Dot;
  height: number;
  marks: string[];
  hazard: number;
  text: string;
}
export interface GridGround {
  key: string;
  columns: number;
  rows: number;
  shape: "square" | "hex";
  cells: CellInfo[];
  ladders: [Dot, Dot][];
}
export interface Die {
  id: string;
  colour: string;
  value: number;
  taken?: boolean;
  by?: string;
}
export interface Trauma {
  value: number;
  most: number;
  word: string;
}
export interface Buy {
  id: string;
  name: string;
  group: string;
  cost: string[];
  pays: boolean;
  text: string;
}
export interface Fighter {
  id: string;
  name: string;
  side: number;
  role: string;
  icon: string;
  state: Standing;
  facts: string[];
  numbers: [string, number][];
  position: number;
  initiative: number;
  initiative_open: boolean;
  trauma: Trauma;
  set: Die[];
  pool: Die[];
  pool_size: number;
  buys?: Buy[];
  statuses: Status[];
  bound: string[];
}
export interface Ladder {
  word: string;
  least: number;
  most: number;
}
export interface Pick {
  who: string;
  die?: string;
  whose?: string;
  done: boolean;
}
export interface Queue {
  word: string;
  cycles: Pick[][];
  text: string;
}
export interface Turn {
  who: string;
  value: number;
  state: "acted" | "acting" | "waiting";
}
export interface Track {
  word: string;
  order: Turn[];
}
export interface Met {
  value: number;
  options: string[];
}
export interface Pair {
  above: Met | null;
  below: Met | null;
  word: string;
  counts: boolean;
  won: boolean;
}
export interface Duel {
  who: string;
  at: string;
  title: string;
  text: string;
  rows: [string, string];
  pairs: Pair[];
  verdict: string;
  lost: boolean;
}
export interface Change {
  option: string;
  name: string;
  source: string;
  shift: string;
  duel: number;
  row: number;
  pair: number;
  faces: FaceWorth[];
}
export interface Source {
  id: string;
  text: string;
}
export interface Fate {
  who: string;
  heading: string;
  words: string[];
}
export interface Contest {
  steps: string[];
  step: number;
  duels: Duel[];
  sources: Source[];
  changes: Change[];
  fates: Fate[];
  text: string;
}
export interface Round {
  word: string;
  now: number;
  of: number;
}
export interface Common {
  title: string;
  headline: string;
  round: Round | null;
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  aim?: string;
  sides: SideInfo[];
}
export interface TableScene {
  kind: "table";
  title: string;
  headline: string;
  round: Round | null;
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  aim?: string;
  sides: SideInfo[];
  ground: TableGround;
  models: Model[];
  units?: Unit[];
  marks: Mark[];
}
export interface GridScene {
  kind: "grid";
  title: string;
  headline: string;
  round: Round | null;
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  aim?: string;
  sides: SideInfo[];
  ground: GridGround;
  models: Model[];
  marks: Mark[];
}
export interface DraftScene {
  kind: "draft";
  title: string;
  headline: string;
  round: Round | null;
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  aim?: string;
  sides: SideInfo[];
  ladder: Ladder;
  queue: Queue | null;
  track: Track | null;
  fighters: Fighter[];
  notes: string[];
}
export interface BoardScene {
  kind: "board";
  title: string;
  headline: string;
  round: Round | null;
  phase: string;
  phases: string[];
  turn: number | null;
  active: string;
  aim?: string;
  sides: SideInfo[];
  columns: string[];
  rows: string[][];
  models: Model[];
  marks: Mark[];
}
