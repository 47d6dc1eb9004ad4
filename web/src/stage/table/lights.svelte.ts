/** What is lit: whom the plan and the pointer mean, what is seen from there, and what is in the way. */
import { headline, likeliest } from "../chances";
import { parseCell } from "../frame";
import { chainKey, chancesOf, marked, pathOfWay } from "../gestures";
import { isChosen, keyOf } from "../options";
import type { Planner } from "../planner.svelte";
import type { Dot, Option, Piece, Sight } from "../types";
import type { Board } from "./board.svelte";
import type { Shown } from "./shown";

/** How many sight lines are drawn unasked, on a table and on a grid. */
const MOST_SIGHTS = 3, MOST_ON_GRID = 1;

export class Lights {
  #shown: Shown;
  #board: Board;
  #planner: Planner;
  constructor(shown: Shown, board: Board, planner: Planner) {
    this.#shown = shown;
    this.#board = board;
    this.#planner = planner;
  }

  /** Who acts and who is aimed at. */
  marks = $derived.by(() => marked(this.#shown.plan, this.#shown.question, this.#shown.scene));
  /** Everybody who is aimed at, of a unit all its models. */
  aimed = $derived.by(() => new Set(this.marks.targets.flatMap((id) => [id, ...(this.#board.unit(id)?.members ?? [])])));
  /** What the chosen options point at, and what the one does that hand or key is on. */
  chosen = $derived.by(() => this.#meant((option) => isChosen(this.#shown.plan, option)));
  considered = $derived.by(() => this.#meant((option) => this.#shown.lit?.kind === "option" && this.#shown.lit.id === option.id));
  /** Everything that is pointed at, by hand or by an option. */
  pointed = $derived.by(() => {
    const { lit } = this.#shown;
    const gestured = this.#shown.plan.ways ? [this.marks.acts, ...this.marks.targets] : [];
    return new Set([...this.chosen, ...this.considered, ...gestured, ...(lit?.kind === "model" || lit?.kind === "unit" ? [lit.id] : [])]);
  });
  /** From where one looks: the planned place, else where the asked or acting model stands. */
  viewer = $derived.by((): Dot | null => {
    if (this.#planner.active) return this.#planner.landing;
    const { ways } = this.#shown.plan, way = ways?.ways[ways.chosen];
    const end = way ? (pathOfWay(way, way.who).at(-1) ?? null) : null;
    if (end) return this.#board.frame.place(end);
    if (ways) return this.#board.spotOf(this.marks.acts);
    const model = this.#board.placedModel(this.#shown.question?.who ?? "") ?? this.#board.placedModel(this.#shown.scene.active);
    return model ? [model.x, model.y] : null;
  });
  /** What is known of who is seen. */
  known = $derived.by((): Sight[] => (this.#shown.plan.sights.length ? this.#shown.plan.sights : this.#planner.sights));
  sights = $derived.by((): Sight[] => {
    if (!this.#shown.tools.sight || !this.viewer) return [];
    const some = this.known.filter((sight) => this.pointed.has(sight.to));
    const most = this.#board.grid ? MOST_ON_GRID : MOST_SIGHTS;
    for (const sight of this.known) if (some.length < most && sight.sees && sight.reaches !== false && !some.includes(sight)) some.push(sight);
    return some;
  });
  watching = $derived.by(() => this.known.filter((sight) => sight.watches));
  watchers = $derived.by(() => new Set(this.watching.map((sight) => sight.to)));
  /** What hides a target, what covers it, and cells that do either. */
  blockers = $derived.by(() => {
    const hot = this.sights.filter((sight) => this.pointed.has(sight.to));
    const from = hot.length ? hot : this.sights;
    const find = (ids: string[]): Piece[] => this.#board.pieces.filter((piece) => ids.includes(piece.id));
    const { frame, grid } = this.#board;
    const cells = grid ? [...new Set(from.flatMap((sight) => sight.blockers))].flatMap((name) => { const cell = parseCell(name); return cell ? [frame.cell(cell)] : []; }) : [];
    return { hide: find(from.flatMap((sight) => sight.blockers)), cover: find(from.flatMap((sight) => sight.cover)), cells };
  });
  /** From the unit that is asked to the enemy units that are pointed at. */
  aims = $derived.by((): [Dot, Dot][] => {
    const { question, plan } = this.#shown, board = this.#board;
    const gestured = plan.ways?.gesture.gesture === "at" && this.viewer ? this.marks.targets.map((id) => board.spotOf(id)).filter((spot) => spot !== null) : [];
    if (gestured.length) return gestured.map((to): [Dot, Dot] => [this.viewer!, to]);
    const from = board.spotOf(question?.who ?? ""), side = board.sideOf(question?.who ?? "");
    if (!from || !board.unit(question?.who ?? "")) return [];
    return [...this.pointed].flatMap((id): [Dot, Dot][] => {
      const to = board.choosable("unit", id) && board.sideOf(id) !== side ? board.spotOf(id) : null;
      return to ? [[from, to]] : [];
    });
  });
  /** Range rings of the one who moves, is pointed at, or acts. */
  rings = $derived.by(() => {
    const { tools, lit, scene } = this.#shown, { byId } = this.#board, planner = this.#planner;
    if (!tools.ranges) return null;
    const model = byId.get(planner.mover) ?? byId.get(lit?.kind === "model" ? lit.id : "") ?? byId.get(scene.active);
    if (!model) return null;
    const spot: Dot | null = model.id === planner.mover && planner.landing ? planner.landing : model.x !== null && model.y !== null ? [model.x, model.y] : null;
    return spot ? { spot, radius: model.radius, ranges: [...new Map(model.ranges.map((range) => [range.inches, range])).values()] } : null;
  });
  /** The headline of the odds against each model that an option points at. */
  odds = $derived.by(() => {
    const { odds, plan, lit, question } = this.#shown;
    const found = this.#ofChains();
    if (!Object.keys(odds).length || !question) return found;
    for (const model of this.#board.standing) {
      const text = headline(model, this.#board.things.get(keyOf("model", model.id)) ?? [], odds, plan, lit, question.seat);
      if (text) found.set(model.id, text);
    }
    return found;
  });
  /** From the planned place, or with the chosen way: the odds against those whom one could attack. */
  #ofChains(): Map<string, string> {
    const { plan: { ways }, question } = this.#shown, found = new Map<string, string>();
    if (!ways || !question) return found;
    const way = ways.ways[ways.chosen], { gesture } = ways;
    const all = [...(ways.there?.targets ?? []), ...(way && gesture.gesture === "at" ? [{ who: gesture.target, answers: way.answers }] : [])];
    for (const { who, answers } of all) {
      const text = chancesOf(ways.odds[chainKey(answers)], who, question.seat);
      if (text) found.set(who, text);
    }
    return found;
  }
  /** What is likeliest to befall each unit that an option points at. */
  unitOdds = $derived.by(() => {
    const { odds, question } = this.#shown;
    const gestured = this.#ofChains();
    return new Map(this.#board.units.flatMap((unit): [string, string][] => {
      const text = gestured.get(unit.id) ?? (question ? likeliest(unit, this.#board.things.get(keyOf("unit", unit.id)) ?? [], odds, question.seat) : "");
      return text ? [[unit.id, text]] : [];
    }));
  });

  #meant(which: (option: Option) => boolean): Set<string> {
    return new Set((this.#shown.question?.options ?? []).filter(which).flatMap((option) => option.points_at ?? []).map((ref) => ref.id));
  }

  /** From where the acting model stands to those it may choose. */
  lookRound(): void {
    const { question, scene, tools } = this.#shown, { byId } = this.#board;
    if (this.#planner.active || !question?.options || !tools.sight) return;
    const viewer = this.#board.placedModel(question.who || scene.active) ?? this.#board.placedModel(scene.active);
    if (!viewer) return;
    const enemy = (ref: { kind: string; id: string }) => ref.kind === "model" && byId.get(ref.id)?.side !== viewer.side;
    if (question.options.some((option) => option.points_at?.some(enemy))) this.#planner.lookFrom(viewer.id);
  }
}
