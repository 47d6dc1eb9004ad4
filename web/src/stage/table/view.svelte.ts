/**
 * Where the board lies on the screen. The camera follows every wheel and finger at once; the picture is drawn anew when
 * they rest, and until then it is moved and stretched as a whole.
 */
import {
  bestTurn, between, clamp, facing, fit as fitCamera, fitScale, pan, showBox, snug, toScreen, toTable, zoomAt, type Camera, type Size,
} from "../camera";
import { reduced } from "../theatre.svelte";
import type { Dot, Region } from "../types";
import type { Board } from "./board.svelte";
import type { Shown } from "./shown";

/** Pixels: what is nearer to the border than this is as good as off the screen; how far the small map reaches. */
const MARGIN = 24, MINIMAP = 140;
/** What a key moves is kept so far from the border. */
const AIR = 50;
const GLIDE = 240;
/** Milliseconds without a movement before the picture is drawn anew, and how far it is stretched before that. */
const REST = 140, STRETCH = 1.7;

/** Pixels: the chips at the rim, and the small table in the corner. */
const RIM = 64, CORNER = 120;
/** How far away somebody whom the question offers is still shown beside the acting model, on a phone: inches, cells. */
const NEARBY = 20, NEAR_CELLS = 6;

export class View {
  screen = $state.raw<Size>({ width: 1000, height: 700 });
  /** The player has moved the table: it no longer fits itself. */
  touched = false;
  #camera = $state.raw<Camera>({ scale: 20, x: 500, y: 350, turn: 0 });
  /** The camera for which the picture was drawn. */
  drawn = $state.raw<Camera>({ scale: 20, x: 500, y: 350, turn: 0 });
  /** Pixels an inch at which the ground was drawn: it takes longer than all the rest, so only when the camera rests. */
  ground = $state(20);
  #shown: Shown;
  #board: Board;
  #focus: () => string;
  #region: () => Region | null;
  /** Quarter turns, once the player has turned the table. */
  #chosen: number | null = null;
  #glide = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** `focus` names the model that matters now, `region` is where it may go. */
  constructor(shown: Shown, board: Board, focus: () => string, region: () => Region | null = () => null) {
    this.#shown = shown;
    this.#board = board;
    this.#focus = focus;
    this.#region = region;
  }

  // ---- places on the screen ---------------------------------------------------------------------------

