/** The units on the table: who stands where, what lies under a pixel, and where their banners fly. */
import { iconBody } from "../parts/icons";
import { apart, nearestOnSegment } from "../geometry";
import { textWidth } from "../labels";
import type { Board } from "../table/board.svelte";
import type { Lights } from "../table/lights.svelte";
import type { Shown } from "../table/shown";
import type { View } from "../table/view.svelte";
import type { Dot, Placed, Unit } from "../types";
import type { Drill } from "./drill.svelte";
import { fly, HEIGHT, type Flown } from "./flags";

export const NAME = 11.5, COUNT = 13, ICON = 16, BADGE = 15, STAR = 11;
/** More tokens than this are told by one star and a number. */
export const MOST_STARS = 3;
/** Pixels across a base below which a banner has no name: icon, number and states stay. */
const FAR = 16;
const NEAR = 1;

/** How a base or a strip of a hull is drawn, in inches. */
export interface Hull { bases: { at: Dot; radius: number }[]; strips: { from: Dot; to: Dot; radius: number }[] }
export interface Banner extends Flown { unit: Unit; name: string; wounds: string; icon: string; stars: number; badges: string[]; odds: string }

/** The union of the bases and of a strip between each pair, as wide as the smaller base. */
export function hullOf(ids: readonly string[], pairs: readonly [string, string][], where: (id: string) => { at: Dot; radius: number } | null): Hull {
  const bases = new Map(ids.flatMap((id) => { const base = where(id); return base ? [[id, base] as const] : []; }));
  const strips = pairs.flatMap(([one, two]) => {
    const a = bases.get(one), b = bases.get(two);
    return a && b ? [{ from: a.at, to: b.at, radius: Math.min(a.radius, b.radius) }] : [];
  });
  return { bases: [...bases.values()], strips };
}

export function inHull({ bases, strips }: Hull, at: Dot): boolean {
  return bases.some((base) => apart(base.at, at) <= base.radius)
    || strips.some(({ from, to, radius }) => apart(nearestOnSegment(at, [...from, ...to]), at) <= radius);
}

export class Ranks {
  #shown: Shown;
  #board: Board;
  #view: View;
  #lights: Lights;
  #drill: Drill;
  constructor(shown: Shown, board: Board, view: View, lights: Lights, drill: Drill) {
    this.#shown = shown;
    this.#board = board;
    this.#view = view;
    this.#lights = lights;
    this.#drill = drill;
  }

  /** Units of which somebody stands on the table. */
  here = $derived.by(() => this.#board.units.filter((unit) => unit.members.some((id) => this.#board.placedModel(id))));
  hulls = $derived.by(() => new Map(this.here.map((unit) => [unit.id, hullOf(unit.members, unit.hull, (id) => this.#base(id))])));
  ghostHull = $derived.by((): Hull | null => {
    const { ghosts, reply } = this.#drill;
    const at = new Map(ghosts.map((ghost) => [ghost.id, ghost.at]));
    const unit = this.#board.unit(this.#drill.question?.unit ?? "");
    const pairs = reply ? (reply.plan.hull ?? this.#near(ghosts)) : (unit?.hull ?? []);
    return ghosts.length ? hullOf([...at.keys()], pairs, (id) => ({ at: at.get(id)!, radius: this.radius(id) })) : null;
  });
  banners = $derived.by((): Banner[] => {
    const all = new Map(this.here.map((unit) => [unit.id, this.#banner(unit)]));
    const { drawn, screen, bottom } = this.#view;
    return fly([...all.values()].map(({ flag }) => flag), [-drawn.x, -drawn.y, screen.width - drawn.x, bottom - drawn.y]).map((flown) => ({ ...flown, ...all.get(flown.id)!.looks }));
  });

  radius(id: string): number { return this.#board.byId.get(id)?.radius ?? 0.5; }
  /** Is this unit asked, acting, chosen or pointed at? */
  selected(unit: Unit): boolean {
    return unit.id === this.#drill.question?.unit || unit.id === this.#shown.scene.active || this.#lights.pointed.has(unit.id);
  }
  /** The unit whose banner, base or hull is under a pixel. */
  at(x: number, y: number): Unit | null {
    const [px, py] = this.#view.at(...this.#view.onBoard(x, y));
    const flag = this.banners.find((one) => px >= one.x && px <= one.x + one.width && py >= one.y && py <= one.y + HEIGHT);
    if (flag) return flag.unit;
    const spot = this.#view.onBoard(x, y);
    return this.here.find((unit) => inHull(this.hulls.get(unit.id)!, spot)) ?? null;
  }

  /** Where no plan says how a hull is closed, as of a placement: whoever is as near as models usually are. */
  #near(ghosts: readonly { id: string; at: Dot }[]): [string, string][] {
    return ghosts.flatMap((one, i) => ghosts.slice(i + 1).flatMap((two): [string, string][] =>
      apart(one.at, two.at) - this.radius(one.id) - this.radius(two.id) <= NEAR ? [[one.id, two.id]] : []));
  }
  #base(id: string): { at: Dot; radius: number } | null {
    const model = this.#board.placedModel(id);
    return model ? { at: [model.x, model.y], radius: model.radius } : null;
  }
  #banner(unit: Unit) {
    const s = this.#view.s;
    const members = unit.members.flatMap((id) => this.#board.placedModel(id) ?? []);
    const spots = members.map((model) => ({ model, at: this.#view.at(model.x, model.y) }));
    const edge = (sign: 1 | -1) => spots.reduce((a, b) => (sign * (b.at[1] + sign * b.model.radius * s) > sign * (a.at[1] + sign * a.model.radius * s) ? b : a));
    const top = edge(-1), low = edge(1);
    const name = members.every((model) => 2 * model.radius * s < FAR) ? "" : unit.name;
    const wounds = wounded(members), icon = iconBody(unit.icon) ? unit.icon : "", badges = unit.statuses.flatMap((status) => (status.icon ? [status.icon] : []));
    const stars = unit.tokens?.count ?? 0, odds = this.#lights.unitOdds.get(unit.id) ?? "";
    const width = 20 + starsWidth(stars) + ICON + (name ? textWidth(name, NAME) + 8 : 0) + textWidth(String(unit.count.left), COUNT) + (wounds ? textWidth(wounds, 10) + 16 : 0) + badges.length * (BADGE + 3);
    const weight = this.selected(unit) ? 2 : this.#board.choosable("unit", unit.id) ? 1 : 0;
    const flag = { id: unit.id, x: top.at[0], top: top.at[1] - top.model.radius * s, bottom: low.at[1] + low.model.radius * s, width, weight };
    return { flag, looks: { unit, name, wounds, icon, stars, badges, odds } };
  }
}

export const starsWidth = (stars: number): number => (stars > MOST_STARS ? STAR + textWidth(String(stars), 11) + 2 : stars * STAR);

/** `4/6`: wounds left of models that have several, once one is lost. */
function wounded(members: readonly Placed[]): string {
  const tough = members.flatMap((model) => (model.wounds && model.wounds.most > 1 ? [model.wounds] : []));
  const left = tough.reduce((sum, one) => sum + one.left, 0), most = tough.reduce((sum, one) => sum + one.most, 0);
  return left < most ? `${left}/${most}` : "";
}
