/** What the server says, as docs/api.md has it. Scenes and questions are the stage's types. */
import type { Answer, Motion, Option, Question, Refusal, Scene } from "../stage/types";

export type { Answer, Motion, Option, Question, Refusal, Scene };

export interface RulesetLine { id: string; title: string; version: string; summary: string; clauses: number; seats: string[] | number }
export interface HouseRule {
  name: string; clause: string; title: string; default: OptionValue;
  choices: { value: OptionValue; means: string }[]; least: number; most: number;
}
export type OptionValue = string | number | boolean;
export interface Ready { name: string; setup: Record<string, unknown>; seats: string[]; lesson: string }
export interface RulesetPage {
  id: string; title: string; version: string; summary: string; scene: string; forces: boolean;
  ready: Ready[]; options: HouseRule[]; bots: { name: string; title: string }[]; bot: string;
}

export interface ClauseText {
  id: string; title: string; text: string; kind: string; source: string; ruling: string; option: string; cases: string[];
}
export interface Rulebook { ruleset: string; title: string; author: string; summary: string; clauses: ClauseText[]; options: HouseRule[]; version: string; changes: Change[] }
export interface Change { version: string; clauses: string[]; text: string }
export interface CaseLine { id: string; title: string; clauses: string[] }
export interface CaseStep {
  entry: unknown; text: string; at: number; scene: Partial<Scene> | null; question: Question | null; events: GameEvent[]; refusal: Refusal | null;
}
export interface WorkedCase { id: string; title: string; clauses: string[]; steps: CaseStep[] }

export interface ForceLine { name: string; kind: string; points: number; card: string[] }
export interface Force { name: string; points: number; lines: ForceLine[]; force: Record<string, unknown>; text?: string }
export interface ForceCheck extends Omit<Force, "force"> { ok: boolean; errors: (Refusal & { code: string })[]; force: Force["force"] | null }

export interface Clock { bank: number; increment: number; flag?: "lose" | "pick" | "wait"; questions?: boolean }
export interface SeatWish { kind: "person" | "bot"; name?: string; bot?: string; open?: boolean }
export interface GameWish {
  ruleset: string; ready?: number; setup?: Record<string, unknown>; options?: Record<string, OptionValue>;
  seats?: SeatWish[]; forces?: (Record<string, unknown> | null)[]; dice?: "server" | "typed"; clock?: Clock; listed?: boolean; absence?: number;
}
export interface MadeSeat { seat: number; side: string; kind: "person" | "bot"; name: string; token?: string; bot?: string }
export interface MadeGame { game: string; seats: MadeSeat[]; watch: string; commitment: string }
export interface GameLine {
  game: string; ruleset: string; title: string; status: "waiting" | "playing" | "over" | "aside";
  seats: { seat: number; side: string; name: string; kind: string }[]; created: number | string; seat: number | null; watch: string;
}
export interface OpenGame {
  game: string; watch: string; ruleset: string; title: string; headline: string; seats: { side: string; name: string; kind: string }[];
}

/** A game that waits for anybody. */
export interface WaitingGame {
  game: string; ruleset: string; title: string; setup: string; side: string; name: string; since: number; clock: Clock | null; dice: "server" | "typed";
}
/** A take-back that all agreed to: what came after input `at`. */
export interface WentBack { seat: number; at: number; inputs: number; rolls: number }
/** Somebody asks to take back. */
export interface AskedBack { seat: number; to: number; agreed: number[]; inputs: number; rolls: number }

