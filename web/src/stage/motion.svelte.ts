/** The last action, shown moving: one motion after the other; any key or tap ends it at once. */
import { along, lengthOf } from "./geometry";
import type { Dot, Motion } from "./types";

export interface Flash { id: number; who: string; text: string }
export interface Line { who: string; at: string; kind: "shot" | "blow"; share: number; hit: boolean | null }

export class Player {
  /** Where models are drawn while they move, instead of where they stand. */
  places = $state.raw<Record<string, Dot>>({});
  lines = $state.raw<Line[]>([]);
  flashes = $state.raw<Flash[]>([]);
  fading = $state.raw<Record<string, number>>({});
  running = $state(false);

  #frame = 0;
  #key = -1;
  #ids = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Plays a batch. `unit` is how long an inch (or a cell) is in the measure of 12 a second. */
  play(motions: readonly Motion[], key: number, speed = 12, still = reduced()): void {
    if (key === this.#key) return;
    this.#key = key;
    this.finish();
    this.lines = [];
    if (!motions.length) return;
    if (still) { this.#shortly(motions); return; }
    const queue = [...motions];
    const places: Record<string, Dot> = {};
    for (const one of queue) if (one.do === "move" && one.path.length && !(one.who in places)) places[one.who] = dot(one.path[0]!);
    this.places = places;
    this.running = true;
    this.#next(queue, speed);
  }

  finish(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.places = {};
    this.fading = {};
    this.flashes = [];
    this.lines = this.lines.map((line) => ({ ...line, share: 1 }));
    this.running = false;
  }

  #next(queue: Motion[], speed: number): void {
    const motion = queue.shift();
    if (!motion) { this.#timer = setTimeout(() => this.finish(), 700); return; }
    const onward = () => this.#next(queue, speed);
    switch (motion.do) {
      case "move": {
        const path = motion.path.map(dot);
        const far = lengthOf(path);
        const time = Math.min(700, Math.max(200, (far / speed) * 1000));
        this.#run(time, (share) => { this.places = { ...this.places, [motion.who]: along(path, far * share).at }; }, () => {
          const rest = { ...this.places };
          if (!queue.some((one) => one.do === "move" && one.who === motion.who)) delete rest[motion.who];
          this.places = rest;
          onward();
        });
        break;
      }
      case "shot":
      case "blow": {
        const line: Line = { who: motion.who, at: motion.at, kind: motion.do, share: 0, hit: motion.hit };
        const before = this.lines.filter((one) => one.who === motion.who);
        this.#run(250, (share) => { this.lines = [...before, { ...line, share }]; }, onward);
        break;
      }
      case "mark":
        this.#flash(motion.who, motion.text);
        this.#timer = setTimeout(onward, 260);
        break;
      case "fall":
      case "leave":
      case "appear": {
        const from = motion.do === "appear" ? 0 : 1;
        this.#run(220, (share) => { this.fading = { ...this.fading, [motion.who]: Math.abs(from - share) }; }, () => {
          const rest = { ...this.fading };
          delete rest[motion.who];
          this.fading = rest;
          onward();
        });
        break;
      }
      default:
        onward();
    }
  }

  /** Without motion: the lines and words at once. */
  #shortly(motions: readonly Motion[]): void {
    this.lines = motions.flatMap((one) => (one.do === "shot" || one.do === "blow" ? [{ who: one.who, at: one.at, kind: one.do, share: 1, hit: one.hit }] : []));
    for (const one of motions) if (one.do === "mark") this.#flash(one.who, one.text);
    this.#timer = setTimeout(() => { this.flashes = []; }, 1200);
  }

  #flash(who: string, text: string): void {
    const before = this.flashes.filter((one) => one.who !== who);
    this.flashes = [...before, { id: ++this.#ids, who, text }];
  }

  #run(time: number, draw: (share: number) => void, done: () => void): void {
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / time);
      draw(1 - (1 - share) ** 2);
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else done();
    };
    draw(0);
    this.#frame = requestAnimationFrame(step);
  }
}

const dot = (p: readonly number[]): Dot => [p[0]!, p[1]!];
export const reduced = (): boolean => typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

