/**
 * Planning the move of a whole unit: one wish for all of its models. The ghosts follow the hand at once, moved and turned
 * as they stand; the server plans every path and puts them right. One question to the server at a time, the newest wish
 * wins, and no more than a few a second.
 */
import { announcer } from "../../lib/announce.svelte";
import { t } from "../../lib/strings";
import type { Answer, Ask, Dot, Plan, Preview, Question, Refusal, Region, Tried, UnitPlan, UnitWay, Wish } from "../types";

export interface Doors {
  ontry: (answer: Answer) => Promise<Tried>;
  onlook: (ask: Ask) => Promise<unknown>;
  /** What the plan comes to now. */
  tell: (plan: Partial<Plan>) => void;
}
/** How the ghosts of the last reply are moved and turned until the next one comes. */
export interface Drift { by: Dot; turn: number; about: Dot }

/** The server lets a socket ask twenty times a second: some of that is left for everything else. */
const PLAN_EVERY = 80;
/** Degrees of one turn by key, wheel or button. */
export const TURN = 15;
const NOTE_STAYS = 4000;
const REST: Drift = { by: [0, 0], turn: 0, about: [0, 0] };

const mean = (spots: readonly Dot[]): Dot | null =>
  spots.length ? [spots.reduce((sum, p) => sum + p[0], 0) / spots.length, spots.reduce((sum, p) => sum + p[1], 0) / spots.length] : null;
/** Degrees from -180 to 180. */
const degrees = (turn: number): number => turn - 360 * Math.round(turn / 360);

export function turned([x, y]: Dot, { by, turn, about }: Drift): Dot {
  const angle = (turn * Math.PI) / 180, dx = x - about[0], dy = y - about[1];
  return [about[0] + dx * Math.cos(angle) - dy * Math.sin(angle) + by[0], about[1] + dx * Math.sin(angle) + dy * Math.cos(angle) + by[1]];
}
export const endOf = ({ path }: UnitWay): Dot => [path.at(-1)![0]!, path.at(-1)![1]!];

/** A legal answer that was found without a wish, or a placement: what is known of it, as a plan. */
function plain(answer: Answer, preview: Preview | null): UnitPlan {
  const at = ([name, way]: [string, number[] | number[][]]): UnitWay => ({ id: name, path: [Array.isArray(way[0]) ? (way as number[][]).at(-1)! : (way as number[])], spent: 0, of: 0, over: [] });
  const models = preview?.models ?? Object.entries(answer as Record<string, number[]>).map(at);
  return { ...(preview?.models ? preview : {}), ok: true, refused: null, answer, models, short: [], pulled: 0 };
}

export class Drill {
  question = $state.raw<Question | null>(null);
  /** Where the unit may go; with a model picked, where that one may. */
  region = $state.raw<Region | null>(null);
  wish = $state.raw<Wish | null>(null);
  /** The last plan of the server, and the wish that it was made for. */
  reply = $state.raw<{ wish: Wish | null; plan: UnitPlan } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The model that is adjusted alone; "": the whole unit. */
  picked = $state("");
  /** How many adjusted models have just gone back into the formation. */
  dropped = $state(0);
  /** What is to be done as soon as the server has said yes: an Enter that came early. */
  eager: (() => void) | null = null;