/** `n` counts the events of a view; the engine's own `at` is the input after which it came. */
export interface GameEvent {
  n?: number; kind: string; clauses: string[]; data: Record<string, unknown>; at: number; text: string; motion?: Motion | Motion[] | null;
  /** A round, a turn or the like begins: the largest parts of a game have depth 1; number 0 is not counted. */
  chapter?: { depth: number; number: number };
}
export interface Outcome { winners: string[]; seats: number[]; summary: string; clause: string; ranking: string[][]; by: string }
export interface TableSeat {
  seat: number; side: string; name: string; kind: "person" | "bot"; bot: string; here: boolean; ready: boolean; draw: boolean; rematch: boolean;
  open: boolean;
  /** Since when he is away, by the server's clock. */
  gone: number | null;
}
export interface ClockState { left: number[]; running: number | null; question: number | null }
export interface ChatLine { n: number; room: "players" | "watchers"; seat: number | null; name: string; text: string; time: number }
/** By option, or by place (lib/odds `keyOf`): what is known about it before it is chosen. */
export type Odds = Record<string, unknown>;
export type AskedQuestion = Question & { odds?: Odds; n?: number; sides?: number; purpose?: string; called?: string[] };

export interface Welcome {
  t: "welcome"; game: string; ruleset: string; title: string; version: string; seat: number | null; seats: number[]; watch: string; now: number;
  options: Record<string, OptionValue>; clock: Clock | null; dice: { mode: "server" | "typed"; commitment: string }; lesson: string; chat: ChatLine[];
}
export interface TableMessage {
  t: "table"; status: "waiting" | "playing" | "over"; seats: TableSeat[]; watchers: number; back: AskedBack | null;
  /** Whose game may be claimed, and from when on. */
  claim: { seat: number; from: number } | null;
  /** Games whose bots think at once, where that makes ours think shorter; else 0. */
  crowd: number;
}
export interface Undo { can: boolean; reason: string; ask: boolean; asking: string }
export interface View {
  t: "view"; seat: number | null; at: number; number: number; epoch: number; since: number; events: GameEvent[];
  question: AskedQuestion | null; waiting: { seat: number; prompt: string; thinking: boolean } | null;
  scene: Partial<Scene> | null; whole: boolean; undo: Undo; back: WentBack[];
  clock: ClockState | null; outcome: Outcome | null; last: { by: number; answer: Answer } | null;
}
export interface Over { t: "over"; outcome: Outcome; seed: string; commitment: string; nonces: string[]; rolls: number; checked: number; proved: boolean; notes: string[] }
export interface Rematch { t: "rematch"; game: string; seat: number | null; token: string; watch: string }

/** `along`: the words of answers that followed of themselves. */
export interface Ok { t: "ok"; id: string; along?: string[] }
export interface Refused { t: "refused"; id: string; reason: string; clause: string; legal?: string[]; code: string }
export type TriedReply = { t: "tried"; id: string } & (
  | { ok: true; answer: Answer; length?: number; preview?: unknown }
  | { ok: false; reason: string; clause: string }
);
export type Looked = { t: "looked"; id: string; what: string } & Record<string, unknown>;
export type Reply = Ok | Refused | TriedReply | Looked;

/** The game cannot go on under the rules of today; `readable`: its record may be watched and taken away. */
export interface Aside { t: "aside"; reason: string; readable: boolean }

export type FromServer =
  | Welcome | TableMessage | View | Over | Rematch | Reply
  | ({ t: "chat" } & ChatLine)
  | { t: "odds"; at: number; odds: Odds }
  | { t: "claimed"; seat: number }
  | Aside
  | { t: "bye"; reason: string }
  | { t: "pong"; now: number };

export interface ReplayStep {
  at: number; by: number; kind: "answer" | "roll"; prompt: string; clause: string; answer?: Answer; label: string; events: GameEvent[];
  faces?: number[]; sides?: number; purpose?: string;
  /** Told by the record alone: there is no scene. */
  recorded?: boolean;
}
export interface Replay {
  game: string; ruleset: string; title: string; seats: { seat: number; side: string; name: string; kind: string }[];
  over: boolean; outcome: Outcome | null; inputs: number; steps: ReplayStep[]; events?: GameEvent[];
  dice: { mode: string; commitment: string; nonces: string[]; seed: string; verdict: string };
  luck: { seat: number; dice: number; rolled: number; expected: number; deviations: number }[];
  back: WentBack[];
  /** What is wrong with a save that somebody has brought. */
  doubt: string;
  /** Where today's rules part from the record, and why. */
  parted: string;
}
export interface ReplayScene { at: number; scene: Partial<Scene> | null; question: Question | null }
