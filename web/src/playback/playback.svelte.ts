/**
 * The queue between what the server says and what is seen. Every answer brings an act: what happened, and how things stand
 * after it. Acts play one after the other, moment by moment; log, scene and score follow, and the next question comes last.
 */
import { Theatre } from "../stage/theatre.svelte";
import type { GameEvent } from "../lib/wire";
import type { Scene } from "../stage/types";
import { Settled } from "./mixed";
import { happenings, lasts, mannerOf, TIMES, type Happening, type Moment } from "./moments";

export interface Act {
  happenings: Happening[];
  before: Scene | null;
  after: Scene | null;
  /** Our own answer: what we moved ourselves need not be held for us to see. */
  own: boolean;
  /** So many of its events are told, and this is the scene now. */
  told: (upto: number, scene: Scene | null) => void;
  /** It is over: everything stands as after it. */
  shown: () => void;
}
/** An act under way: what is left of it, and how much of it is told. */
interface Playing { act: Act; left: { moment: Moment; happening: Happening }[]; settled: Settled; told: number }
/** Calls back after so many milliseconds, unless it is cancelled. */
export type After = (ms: number, call: () => void) => () => void;

/** With more than so many happenings waiting it goes twice as fast; with more than so many one is asked whether to see them at all. */
export const HURRY = 8, TOO_MANY = 30;
export const SPEEDS = [0.5, 1, 2, 0] as const;
export type Speed = (typeof SPEEDS)[number];

const timeout: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

export class Playback {
  readonly theatre = new Theatre();
  happening = $state.raw<Happening | null>(null);
  moment = $state.raw<Moment | null>(null);
  /** What comes after the one that plays. */
  waiting = $state.raw<Happening[]>([]);
  /** Too much has happened: see it, or skip it? */
  asks = $state(false);
  /** What was played since the last question: it can be seen again. */
  last = $state.raw<Happening[]>([]);
  /** The moment that is seen again. */
  again = $state.raw<Moment | null>(null);
  playing = $derived(this.moment !== null || this.asks);
  /** What the odds said before the dice, of each of those concerned; told with the verdict on them, however many questions come before it. */
  expected: Record<string, string> = {};
  /** Each happening when it is over, for the ear; a moment when it begins, for the ear too. */
  onover: (happening: Happening) => void = () => undefined;
  onmoment: (moment: Moment, happening: Happening) => void = () => undefined;

  #acts: Playing[] = [];
  #cancel: () => void = () => undefined;
  #patient = false;
  #fresh = true;
  #asleep = false;
  /** Its dice lie on the table while somebody is asked. */
  #undecided: Happening | null = null;

  constructor(private readonly speed: () => number, private readonly after: After = timeout) {}