  #doors: Doors;
  #starts = new Map<string, Dot>();
  #rest: Dot = [0, 0];
  #regions = new Map<string, Region | null>();
  #wanted: Wish | null = null;
  #asking = false;
  #lastAsked = 0;
  #epoch = 0;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(doors: Doors) {
    this.#doors = doors;
  }

  get active(): boolean { return this.question !== null; }
  get names(): string[] { return this.question?.movers ?? this.question?.models ?? []; }
  get formations(): string[] { return this.question?.formations ?? []; }
  get formation(): string { return this.wish?.formation ?? this.formations[0] ?? ""; }
  /** A wish is out that the server has not answered. */
  get waiting(): boolean { return this.wish !== null && this.reply?.wish !== this.wish; }

  /** `rest` is where the middle of a unit begins that is not on the table yet. */
  ask(question: Question | null, places: Readonly<Record<string, Dot>>, rest: Dot): void {
    this.question = question?.unit && (question.kind === "move" || question.kind === "place") ? question : null;
    this.#starts = new Map(this.names.flatMap((name) => (places[name] ? [[name, places[name]]] : [])));
    this.#rest = rest;
    this.#regions.clear();
    this.region = null;
    this.clear(false);
    if (this.question) void this.#outline("");
  }

  // ---- where everybody is -----------------------------------------------------------------------------

  /** The ghosts as the server placed them last; before that, the models where they stand. */
  ghosts = $derived.by((): { id: string; at: Dot; way: UnitWay | null }[] => {
    if (this.reply) return this.reply.plan.models.map((way) => ({ id: way.id, at: endOf(way), way }));
    return this.wish ? [...this.#starts].map(([id, at]) => ({ id, at, way: null })) : [];
  });
  /** What the hand has done since. */
  drift = $derived.by((): Drift => {
    if (!this.wish?.to || !this.waiting) return REST;
    const old = this.reply?.wish ?? {};
    const about = old.to ?? mean(this.ghosts.map(({ at }) => at)) ?? this.wish.to;
    const same = (old.formation ?? this.formations[0]) === this.wish.formation;
    return { by: [this.wish.to[0] - about[0], this.wish.to[1] - about[1]], turn: same ? degrees((this.wish.turn ?? 0) - (old.turn ?? 0)) : 0, about };
  });
  /** Where a ghost is now. */
  ghostAt(id: string): Dot | null {
    const own = this.wish?.own?.[id];
    if (own && this.waiting) return own;
    const ghost = this.ghosts.find((one) => one.id === id);
    return ghost ? turned(ghost.at, this.drift) : null;
  }
  /** The middle of the unit as it is planned, or as it stands. */
  get middle(): Dot {
    return this.wish?.to ?? mean(this.ghosts.map(({ at }) => at)) ?? mean([...this.#starts.values()]) ?? this.#rest;
  }

  // ---- wishing ----------------------------------------------------------------------------------------

  /** The whole unit goes there; models that were adjusted go with it again. */
  aim(to: Dot): void {
    const own = Object.keys(this.wish?.own ?? {}).length;
    this.picked = "";
    this.#want({ to, own: {} });
    if (own) this.#drops(own);
  }
  turnBy(turn: number): void { this.turnTo((this.wish?.turn ?? 0) + turn); }
  turnTo(turn: number): void { this.#want({ turn: degrees(turn) }); }
  form(formation: string): void { if (this.formations.includes(formation)) this.#want({ formation }); }
  /** One model alone goes there. */
  adjust(id: string, at: Dot): void {
    this.picked = id;
    this.#want({ own: { ...this.wish?.own, [id]: at } });
  }
  /** By a key: the picked model, else the unit. */
  step(dx: number, dy: number): void {
    const from = this.picked ? this.ghostAt(this.picked) : this.middle;
    if (!from) return;
    const to: Dot = [from[0] + dx, from[1] + dy];
    if (this.picked) this.adjust(this.picked, to);
    else this.aim(to);
  }
  /** Takes one model into the hand, or with "" the whole unit again. */
  pick(id: string): void {
    this.picked = this.ghosts.some((one) => one.id === id) || id === "" ? id : this.picked;
    this.#doors.tell({ picked: this.picked });
    void this.#outline(this.picked);
  }
  pickNext(back: boolean): void {
    const ids = ["", ...this.ghosts.map(({ id }) => id)];
    this.pick(ids[(ids.indexOf(this.picked) + (back ? ids.length - 1 : 1)) % ids.length]!);
  }
  #drops(count: number): void {
    this.dropped = count;
    announcer.tell(t("unit.ownLost", { n: count }));
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => { this.dropped = 0; }, NOTE_STAYS);
  }
  /** Drops the plan, and says so if `aloud`. */
  clear(aloud = true): void {
    this.#epoch++;
    this.#wanted = this.eager = this.wish = this.reply = this.refusal = null;
    this.picked = "";
    this.dropped = 0;
    this.region = this.#regions.get("") ?? null;
    if (aloud) this.#doors.tell({ wish: null, unit: null, picked: "", answer: null, text: "", preview: null, refusal: null, at: {} });
  }

  /** A plan that was made elsewhere: a wish of the panel's buttons, or a legal answer from its list. */
  adopt(plan: Plan): void {
    if (plan.picked !== this.picked) this.pick(plan.picked);
    if (plan.wish) {
      if (plan.wish !== this.wish) this.#want(plan.wish);
    } else if (plan.answer !== null && plan.answer !== this.reply?.plan.answer) {
      this.clear(false);
      this.reply = { wish: null, plan: plain(plan.answer, plan.preview) };
      this.#doors.tell({ unit: this.reply.plan });
    } else if (plan.answer === null && plan.refusal === null && (this.wish || this.reply)) this.clear(false);
  }

  /** `farthest 5.8″ of 6″` */
  text(): string {
    const models = this.reply?.plan.models ?? [];
    const far = models.reduce((a, b) => (b.spent > a.spent ? b : a), models[0] ?? { spent: 0, of: 0 });
    return far.of ? t("unit.farthest", { spent: far.spent.toFixed(1), of: String(far.of) }) : "";
  }

  // ---- asking the server ------------------------------------------------------------------------------

  async #outline(name: string): Promise<void> {
    const question = this.question;
    if (!this.#regions.has(name)) {
      const found = (await this.#doors.onlook(name ? { what: "region", name } : { what: "region" }).catch(() => null)) as { region?: Region | null } | null;
      if (question !== this.question) return;
      this.#regions.set(name, found?.region ?? null);
    }
    if (this.picked === name) this.region = this.#regions.get(name) ?? this.#regions.get("") ?? null;
  }

  #want(change: Wish): void {
    if (!this.question) return;
    const before = this.wish ?? { to: this.middle, formation: this.formations[0] ?? "", turn: 0, own: {} };
    this.wish = this.#wanted = { ...before, ...change };
    this.eager = this.refusal = null;
    this.#doors.tell({ wish: this.wish, picked: this.picked, answer: null, refusal: null, preview: null });
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#wanted) {
        const wait = this.#lastAsked + PLAN_EVERY - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        const wish = this.#wanted, epoch = this.#epoch;
        if (!wish) break;
        this.#wanted = null;
        this.#lastAsked = performance.now();
        const plan = await this.#planned(wish).catch((error: unknown): Refusal => ({ reason: error instanceof Error ? error.message : t("stage.noAnswer"), clause: "" }));
        if (epoch === this.#epoch) this.#heard(wish, plan);
      }
    } finally {
      this.#asking = false;
    }
  }

  /** A move is planned; a placement is tried, and either stands or does not. */
  async #planned(wish: Wish): Promise<UnitPlan | Refusal> {
    if (this.question?.kind === "move") return ((await this.#doors.onlook({ what: "plan", wish })) as { plan: UnitPlan }).plan;
    const own = wish.own ?? {}, stands = this.reply?.plan.answer;
    const tried = await this.#doors.ontry(Object.keys(own).length && stands ? { ...stands, ...own } : { unit: wish });
    return tried.ok ? plain(tried.answer, tried.preview ?? null) : tried;
  }

  #heard(wish: Wish, found: UnitPlan | Refusal): void {
    const plan = "models" in found ? found : null;
    if (plan) this.reply = { wish, plan };
    if (wish !== this.wish) return void (plan && this.#doors.tell({ unit: plan }));
    this.refusal = plan ? plan.refused : (found as Refusal);
    const at = Object.fromEntries((plan?.models ?? []).map((way) => [way.id, way.path.at(-1)!]));
    this.#doors.tell({ unit: plan ?? this.reply?.plan ?? null, answer: plan?.ok ? plan.answer : null, refusal: this.refusal, text: this.text(), at });
    const eager = this.eager;
    this.eager = null;
    if (plan?.ok) eager?.();
  }
}