  phone = $derived(this.screen.width < 700);
  /** The lowest row of pixels that no sheet covers. */
  bottom = $derived.by(() => this.screen.height - (this.#shown.inset.bottom ?? 0));
  free = $derived<Size>({ width: this.screen.width, height: this.bottom });
  /** So near that the whole table is shown small in a corner. */
  /** Only a part is seen, and there is room to show which. */
  shrunk = $derived.by(() => this.camera.scale > this.usual * (this.phone ? 1.15 : 1.5) && this.free.height > 2 * MINIMAP);
  /** The room of that corner, as what is drawn counts pixels. */
  corner = $derived.by((): [number, number, number, number] => [this.screen.width - CORNER - this.drawn.x, -this.drawn.y, this.screen.width - this.drawn.x, CORNER - this.drawn.y]);
  /** Where words may stand: below the chips at the rim, and below that corner. */
  words = $derived.by(() => ({ width: this.screen.width, top: this.shrunk ? CORNER + 12 : RIM, bottom: this.bottom, x: this.drawn.x, y: this.drawn.y }));
  usual = $derived.by(() => fitScale(this.#board.frame, this.screen, this.#camera.turn, this.#shown.inset));
  /** Pixels an inch as drawn. */
  s = $derived(this.drawn.scale);
  #flat = $derived<Camera>({ scale: this.drawn.scale, x: 0, y: 0, turn: this.drawn.turn });
  /** From inches to the drawn pixels, round the middle of the board. */
  inches = $derived.by(() => `rotate(${this.drawn.turn * 90}) scale(${this.s} ${-this.s}) translate(${-this.#board.frame.width / 2} ${-this.#board.frame.height / 2})`);
  stretch = $derived(this.#camera.scale / this.drawn.scale);
  /** From the drawn picture to where it lies now. */
  shift = $derived.by(() => {
    const k = this.stretch;
    return `translate(${this.#camera.x - this.drawn.x * k}px, ${this.#camera.y - this.drawn.y * k}px) scale(${k})`;
  });

  /** A place of the board in drawn pixels, from the middle of the board. */
  at = (x: number, y: number): Dot => toScreen(this.#flat, this.#board.frame, x, y);
  /** A place of the board on the screen as it is now, and back. */
  onScreen = (spot: Dot): Dot => toScreen(this.#camera, this.#board.frame, ...spot);
  onBoard = (x: number, y: number): Dot => toTable(this.#camera, this.#board.frame, x, y);
  /** How far a place is from a pixel. */
  far(spot: Dot, x: number, y: number): number {
    const [px, py] = this.onScreen(spot);
    return Math.hypot(px - x, py - y);
  }

  // ---- the camera -------------------------------------------------------------------------------------

  get camera(): Camera { return this.#camera; }
  set camera(to: Camera) {
    this.#camera = to;
    clearTimeout(this.#rest);
    const stretch = to.scale / this.drawn.scale;
    if (to.turn !== this.drawn.turn || stretch > STRETCH || stretch < 1 / STRETCH) this.drawn = to;
    this.#rest = setTimeout(() => this.#rests(), REST);
  }
  /** Without a glide, drawn at once; a glide that is under way goes where the table lay before. */
  jump(to: Camera): void {
    this.stop();
    this.camera = to;
    clearTimeout(this.#rest);
    this.#rests();
  }
  #rests(): void {
    this.drawn = this.#camera;
    this.ground = this.#camera.scale;
  }
  go(to: Camera): void {
    this.stop();
    const from = this.#camera;
    if (reduced() || from.turn !== to.turn) { this.jump(to); return; }
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / GLIDE);
      this.camera = between(from, to, share);
      if (share < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }
  stop(): void { cancelAnimationFrame(this.#glide); }
  close(): void {
    this.stop();
    clearTimeout(this.#rest);
  }

  fit(): void {
    this.touched = false;
    this.go(this.home());
  }
  /** Fits itself, unless the player has moved the table. */
  refit(): void {
    if (!this.touched) this.go(this.home());
  }
  resize(to: Size): void {
    if (!to.width || !to.height) return;
    this.screen = to;
    this.jump(this.touched ? clamp(this.#camera, this.#board.frame, to, this.#shown.inset) : this.home());
  }
  zoom(factor: number, x = this.screen.width / 2, y = this.screen.height / 2): Camera {
    this.touched = true;
    return zoomAt(this.#camera, this.#board.frame, this.screen, factor, x, y, this.#shown.inset);
  }
  pan(dx: number, dy: number): void {
    this.touched = true;
    this.camera = pan(this.#camera, this.#board.frame, this.screen, dx, dy, this.#shown.inset);
  }
  turn(): void {
    this.#chosen = (this.#camera.turn + 1) % 4;
    this.go(fitCamera(this.#board.frame, this.screen, this.#chosen, this.#shown.inset));
  }
  /** How the table lies: as the player has turned it, or so that it fills the screen with the own edge near. */
  #lies(): number {
    const { frame, homeEdge } = this.#board;
    return this.#chosen ?? facing(frame, this.phone ? 0 : bestTurn(frame, this.screen), homeEdge);
  }
  show(spot: Dot): void {
    this.touched = true;
    this.#centre(spot);
  }
  /** A place that was named in the list may lie off the screen, or under the small map. */
  reveal(spot: Dot): void {
    const [x, y] = this.onScreen(spot);
    const off = x < MARGIN || y < MARGIN || x > this.screen.width - MARGIN || y > this.bottom - MARGIN;
    if (off || this.#underMap(x, y)) this.#centre(spot);
  }
  #underMap = (x: number, y: number): boolean => this.phone && x > this.screen.width - MINIMAP && y < MINIMAP;
  keepInView(spot: Dot): void {
    const [x, y] = this.onScreen(spot);
    const dx = x < AIR ? AIR - x : x > this.screen.width - AIR ? this.screen.width - AIR - x : 0;
    const dy = y < AIR ? AIR - y : y > this.bottom - AIR ? this.bottom - AIR - y : 0;
    if (dx || dy) this.pan(dx, dy);
  }
  #centre(spot: Dot): void {
    const [x, y] = this.onScreen(spot), c = this.#camera, frame = this.#board.frame, inset = this.#shown.inset;
    const middle = clamp({ ...c, x: c.x + this.screen.width / 2 - x, y: c.y + this.bottom / 2 - y }, frame, this.screen, inset);
    const close = snug(middle, frame, this.screen, inset);
    this.go(this.#underMap(...toScreen(close, frame, ...spot)) ? middle : close);
  }

  /** Where those are whom the question offers, if they are not far away. */
  #pointedNear([x, y]: Dot, far: number): Dot[] {
    const ids = [...this.#board.things.keys()].filter((key) => /^(model|unit):/.test(key)).map((key) => key.slice(key.indexOf(":") + 1));
    return ids.flatMap((id) => { const spot = this.#board.spotOf(id); return spot && Math.hypot(spot[0] - x, spot[1] - y) < far ? [spot] : []; });
  }

  /** Where what plays is seen: who attacks and who is attacked, or who acts and the way it goes. */
  #played(): Dot[] {
    const { line, actor, trails } = this.#shown.theatre;
    if (!actor && !line) return [];
    const way = line ? [] : (trails[0]?.paths ?? []).flatMap(({ who, path }) => (who === actor || this.#board.unitOf.get(who)?.id === actor ? path : []));
    return [...(line ? [line.who, line.at] : [actor]).map((id) => this.#board.spotOf(id)), ...way].filter((spot) => spot !== null);
  }

  /** Fit; on a phone what plays, or the acting model with what it can reach and everything the question points at nearby. */
  home(): Camera {
    const { frame, grid } = this.#board, { question, inset } = this.#shown;
    const turn = this.#lies();
    const whole = fitCamera(frame, this.screen, turn, inset);
    if (!this.phone) return whole;
    const focus = this.#board.placedModel(this.#focus());
    const zone = this.#region()?.zone;
    let box: [number, number, number, number] | null = null;
    const played = question ? [] : this.#played();
    if (played.length) {
      const [xs, ys] = [played.map(([x]) => x), played.map(([, y]) => y)], air = grid ? 1.5 : 5;
      box = [Math.min(...xs) - air, Math.min(...ys) - air, Math.max(...xs) + air, Math.max(...ys) + air];
    } else if (focus) {
      const reach = grid ? (question?.budget ?? 3) + 0.7 : (question?.budget ?? 6) + 4;
      box = [focus.x - reach, focus.y - reach, focus.x + reach, focus.y + reach];
      for (const [x, y] of this.#pointedNear([focus.x, focus.y], grid ? NEAR_CELLS : NEARBY)) box = [Math.min(box[0], x - 2), Math.min(box[1], y - 2), Math.max(box[2], x + 2), Math.max(box[3], y + 2)];
    } else if (zone?.length) {
      const xs = zone.flatMap((z) => [z[0], z[2]]), ys = zone.flatMap((z) => [z[1], z[3]]);
      const reach = question?.budget ?? 6;
      box = [Math.min(...xs) - reach, Math.min(...ys) - reach, Math.max(...xs) + reach, Math.max(...ys) + reach];
    }
    return box ? showBox(frame, this.screen, turn, box, inset, grid ? 64 : 24) : whole;
  }
}