  push(act: Act): void {
    if (!this.speed() || (!act.happenings.length && !this.#acts.length)) {
      if (!this.speed()) this.expected = {};
      this.skip();
      if (this.#undecided?.kind === "rolls") { this.#undecided = null; this.theatre.rest(false); } // dice that were no attack: whoever was asked about them has answered
      if (act.happenings.length) this.last = act.happenings;
      act.shown();
      return;
    }
    this.#goOn(act.happenings[0]);
    if (act.happenings.length && this.#fresh) { this.last = []; this.#fresh = false; }
    this.last = [...this.last, ...act.happenings];
    const left = act.happenings.flatMap((happening) => happening.moments.map((moment) => ({ moment, happening })));
    this.#acts.push({ act, left, settled: new Settled(), told: 0 });
    this.stop();
    this.#count();
    if (this.waiting.length > TOO_MANY && !this.#patient) {
      this.asks = true;
      this.#cancel();
      this.moment = null;
    } else if (!this.moment && !this.asks && !this.#asleep) this.#next();
  }

  /** An attack was waiting for an answer: what is rolled or comes of it now belongs to it. */
  #goOn(next: Happening | undefined): void {
    const before = this.#acts.at(-1)?.act.happenings.at(-1) ?? this.#undecided;
    if (!before || !next || decided(before) || (before.kind === "rolls" && !sameRoll(before, next)) || (next.kind !== "rolls" && next.kind !== "acts") || next.moments.some((one) => one.kind === "comes")) return;
    for (const one of next.moments) if (one.kind === "dice" && one.row!.who !== before.who) Object.assign(one, { kind: "answer", holds: TIMES.answer[1] });
    Object.assign(next, { kind: before.kind, who: before.who, goesOn: true });
  }

  /** Plays some events on a scene that shows already what came of them. */
  alone(events: readonly GameEvent[], scene: Scene | null): void {
    this.skip();
    this.push({ happenings: happenings(events, mannerOf(scene)), before: null, after: null, own: false, told: () => undefined, shown: () => undefined });
  }

  /** Everything at once, up to the next question. */
  skip(): void {
    this.#cancel();
    const acts = this.#acts;
    this.#acts = [];
    this.asks = false;
    for (const { act } of acts) act.shown();
    const last = acts.at(-1)?.act.happenings.at(-1);
    if (last) {
      // What was on the table is over: dice of a roll-off do not lie beside the question after it.
      const running = last === this.happening;
      if (!running) this.theatre.open(last.who);
      const unseen = running ? acts.flatMap(({ left }) => left.filter((one) => one.happening === last).map((one) => one.moment)) : last.moments;
      if (!decided(last)) for (const one of unseen) { this.theatre.begin(one, 0, true); this.theatre.end(); }
      this.happening = last;
    }
    if (acts.length) this.#rest();
    this.stop();
  }
  /** All of it, however much it is. */
  show(): void {
    this.asks = false;
    this.#patient = true;
    if (this.#acts.length) this.#next();
  }
  /** Nobody looks: what comes waits. */
  sleep(asleep: boolean): void {
    this.#asleep = asleep;
    if (!asleep && !this.moment && !this.asks && this.#acts.length) this.#next();
  }
  close(): void {
    this.#cancel();
    this.#acts = [];
  }

  /** Plays one moment of the last activation once more. */
  see(moment: Moment, happening: Happening): void {
    if (this.playing) return;
    this.#cancel();
    this.theatre.rest(false);
    this.theatre.open(happening.who);
    for (const one of happening.moments.slice(0, happening.moments.indexOf(moment))) { this.theatre.begin(one, 0, true); this.theatre.end(); }
    this.theatre.settle();
    this.theatre.begin(moment, moment.runs);
    this.again = moment;
    this.#cancel = this.after(lasts(moment), () => this.stop());
  }
  /** Nothing is seen again any more. */
  stop(): void {
    if (!this.again) return;
    this.again = null;
    if (this.moment) return;
    this.#cancel();
    this.theatre.rest(false);
  }

  #count(): void {
    const all = new Set(this.#acts.flatMap(({ left }) => left.map((one) => one.happening)));
    if (this.happening) all.delete(this.happening);
    this.waiting = [...all];
  }

  #next(): void {
    this.#cancel();
    const one = this.#acts[0];
    if (!one) { this.#rest(); return; }
    const step = one.left.shift();
    if (!step) {
      this.#acts.shift();
      this.theatre.settle();
      one.act.shown();
      this.#next();
      return;
    }
    const { moment, happening } = step;
    if (happening !== this.happening) {
      this.happening = happening;
      if (!happening.goesOn) this.theatre.open(happening.who);
      // What somebody else begins was not what the odds were about.
      if (!happening.goesOn && !one.act.own) this.expected = {};
    }
    this.moment = moment;
    this.#count();
    const speed = this.speed() * (this.waiting.length > HURRY ? 2 : 1);
    // What one has moved oneself was seen; those who come one after the other come together.
    const holds = (one.act.own && moment.kind === "move") || (moment.kind === "comes" && this.#upcoming()?.kind === "comes") ? 0 : moment.holds;
    one.settled.add(moment);
    this.#tell(one);
    this.theatre.begin(moment, moment.runs / speed);
    if (moment.kind === "verdict") this.theatre.chance = this.expected[moment.stamp!.who] ?? "";
    this.onmoment(moment, happening);
    this.#cancel = this.after((moment.runs + holds) / speed, () => {
      this.theatre.end();
      one.told = moment.upto;
      this.#tell(one);
      if (one.left[0]?.happening !== happening) this.onover(happening);
      this.#next();
    });
  }

  #upcoming(): Moment | undefined { return this.#acts.find(({ left }) => left.length)?.left[0]?.moment; }

  #tell({ act, settled, told }: Playing): void {
    act.told(told, act.before && act.after ? settled.of(act.before, act.after) : act.before);
  }

  #rest(): void {
    this.#undecided = this.happening && !decided(this.happening) ? this.happening : null;
    this.theatre.rest(this.#undecided !== null);
    this.moment = null;
    this.happening = null;
    this.waiting = [];
    this.#patient = false;
    this.#fresh = true;
    if (!this.#undecided) this.expected = {};
  }
}

/** The same kind of roll once more by the same one, by its first word: "initiative" and "initiative re-roll". */
const sameRoll = (one: Happening, other: Happening): boolean => wordOf(one) !== "" && wordOf(one) === wordOf(other) && rollerOf(one) === rollerOf(other);
const rollerOf = (one: Happening): string => one.moments.find((moment) => moment.row)?.row!.who ?? "";
const wordOf = (one: Happening): string => one.moments.find((moment) => moment.row)?.row!.purpose.split(/[ :]/)[0] ?? "";

/** Has it come to something, or were there no dice? */
const decided = (one: Happening): boolean => one.moments.some((moment) => moment.kind === "verdict") || !one.moments.some((moment) => moment.row);
