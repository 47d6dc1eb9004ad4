/** What the server says, as docs/api.md has it. Scenes and questions are the stage's types. */
import type { Contest, Answer, LookAt, Motion, Option, Question, Refusal, Scene } from "../stage/types";

export type { Answer, LookAt, Motion, Option, Question, Refusal, Scene };

export interface RulesetLine { id: string; title: string; version: string; summary: string; clauses: number; seats: string[]; scene: string }
export interface HouseRule {
  name: string; clause: string; title: string; default: OptionValue;
  choices: { value: OptionValue; means: string }[]; least: number; most: number;
}
export type OptionValue = string | number | boolean;
export interface Ready { name: string; setup: Record<string, unknown>; seats: string[]; tutorial: string }
export interface BotLine { name: string; title: string; about: string }
export interface RulesetPage {
  id: string; title: string; version: string; author: string; summary: string; scene: string; forces: boolean;
  ready: Ready[]; options: HouseRule[]; bots: BotLine[]; bot: string; quick: QuickPage;
}
/** What quick battles are made of; what is empty or 0 nobody has said. */
export interface QuickPage { pitch: string; players: string; dice: string; mood: string; minutes: number; places: { name: string; about: string; forces: string[][] }[]; /** The place of a first battle. */ first: string }
/** With this a battle is drawn; what is empty is left to the seed. */
export interface QuickWish { seed: string; forces?: string[]; place?: string }
export interface QuickLine { seed: string; forces: string[]; place: string; about: string; seats: string[]; minutes: number; scene: Scene | null }
/** How a game stands that one can go on with. */
export interface TableNow { at: number; asked: number | null; headline: string; scene: Scene }

export interface ClauseText {
  id: string; title: string; text: string; kind: string; source: string; ruling: string; option: string; cases: string[];
}
export interface Rulebook { ruleset: string; title: string; author: string; summary: string; clauses: ClauseText[]; options: HouseRule[]; version: string; changes: Change[] }
export interface Change { version: string; clauses: string[]; text: string }
export interface CaseLine { id: string; title: string; clauses: string[] }
export interface CaseStep {
  entry: unknown; text: string; at: number; scene: Partial<Scene> | null; question: Question | null; events: GameEvent[]; refusal: Refusal | null;
}
/** `problem` is empty where the case holds. */
export interface WorkedCase { id: string; title: string; clauses: string[]; ruleset: string; problem: string; steps: CaseStep[] }

export interface LessonStep { title: string; text: string; clauses: string[]; read: boolean; look: LookAt[] }
export interface Lesson { id: string; title: string; about: string; minutes: number; learnt: string; steps: LessonStep[]; next: string }
export interface CoachWord { topic: string; title: string; text: string; clauses: string[] }
export interface School { ruleset: string; title: string; lessons: Lesson[]; coach: CoachWord[] }
/** Where a game stands in its lesson: `on` its line, or off it; the inputs to go `back` to; an `answer` to show. */
export interface Guide { step: number; on: boolean; done: boolean; back: number | null; answer: Answer | null; chain?: Answer[]; look: LookAt[] }

export interface ForceLine { name: string; kind: string; points: number; card: string[] }
export interface Force { name: string; points: number; lines: ForceLine[]; force: Record<string, unknown>; text?: string }
export interface ForceCheck extends Omit<Force, "force"> { ok: boolean; errors: (Refusal & { code: string })[]; force: Force["force"] | null }

/** What is 0, false or "lose" may be left out. */
export interface Clock { bank?: number; increment?: number; flag?: "lose" | "pick" | "wait"; questions?: boolean }
export interface SeatWish { kind: "person" | "bot"; name?: string; bot?: string; open?: boolean }
export interface GameWish {
  ruleset: string; ready?: number; quick?: boolean; battle?: QuickWish; lesson?: string; setup?: Record<string, unknown>; options?: Record<string, OptionValue>;
  seats?: SeatWish[]; forces?: (Record<string, unknown> | null)[]; dice?: "server" | "typed"; clock?: Clock; listed?: boolean; absence?: number; hints?: boolean;
}
export interface SeatLine { seat: number; side: string; kind: "person" | "bot"; name: string; bot: string }
/** The token of a bot is empty. */
export interface MadeSeat extends SeatLine { token: string }
export interface MadeGame { game: string; seats: MadeSeat[]; watch: string; commitment: string }
export interface DiceLine { mode: "server" | "typed"; commitment: string }
export interface GameLine {
  game: string; ruleset: string; title: string; status: "waiting" | "playing" | "over" | "aside"; seats: SeatLine[];
  dice: DiceLine; clock: Clock | null; absence: number; created: number; seat: number | null; watch: string;
  at: number; asked: number | null; outcome: Outcome | null; aside: string;
}
export interface OpenGame {
  game: string; watch: string; ruleset: string; title: string; headline: string; seats: SeatLine[]; started: number;
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
  /** How often he was told what a veteran would do. */
  hints: number;
}
/** `left` is null where every question has its own time. */
export interface ClockState { left: number[] | null; running: number | null; question: number | null; /** Milliseconds until it runs: what happened is watched on nobody's time. */ starts: number }
export interface ChatLine { n: number; room: "players" | "watchers"; seat: number | null; name: string; text: string; time: number }
/** By option, or by place (lib/odds `keyOf`): what is known about it before it is chosen. */
export type Odds = Record<string, unknown>;
export type AskedQuestion = Question & { odds?: Odds; n?: number; sides?: number; purpose?: string; called?: string[] };

