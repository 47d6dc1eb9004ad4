/**
 * One game over a socket. Keeps what the server said, asks, and comes back by itself when the line drops: `hello` says
 * how far we had read (`since`, `epoch`), and an answer that was under way is sent again under its old id, which the
 * server does not do twice.
 */
import { handedOver, happenings, mannerOf } from "../playback/moments";
import { Playback } from "../playback/playback.svelte";
import { expectedOf } from "../stage/gestures";
import type { Ask, Scene, Tried } from "../stage/types";
import { unpressed } from "./press";
import { settings } from "./settings.svelte";
import { t } from "./strings";
import type {
  Answer, Aside, AskedQuestion, ChatLine, ClockState, FromServer, GameEvent, Guide, Looked, Odds, Outcome, Over, Rematch, Reply, TableMessage, TriedReply, Undo, View, Welcome, WentBack,
} from "./wire";

export type LineState = "connecting" | "open" | "lost" | "closed";

export interface Notice {
  key: number;
  tone: "plain" | "bad";
  text: string;
  clause: string;
  stays: boolean;
}

interface Log { events: GameEvent[]; epoch: number; scene: Scene | null }
interface Pending { message: Record<string, unknown>; again: boolean; done: (reply: Reply) => void; failed: (error: Error) => void }

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** A line on which nobody greets us for so long is dead, whatever the browser thinks. */
const SILENCE = 20_000;
/** Codes after which it is no use to come back. */
const SET_ASIDE = 4410;
const FINAL: Record<number, string> = { 4400: "error.protocol", 4401: "error.token", 4404: "error.game", 4409: "error.claimed" };

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

