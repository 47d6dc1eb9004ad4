/** What is shown of the moment that plays: models under way, the line of a shot, dice on the mat, a stamp, rings, trails. */
import type { DiceRow, Moment, Stamp } from "../playback/moments";
import { along, lengthOf } from "./geometry";
import type { Dot } from "./types";

export interface Line { who: string; at: string; kind: "shot" | "blow"; share: number }
export interface Trail { paths: { who: string; path: Dot[] }[] }
const MOST_TRAILS = 8;

export class Theatre {
  /** Where models are drawn while they move, instead of where they stand. */
  places = $state.raw<Record<string, Dot>>({});
  fading = $state.raw<Record<string, number>>({});
  line = $state.raw<Line | null>(null);
  /** The last shot, which stays faintly. */
  before = $state.raw<Line | null>(null);
  rows = $state.raw<DiceRow[]>([]);
  /** The newest row has landed, and those dice are ringed that did what was needed. */
  landed = $state(true);
  stamp = $state.raw<Stamp | null>(null);
  /** Models and marks on which something lands, and small words over them. */
  rings = $state.raw<string[]>([]);
  words = $state.raw<{ who: string; text: string }[]>([]);
  /** The newest first. */
  trails = $state.raw<Trail[]>([]);
  /** A round ends. */
  closing = $state("");
  /** "It was 42 % to wound." */
  chance = $state("");
  /** How far the running moment is, from 0 to 1. */
  share = $state(1);
  /** Who acts in what plays. */
  actor = $state("");
  #frame = 0;

  /** Another happening begins. */
  open(actor: string): void {
    this.#past();
    this.actor = actor;
    this.rows = [];
  }
  /** Of what is over only the faint line stays. */
  #past(): void {
    if (this.line) this.before = { ...this.line, share: 1 };
    this.line = null;
    this.stamp = null;
    this.closing = this.chance = "";
  }

  begin(moment: Moment, time: number, still = reduced()): void {
    cancelAnimationFrame(this.#frame);
    this.share = still ? 1 : 0;
    this.words = [];
    this.rings = [];
    this.closing = moment.closing;
    for (const motion of moment.motions) {
      if (motion.do === "shot" || motion.do === "blow") { this.line = { who: motion.who, at: motion.at, kind: motion.do, share: this.share }; this.before = null; }
      if ((motion.do === "mark" && motion.text) || motion.do === "pick") this.words = [...this.words, { who: motion.do === "pick" ? motion.whose : motion.who, text: motion.do === "pick" ? (motion.text ?? motion.die) : motion.text }];
      if (motion.do === "mark" || motion.do === "fall" || motion.do === "leave") this.rings = [...this.rings, motion.who];
      if (motion.do === "score") this.rings = [...this.rings, motion.mark];
    }
    const ways = moment.motions.flatMap((motion) => (motion.do === "move" && motion.path.length ? [{ who: motion.who, path: motion.path.map(dot) }] : []));
    if (ways.length) this.trails = [{ paths: ways }, ...this.trails].slice(0, MOST_TRAILS);
    if (moment.row) this.rows = [...this.rows, moment.row];
    this.landed = still || !moment.row;
    if (moment.stamp) this.stamp = moment.stamp;
    const draw = (share: number): void => {
      this.share = share;
      if (this.line && moment.kind === "declared") this.line = { ...this.line, share };
      if (ways.length) this.places = { ...this.places, ...Object.fromEntries(ways.map(({ who, path }) => [who, along(path, lengthOf(path) * share).at])) };
      const faded = moment.motions.flatMap((one): [string, number][] => (one.do === "appear" ? [[one.who, share]] : one.do === "fall" || one.do === "leave" ? [[one.who, 1 - share * 0.6]] : []));
      if (faded.length) this.fading = Object.fromEntries(faded);
      if (share === 1) this.landed = true;
    };
    if (still || time <= 0) draw(1);
    else this.#run(time, draw);
  }
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.share = 1;
    this.landed = true;
    this.fading = {};
    if (this.line) this.line = { ...this.line, share: 1 };
  }
  /** The scene has caught up: nobody is under way any more. */
  settle(): void {
    this.places = {};
    this.fading = {};
  }
  /** Nothing plays. Dice of an attack that is not decided yet stay on the table. */
  rest(undecided: boolean): void {
    cancelAnimationFrame(this.#frame);
    this.settle();
    this.rings = [];
    this.words = [];
    this.actor = "";
    if (undecided) return;
    this.#past();
    this.rows = [];
  }

  /** The dice are taken up: they are shown elsewhere. */
  sweep(): void { this.rows = []; }

  #run(time: number, draw: (share: number) => void): void {
    const start = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, now - start) / time);
      draw(1 - (1 - share) ** 2);
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    draw(0);
    this.#frame = requestAnimationFrame(step);
  }
}

const dot = (p: readonly number[]): Dot => [p[0]!, p[1]!];
/** Does the person want stills, by the system's setting or by ours? */
export const reduced = (): boolean => document.documentElement.dataset.motion === "off" || (typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches);
