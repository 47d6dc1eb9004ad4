/**
 * Planning a move or a placement: the ghost follows the hand at once, the server is asked whether it may stand there, and
 * what is seen from there. One question to the server at a time, the newest wish wins, and no more than a few a second.
 */
import { t } from "../lib/strings";
import type { Frame } from "./frame";
import { lengthOf, nearestOnSegment, stopAtLimit } from "./geometry";
import type { Answer, Ask, Dot, Plan, Preview, Question, Refusal, Region, Sight, Tried } from "./types";

export interface Doors {
  ontry: (answer: Answer) => Promise<Tried>;
  onlook: (ask: Ask) => Promise<unknown>;
  /** What the plan comes to now. */
  tell: (plan: Partial<Plan>) => void;
  /** Where the scene's places lie on the board. */
  frame: () => Frame;
  /** The height that a place means where there are several floors; 0: whatever the server finds. */
  height?: (at: Dot) => number;
}
interface Wish { end: Dot; waypoints: Dot[] }
interface Good extends Wish { answer: Answer; preview: Preview | null }

const TRY_EVERY = 110;
const LOOK_EVERY = 220;
const NOTE_STAYS = 4000;
/** How often a region is asked for when no answer comes, and how long after the last time. */
const REGION_TRIES = 5, REGION_AGAIN = 1000;

export class Planner {
  question = $state.raw<Question | null>(null);
  /** Where the models of the question may go: asked for as soon as the question opens, null until it is known. */
  region = $state.raw<Region | null>(null);
  mover = $state("");
  /** Where the mover stands now; null if it comes in from outside. */
  start = $state.raw<Dot | null>(null);
  waypoints = $state.raw<Dot[]>([]);
  end = $state.raw<Dot | null>(null);
  /** The end point was stopped at the limit. */
  stopped = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  good = $state.raw<Good | null>(null);
  sights = $state.raw<Sight[]>([]);
  /** A refused drop: stays for four seconds where it happened. */
  note = $state.raw<(Refusal & { at: Dot }) | null>(null);
  /** Other models of the same answer that have been placed already. */
  others = $state.raw<Record<string, Wish>>({});

  /** What is to be done as soon as the server has said yes to the present place: an Enter that came early. */
  eager: (() => void) | null = null;

  #doors: Doors;
  #wanted: Wish | null = null;
  #trying = false;
  #lastTry = 0;
  #released = false;
  #lookWanted: (() => Promise<void>) | null = null;
  #looking = false;
  #lastLook = 0;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #epoch = 0;

  constructor(doors: Doors) {
    this.#doors = doors;
  }