let counter = 0;
const ticket = (): string => `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

export class GameLink {
  line = $state<LineState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  table = $state.raw<TableMessage | null>(null);
  /** Whose eyes we look through: in a hot-seat game the seat that is asked. */
  seat = $state<number | null>(null);
  /** The seats this browser plays. */
  mine = $state.raw<number[]>([]);
  at = $state(0);
  scene = $state.raw<Scene | null>(null);
  events = $state.raw<GameEvent[]>([]);
  question = $state.raw<AskedQuestion | null>(null);
  odds = $state.raw<Odds>({});
  /** Why there are no odds of the question, where there might be some. */
  noOdds = $state("");
  waiting = $state.raw<View["waiting"]>(null);
  /** Where the game stands in its lesson. */
  guide = $state.raw<Guide | null>(null);
  undo = $state.raw<Undo>({ can: false, reason: "", ask: false, asking: "" });
  /** Grows when something is taken back. */
  epoch = $state(0);
  wentBack = $state.raw<WentBack[]>([]);
  /** Milliseconds that the server's clock is ahead of ours. */
  ahead = $state(0);
  clock = $state.raw<(ClockState & { taken: number }) | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  over = $state.raw<Over | null>(null);
  /** One for each of our seats, when everybody wants it. */
  rematches = $state.raw<Rematch[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Grows with each batch of new events, when it has been shown. */
  batch = $state(0);
  fresh = $state.raw<GameEvent[]>([]);
  /** What plays before the next question is asked: until then everything here stays as it was before. */
  readonly playback = new Playback(() => settings.speed);
  /** The server asks us, or the game is over: true before that has been shown. */
  due = $state<"" | "turn" | "over">("");
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);
  dead = $state("");
  /** Today's rules do not follow this game: why, and whether its record may be read. */
  aside = $state.raw<Aside | null>(null);

  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #logs = new Map<number | null, Log>();
  #seatOf = new Map<string, number | null>();
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;
  #hadView = false;
  #wasLost = false;
  #told = "";
  /** Of the last view that came, shown or not. */
  #at = 0;
  #epoch = 0;
  #table: Scene | null = null;
  #turn = 0;
  #noticeTimer = 0;

  constructor(
    readonly game: string,
    readonly tokens: string[],
    readonly name: string,
    private readonly nonce: string,
  ) {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.line = "closed";
    this.playback.close();
    clearTimeout(this.#timer);
    clearTimeout(this.#noticeTimer);
    this.#socket?.close();
  }

  /** Tries at once instead of waiting for the next turn. */
  retry(): void {
    if (this.line !== "lost") return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  // ---- asking ---------------------------------------------------------------------------------------

  answer(answer: Answer): Promise<boolean> {
    return this.question?.kind === "roll" ? this.#give({ t: "answer", answer }) : this.chain([answer]);
  }

  /** Several answers at once. What follows of itself is given along, said and undone with them, unless one wants to be asked everything. */
  chain(answers: Answer[], odds: unknown = this.odds[String(answers[0])]): Promise<boolean> {
    const expected = Object.entries(expectedOf(odds));
    if (expected.length) this.playback.expected = Object.fromEntries(expected.map(([who, chance]) => [who, t("play.chance", { chance })]));
    return this.#give({ t: "chain", answers, flow: !settings.everything });
  }

  async #give(message: Record<string, unknown>): Promise<boolean> {
    if (this.busy || !this.question) return false;
    this.busy = true;
    if (this.notice && !this.notice.stays) this.dismiss(); // it was about the answer before
    const turn = ++this.#turn;
    try {
      const reply = await this.#ask({ ...message, at: this.at, epoch: this.epoch, ...this.#mySeat() }, true);
      if (reply.t === "ok" && reply.along?.length) this.say(t("ways.along", { what: reply.along.join(", ") }));
      return this.#accepted(reply);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), "bad");
      return false;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  async try(answer: Answer): Promise<Tried> {
    const reply = (await this.#ask({ t: "try", at: this.at, answer, ...this.#mySeat() })) as TriedReply | Extract<Reply, { t: "refused" }>;
    if (reply.t === "refused") return { ok: false, reason: reply.reason, clause: reply.clause };
    if (!reply.ok) return { ok: false, reason: reply.reason, clause: reply.clause };
    return { ok: true, answer: reply.answer, preview: (reply.preview as never) ?? null };
  }

  async look(ask: Ask | { what: "odds" | "why" | "hint" }): Promise<Looked> {
    const reply = await this.#ask({ t: "look", ...ask, ...this.#mySeat() });
    if (reply.t !== "looked") throw new Error(reply.t === "refused" ? reply.reason : t("error.server"));
    return reply;
  }

  /** undo, takeback, concede, draw, rematch, chat: done or refused with a reason, which is shown. */
  async tell(message: { t: "undo" | "takeback" | "back" | "absent" | "open" | "concede" | "draw" | "rematch" | "chat" | "name" } & Record<string, unknown>): Promise<boolean> {
    try {
      const again = message.t !== "undo" && message.t !== "takeback" && message.t !== "back";
      return this.#accepted(await this.#ask({ ...(message.t === "chat" ? {} : this.#mySeat()), ...message }, again));
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), "bad");
      return false;
    }
  }

  /** Is nobody asked who could mind? Bots agree to whatever may be taken back. */
  get unasked(): boolean {
    return this.undo.can || (this.undo.ask && (this.table?.seats ?? []).every((one) => one.kind === "bot" || this.mine.includes(one.seat)));
  }

  /** Takes the last answer back, alone where the rules of undo allow it, else by asking the others; says why not. */
  async takeBack(): Promise<void> {
    if (this.undo.can) return void (await this.tell({ t: "undo" }));
    if (!this.undo.ask) return this.say(this.undo.asking || this.undo.reason);
    const done = await this.tell({ t: "takeback", yes: true });
    // Whoever holds several seats agrees with himself.
    const asker = this.table?.back?.seat;
    for (const seat of done ? this.mine : []) if (asker !== undefined && seat !== asker) await this.tell({ t: "takeback", yes: true, seat });
  }

  /** Odds beside the options come when they are worked out; a question without any has none. */
  async #wonder(): Promise<void> {
    const asked = this.question;
    const { odds, why } = await this.look({ what: "odds" }).then(
      (reply) => ({ odds: (reply.odds as Odds | undefined) ?? {}, why: "" }),
      (error: unknown) => ({ odds: {}, why: error instanceof Error ? error.message : String(error) }),
    );
    await unpressed(); // odds make rows higher
    if (asked === this.question) { this.odds = odds; this.noOdds = why; }
  }

  say(text: string, tone: Notice["tone"] = "plain", clause = ""): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { key: ++counter, tone, text, clause, stays: tone === "bad" };
    if (tone === "plain") this.#noticeTimer = window.setTimeout(() => (this.notice = null), 6000);
  }

  dismiss(): void {
    this.notice = null;
  }

  #mySeat(): { seat?: number } {
    return this.mine.length > 1 && this.seat !== null ? { seat: this.seat } : {};
  }

  #accepted(reply: Reply): boolean {
    if (reply.t !== "refused") return true;
    if (reply.code !== "stale") this.say(reply.reason, "bad", reply.clause);
    return false;
  }

  /** `again`: to be repeated after a dropped line. */
  #ask(message: Record<string, unknown>, again = false): Promise<Reply> {
    const id = ticket();
    const full = { ...message, id };
    return new Promise((done, failed) => {
      this.#pending.set(id, { message: full, again, done, failed });
      if (this.line === "open") this.#send(full);
      else if (!again) {
        this.#pending.delete(id);
        failed(new Error(t("state.reconnecting")));
      }
    });
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // ---- the line -------------------------------------------------------------------------------------

  #connect(): void {
    const address = new URL(`/api/games/${encodeURIComponent(this.game)}/socket`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => { if (this.line !== "closed") { socket.close(); this.#dropped(socket, 1006); } }, SILENCE);
    socket.onopen = () => {
      for (const token of this.tokens) {
        const log = this.#logs.get(this.#seatOf.get(token) ?? null);
        const known = log && this.#seatOf.has(token) ? { since: log.events.length, epoch: log.epoch } : {};
        this.#send({ t: "hello", token, ...(this.name ? { name: this.name } : {}), nonce: this.nonce, ...known });
      }
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => this.#dropped(socket, event.code);
  }

  #dropped(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#timer);
    for (const [id, pending] of this.#pending) {
      if (pending.again) continue;
      this.#pending.delete(id);
      pending.failed(new Error(t("state.reconnecting")));
    }
    const final = FINAL[code];
    if (code === SET_ASIDE) return;
    if (final) {
      this.line = "closed";
      this.dead = t(final as "error.token");
      return;
    }
    this.line = "lost";
    this.#wasLost = this.#hadView;
    this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #hear(message: FromServer): void {
    switch (message.t) {
      case "welcome": return this.#welcomed(message);
      case "table": this.table = message; return;
      case "view": return this.#seen(message);
      case "odds": if (message.at === this.at) this.odds = message.odds; return;
      case "over": this.over = message; if (!this.playback.playing) this.outcome = message.outcome; return;
      case "rematch": this.rematches = [...this.rematches, message]; return;
      case "chat": if (!this.chat.some((line) => line.n === message.n)) this.chat = [...this.chat, message]; return;
      case "aside": this.line = "closed"; this.aside = message; this.dead = sentence(message.reason); return;
      case "claimed": this.line = "closed"; this.dead = t("error.claimed"); return;
      case "ok": case "refused": case "tried": case "looked": {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        pending?.done(message);
        return;
      }
      case "bye": case "pong": return;
    }
  }

  #welcomed(message: Welcome): void {
    this.welcome = message;
    this.ahead = message.now - Date.now();
    this.mine = message.seats;
    if (this.seat === null) this.seat = message.seat;
    const token = this.tokens.find((one) => !this.#seatOf.has(one));
    if (token) this.#seatOf.set(token, message.seat);
    this.chat = message.chat;
    this.line = "open";
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    if (message.seats.length === this.tokens.length || message.seat === null) {
      for (const pending of this.#pending.values()) if (pending.again) this.#send(pending.message);
    }
  }

  #seen(view: View): void {
    const log: Log = this.#logs.get(view.seat) ?? { events: [], epoch: view.epoch, scene: null };
    const before = log.events.length;
    log.events = [...log.events.slice(0, view.since), ...view.events];
    log.epoch = view.epoch;
    if (view.scene) log.scene = merged(view.whole ? null : log.scene, view.scene, log.scene);
    this.#logs.set(view.seat, log);

    const first = !this.#hadView;
    const fresh = log.events.slice(Math.max(view.since, Math.min(before, log.events.length)));
    const { scene, events } = log;
    this.#hadView = true;
    this.due = view.outcome ? "over" : view.question ? "turn" : "";
    const shown = (): void => this.#shown(view, scene, events, first ? null : fresh);
    // In a hot-seat game another seat's view may tell again what was seen already: what is played came after the last input.
    const played = fresh.filter((event) => event.at > this.#at);
    const table = this.#table;
    const gone = first || view.epoch !== this.#epoch;
    this.#at = view.at;
    this.#epoch = view.epoch;
    this.#table = scene;
    if (gone) {
      this.playback.skip();
      return shown();
    }
    const start = events.length - played.length;
    this.playback.push({
      happenings: [...happenings(played, mannerOf(scene)), ...handedOver(table, scene, played)], before: table, after: scene, own: view.last !== null && this.mine.includes(view.last.by),
      told: (upto, now) => { this.events = events.slice(0, start + upto); this.scene = now; }, shown,
    });
    if (this.playback.playing) { this.question = null; this.waiting = null; }
  }

  /** Everything stands as the server said. */
  #shown(view: View, scene: Scene | null, events: GameEvent[], fresh: GameEvent[] | null): void {
    // The same question told again stays the same object: what is planned on it stays planned.
    const again = this.question !== null && view.at === this.at && view.epoch === this.epoch && view.seat === this.seat && JSON.stringify(view.question) === this.#told;
    this.#told = JSON.stringify(view.question);
    if (view.at !== this.at || view.epoch !== this.epoch) this.busy = false; // the view comes before the `ok`: the next question may be answered
    this.seat = view.seat;
    this.at = view.at;
    this.epoch = view.epoch;
    this.wentBack = view.back;
    this.scene = scene;
    this.events = events;
    if (!again) {
      this.question = view.question;
      this.odds = view.question?.odds ?? {};
      this.noOdds = "";
    }
    this.waiting = view.waiting;
    this.undo = view.undo;
    this.guide = view.lesson ?? null;
    this.clock = view.clock && { ...view.clock, taken: performance.now() };
    // The clock waited until we had seen what led to the question: it is before us now.
    if (view.question && view.clock?.starts) this.#send({ t: "shown", at: view.at, ...this.#mySeat() });
    this.outcome = view.outcome;
    if (!view.outcome) this.over = null;
    if (!again && view.question && view.question.kind !== "roll") void this.#wonder();
    if (!fresh) return;
    this.fresh = fresh;
    this.batch += 1;
    if (this.#wasLost) this.say(t("state.back", { n: fresh.filter((event) => event.text).length }));
    this.#wasLost = false;
  }
}

/** A scene from its changed keys. The ground travels once: later `{"key": …}` alone stands for it. */
export function merged(before: Scene | null, change: Partial<Scene>, known: Scene | null = before): Scene {
  const scene = { ...(before ?? {}), ...change } as Scene;
  const ground = (scene as { ground?: { key: string; pieces?: unknown; columns?: unknown } }).ground;
  const old = (known as { ground?: { key: string } } | null)?.ground;
  if (ground && old && ground.key === old.key && !("pieces" in ground) && !("columns" in ground)) (scene as { ground: unknown }).ground = old;
  return scene;
}