export interface Welcome {
  t: "welcome"; game: string; ruleset: string; title: string; version: string; seat: number | null; seats: number[]; watch: string; now: number;
  options: Record<string, OptionValue>; clock: Clock | null; absence: number; dice: DiceLine; tutorial: string; lesson: string; battle: QuickWish | null; chat: ChatLine[]; hints: boolean;
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
  question: AskedQuestion | null; waiting: { seat: number; prompt: string; who: string; thinking: boolean; contest?: Contest } | null;
  scene: Partial<Scene> | null; whole: boolean; undo: Undo; back: WentBack[];
  clock: ClockState | null; outcome: Outcome | null; last: { by: number; how: string } | null;
  /** In a lesson. */
  lesson?: Guide;
}
export interface Over { t: "over"; outcome: Outcome; seed: string; commitment: string; nonces: string[]; rolls: number; checked: number; proved: boolean; notes: string[] }
export interface Rematch { t: "rematch"; game: string; seat: number | null; token: string; watch: string }

/** `along`: after a chain of answers, in words, those that followed of themselves. */
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
  at: number; kind: "start" | "answer" | "roll"; prompt: string; clause: string; by?: number; answer?: Answer; label?: string; events: GameEvent[];
  faces?: number[]; sides?: number; purpose?: string;
  /** Told by the record alone: there is no scene. */
  recorded?: boolean;
}
export interface Replay {
  game: string; ruleset: string; title: string; seats: SeatLine[];
  over: boolean; outcome: Outcome | null; inputs: number; steps: ReplayStep[];
  dice: { mode: string; commitment: string; nonces: string[]; seed: string; verdict: string };
  luck: LuckReport;
  back: WentBack[];
  /** What is wrong with a save that somebody has brought. */
  doubt: string;
  /** Where today's rules part from the record, and why. */
  parted: string;
}
/** Rolls of one kind; `by_sight`: none succeeds by itself, good faces are counted. */
export interface LuckKind { kind: string; by_sight: boolean; tries: number; won: number; expected: number }
/** One roll; `need` is the lowest and the highest face (`sum`: total) that succeeds; `chance`: how often dice are as good, or as bad. */
export interface LuckThrow {
  purpose: string; who: string; sides: number; faces: number[]; need: number[]; sum: boolean; tries: number; won: number; chance: number; at: number;
}
/** `curve`: after how many inputs so many successes more than expected. */
export interface LuckSide {
  seat: number; kinds: LuckKind[]; tries: number; won: number; expected: number; curve: number[][]; best: LuckThrow | null; worst: LuckThrow | null;
}
export interface LuckReport { sides: LuckSide[]; uneven: number; left_out: string[] }

/** How the game stood after `at` inputs: the chance to win of each seat, as the ruleset sees it. */
export interface Stood { at: number; decisions: number; chapter: number; worth: number[] }
export interface Turned {
  at: number; to: number; decision: number; chapter: number; title: string; words: string; seat: number; before: number[]; after: number[];
}
export interface Loss { seat: number; name: string; unit: string; at: number; chapter: number }
/** An objective and who held it at the end of each chapter. */
export interface Held { label: string; by: (number | null)[] }
export interface Story {
  sentences: string[]; curve: Stood[]; turned: Turned[]; losses: Loss[]; held: Held[]; chapter: string; chapters: number[]; points: string;
  scores: (number | null)[][]; decisions: number;
}
export interface StoryPage {
  game: string; ruleset: string; title: string; seats: SeatLine[]; outcome: Outcome | null; story: Story; luck: LuckReport; inputs: number; rolls: number;
  seconds: number;
}
/** Answers one after the other, before any die and before anybody else is asked. */
export interface PlannedAnswers { answers: Answer[]; words: string[]; why: string }
export interface Weighed { plan: PlannedAnswers; chance: number; error: number }
/** What was done, what a veteran would do, and what the difference cost in chance to win. */
export interface Judged {
  at: number; seat: number; prompt: string; clause: string; who: string; given: Weighed; better: Weighed; cost: number; error: number;
  as_good: boolean; mark: "star" | "tick" | "wave" | "cross"; tries: number;
}
export interface ReviewOf { game: string; seat: number; total: number; judged: number; done: boolean; decisions: Judged[] }
export interface PuzzleLine { id: string; ruleset: string; title: string; place: string; headline: string; theme: string; difficulty: number }
export interface PuzzleList { date: string; daily: PuzzleLine | null; puzzles: PuzzleLine[] }
/** Where a plan leads: from somebody by a way, or straight to somebody. */
export interface PuzzleMark { who: string; to: string; path: number[][] }
export interface PuzzleChoice { words: string; detail: string; marks: PuzzleMark[] }
export interface PuzzleOf { line: PuzzleLine; seat: number; seats: string[]; prompt: string; clause: string; scene: Scene | null; choices: PuzzleChoice[] }
export interface PuzzleValue { win: number; draw: number; error: number; exact: boolean; why: string; clauses: string[] }
export interface PuzzleSolution { chosen: number; best: number; values: PuzzleValue[]; playouts: number; lesson: string }
export interface Hint { best: Weighed; other: Weighed | null; worth: number; error: number; tries: number }
export interface ReplayScene { at: number; scene: Partial<Scene> | null; question: Question | null }