  get moves(): boolean { return this.question?.kind === "move"; }
  /** Lengths are inches, not cells. */
  get measured(): boolean { return this.#doors.frame().kind === "table"; }
  get places(): boolean { return this.question?.kind === "place"; }
  get active(): boolean { return this.moves || this.places; }
  get budget(): number { return this.question?.budget ?? 0; }
  get names(): string[] { return this.question?.movers ?? this.question?.models ?? []; }

  /** The legal place, path and answer for where the ghost stands now; null while that is not known. */
  get settled(): Good | null {
    const good = this.good;
    return good && this.end && good.end[0] === this.end[0] && good.end[1] === this.end[1] && good.waypoints === this.waypoints ? good : null;
  }

  /** The path as far as it is known: the server's where it has spoken, else straight. */
  get path(): Dot[] {
    if (!this.end) return [];
    const known = this.settled?.preview?.path;
    if (known?.length) return known.map((p) => this.#doors.frame().place(p));
    const start = this.start ?? this.#entry(this.waypoints[0] ?? this.end);
    return [...(start ? [start] : []), ...this.waypoints, this.end];
  }
  /** Where the mover comes to stand: the server's word on it, where the rules carry it on or stop it before the hand. */
  get landing(): Dot | null {
    const last = this.settled?.preview?.path.at(-1);
    return last && this.measured ? this.#doors.frame().place(last) : this.end;
  }
  get length(): number { return this.settled?.preview?.spent ?? lengthOf(this.path); }

  ask(question: Question | null, places: Record<string, Dot | null>): void {
    this.#epoch++;
    this.eager = null;
    this.question = question && (question.kind === "move" || question.kind === "place") ? question : null;
    this.region = null;
    if (this.question) void this.#outline();
    this.others = {};
    this.sights = [];
    this.note = null;
    this.#wanted = null;
    this.take(this.names[0] ?? "", places[this.names[0] ?? ""] ?? null);
  }

  /** Plans for this model from now on (questions that move several). */
  take(mover: string, start: Dot | null): void {
    if (this.mover && this.mover !== mover && this.end && this.names.includes(this.mover)) {
      this.others = { ...this.others, [this.mover]: { end: this.end, waypoints: this.waypoints } };
    }
    this.mover = mover;
    this.start = start;
    const before = this.others[mover];
    this.waypoints = before?.waypoints ?? [];
    this.end = before?.end ?? null;
    this.good = null;
    this.refusal = null;
    this.stopped = false;
  }

  /** The hand points here. `stick` stops near the limit of the move. */
  aim(at: Dot, stick = true): void {
    if (!this.active) return;
    let end = at;
    this.eager = null;
    this.stopped = false;
    if (stick && this.measured && this.moves && this.start && this.budget) {
      const found = stopAtLimit([this.start, ...this.waypoints], at, this.budget);
      end = found.at;
      this.stopped = found.stopped;
    }
    this.end = end;
    this.refusal = null;
    this.note = null;
    this.#released = false;
    this.#doors.tell({ text: this.text(), refusal: null, answer: null, preview: null });
    this.#want({ end, waypoints: this.waypoints });
  }

  /** The hand lets go: what is refused goes back to the last legal place, and the reason stays for a while. */
  release(): void {
    this.#released = true;
    if (this.refusal) this.#goBack();
  }

  waypoint(): void {
    if (!this.end || !this.moves) return;
    this.waypoints = [...this.waypoints, this.end];
    this.#want({ end: this.end, waypoints: this.waypoints });
  }

  unwaypoint(): void {
    if (!this.waypoints.length) { this.clear(); return; }
    this.waypoints = this.waypoints.slice(0, -1);
    if (this.end) this.#want({ end: this.end, waypoints: this.waypoints });
  }

  /** Drops the plan, and says so if `aloud`. */
  clear(aloud = true): void {
    this.#epoch++;
    this.eager = null;
    this.#wanted = null;
    this.end = null;
    this.good = null;
    this.waypoints = [];
    this.refusal = null;
    this.stopped = false;
    this.sights = [];
    if (aloud) this.#doors.tell({ answer: null, text: "", preview: null, refusal: null, sights: [], at: {} });
  }

  /** A plan that was made elsewhere, in the list of named places: its ghost and its path are shown like one's own. False: nothing new. */
  adopt(plan: Plan, places: Record<string, Dot | null>): boolean {
    const names = this.names.filter((name) => plan.at[name]);
    const mover = names.includes(this.mover) ? this.mover : names[0];
    if (!this.active || plan.answer === null || !mover || JSON.stringify(plan.answer) === JSON.stringify(this.good?.answer ?? null)) return false;
    this.clear(false);
    const place = (name: string): Dot => this.#doors.frame().place(plan.at[name]!);
    this.others = Object.fromEntries(names.filter((name) => name !== mover).map((name) => [name, { end: place(name), waypoints: [] }]));
    this.mover = mover;
    this.start = places[mover] ?? null;
    this.end = place(mover);
    this.note = null;
    this.good = { end: this.end, waypoints: this.waypoints, answer: plan.answer, preview: plan.preview };
    this.#look({ what: "sight", from: { model: mover, at: plan.at[mover]! } });
    return true;
  }

  text(): string {
    const known = this.settled?.preview;
    if (known) return known.text;
    if (!this.moves || !this.end || !this.start || !this.measured) return "";
    const length = lengthOf(this.path), over = length - this.budget;
    const inches = (v: number) => `${(Math.round(v * 10) / 10).toString()}${this.#doors.frame().unit}`;
    return over > 0.01 ? t("stage.tooFar", { length: inches(length), over: inches(over) }) : t("stage.spent", { length: inches(length), limit: inches(this.budget) });
  }

  /** What is seen from where somebody stands now, without a plan. */
  lookFrom(model: string): void {
    this.#look({ what: "sight", from: { model } });
  }

  /** The same place once more: what it means may have changed. */
  again(): void {
    if (this.end) this.aim(this.end, false);
  }

  // ---- asking the server ----------------------------------------------------------------------------

  /** The region of the question, also after a line that was lost for a moment. */
  async #outline(): Promise<void> {
    const epoch = this.#epoch;
    for (let tries = 0; tries < REGION_TRIES && epoch === this.#epoch; tries++) {
      const found = (await this.#doors.onlook({ what: "region" }).catch(() => null)) as { region?: Region | null } | null;
      if (epoch !== this.#epoch) return;
      if (found) return void (this.region = found.region ?? null);
      await new Promise((done) => setTimeout(done, REGION_AGAIN));
    }
  }

  #want(wish: Wish): void {
    this.#wanted = wish;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#trying) return;
    this.#trying = true;
    try {
      while (this.#wanted) {
        const wait = this.#lastTry + TRY_EVERY - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        const wish = this.#wanted;
        if (!wish) break;
        this.#wanted = null;
        this.#lastTry = performance.now();
        const epoch = this.#epoch;
        const answer = this.#answer(wish);
        if (answer === null) continue;
        const tried = await this.#doors.ontry(answer).catch((): Tried => ({ ok: false, reason: t("stage.noAnswer"), clause: "" }));
        if (epoch === this.#epoch) this.#judged(wish, tried);
      }
    } finally {
      this.#trying = false;
    }
  }

  /** The wish in the form of an answer; null while some of several models have no place. */
  #answer(wish: Wish): Answer | null {
    const all: Record<string, Wish> = { ...this.others, [this.mover]: wish };
    if (this.names.some((name) => !all[name])) return null;
    return Object.fromEntries(this.names.map((name) => {
      const one = all[name]!;
      const via = name === this.mover && !this.start && one.waypoints.length ? [this.#entry(one.waypoints[0]!)!, ...one.waypoints] : one.waypoints;
      const back = (p: Dot) => this.#doors.frame().back(p);
      const z = this.#doors.height?.(one.end) ?? 0;
      return [name, this.moves && via.length ? [...via, one.end].map(back) : z ? [...back(one.end), z] : back(one.end)];
    }));
  }

  #entry(towards: Dot): Dot | null {
    const zone = this.region?.zone;
    if (!zone?.length) return null;
    const spots = zone.map((segment) => nearestOnSegment(towards, segment));
    return spots.reduce((a, b) => (Math.hypot(a[0] - towards[0], a[1] - towards[1]) <= Math.hypot(b[0] - towards[0], b[1] - towards[1]) ? a : b));
  }

  #judged(wish: Wish, tried: Tried): void {
    const here = this.end !== null && wish.end[0] === this.end[0] && wish.end[1] === this.end[1] && wish.waypoints === this.waypoints;
    if (tried.ok) {
      this.good = { ...wish, answer: tried.answer, preview: tried.preview ?? null };
      if (!here) return;
      this.refusal = null;
      const last = tried.preview?.path.at(-1);
      const at = last && this.measured ? [...last] : [...this.#doors.frame().back(wish.end)];
      this.#doors.tell({ answer: tried.answer, text: this.text(), preview: tried.preview ?? null, refusal: null, at: { [this.mover]: at } });
      const eager = this.eager;
      this.eager = null;
      if (eager) eager();
      else this.#look({ what: "sight", from: { model: this.mover, at } });
    } else if (here) {
      this.eager = null;
      this.refusal = { reason: tried.reason, clause: tried.clause };
      this.#doors.tell({ answer: null, refusal: this.refusal, text: this.text(), preview: null });
      if (this.#released) this.#goBack();
    }
  }

  /** Says for a while why something cannot be, where it cannot be. */
  tell(why: Refusal, at: Dot): void {
    this.note = { ...why, at };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => { this.note = null; }, NOTE_STAYS);
  }

  #goBack(): void {
    if (!this.refusal || !this.end) return;
    this.tell(this.refusal, this.end);
    const good = this.good;
    this.refusal = null;
    this.stopped = false;
    this.end = good?.end ?? null;
    this.waypoints = good?.waypoints ?? this.waypoints;
    if (good) {
      this.#doors.tell({ answer: good.answer, text: this.text(), preview: good.preview, at: { [this.mover]: [...this.#doors.frame().back(good.end)] } });
    }
  }

  #look(ask: Ask): void {
    const epoch = this.#epoch;
    this.#lookWanted = async () => {
      const found = (await this.#doors.onlook(ask).catch(() => null)) as { sights?: Sight[] } | null;
      if (epoch !== this.#epoch || !found?.sights) return;
      this.sights = found.sights;
      this.#doors.tell({ sights: found.sights });
    };
    void this.#pumpLooks();
  }

  async #pumpLooks(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#lookWanted) {
        const wait = this.#lastLook + LOOK_EVERY - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        const look = this.#lookWanted;
        this.#lookWanted = null;
        this.#lastLook = performance.now();
        await look?.();
      }
    } finally {
      this.#looking = false;
    }
  }
}
