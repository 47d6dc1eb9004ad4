/** Whose is whose: colour slots 1 to 4 for `data-side`. A player always has the first colour on the own screen. */
import { t } from "./strings";
import { slotsOf } from "../stage/sides";
import type { Fighter, Model, Scene, SideInfo, Unit } from "../stage/types";

export function slotOf(scene: Scene | null, side: number | null | undefined, seat: number | null): number {
  if (side === null || side === undefined) return 0;
  return slotsOf(scene?.sides ?? [], seat)[side] ?? (side % 4) + 1;
}

/** Sides as a player reads them: the own one first. */
export function ordered(scene: Scene | null, seat: number | null): { side: SideInfo; index: number }[] {
  const all = (scene?.sides ?? []).map((side, index) => ({ side, index }));
  return seat === null ? all : [...all.filter((one) => one.side.seat === seat), ...all.filter((one) => one.side.seat !== seat)];
}

export type Figure = Model | Fighter;

export function figures(scene: Scene | null): Figure[] {
  if (!scene) return [];
  return scene.kind === "draft" ? scene.fighters : scene.models;
}

export const unitsOf = (scene: Scene | null): Unit[] => (scene?.kind === "table" ? (scene.units ?? []) : []);

/** A unit in a few lines: how many are left, what it can do, how it stands. */
export const unitLines = (unit: Unit): string[] =>
  [t("unit.count", { left: unit.count.left, most: unit.count.most }), unit.facts, ...unit.statuses.map((one) => one.text)].filter(Boolean);

/** Models that stand for themselves, in no unit. Whoever is off the table counts with the units where there are any. */
export function single(scene: Scene | null): Figure[] {
  const units = unitsOf(scene), held = new Set(units.flatMap((unit) => unit.members));
  return figures(scene).filter((one) => !held.has(one.id) && !(units.length && "x" in one && one.x === null));
}

export function figure(scene: Scene | null, id: string | undefined): Figure | undefined {
  return id ? figures(scene).find((one) => one.id === id) : undefined;
}

/** Whose a die is that is called so ("Golem OFF"), and what else is said of it ("OFF"). */
export function ownerOf(scene: Scene | null, called: string): { who: string; rest: string } | null {
  const names = [...figures(scene).map((one) => one.id), ...(scene?.sides ?? []).map((one) => one.name)];
  const [who] = names.filter((name) => called === name || called.startsWith(`${name} `)).sort((a, b) => b.length - a.length);
  return who === undefined ? null : { who, rest: called.slice(who.length + 1) };
}

/** The side an event or a log line belongs to: by the seat or the model it names. */
export function sideOfEvent(scene: Scene | null, data: Record<string, unknown>): number | null {
  if (!scene) return null;
  for (const key of ["who", "attacker", "player", "by", "target"]) {
    const name = data[key];
    if (typeof name !== "string" || !name) continue;
    const one = figure(scene, name) ?? unitsOf(scene).find((unit) => unit.id === name);
    if (one) return one.side;
    const side = scene.sides.findIndex((one) => one.name === name);
    if (side >= 0) return side;
  }
  const { seat } = data;
  if (typeof seat === "number") {
    const side = scene.sides.findIndex((one) => one.seat === seat);
    if (side >= 0) return side;
  }
  return null;
}

export function factsOf(one: Figure): string {
  return Array.isArray(one.facts) ? one.facts.join(" · ") : one.facts;
}

const COLOURS = ["blue", "amber", "plum", "mint"] as const;
export type Colour = (typeof COLOURS)[number];

/** The sides of a worked example: whoever is called after a colour has it, the others have what is left. */
export function namedColours(scene: Scene): Scene {
  const wanted = scene.sides.map((side) => COLOURS.indexOf(side.name.toLowerCase() as Colour));
  const left = COLOURS.map((_, slot) => slot).filter((slot) => !wanted.includes(slot));
  if (left.length === COLOURS.length) return scene;
  const sides = scene.sides.map((side, i) => ({ ...side, slot: wanted[i]! >= 0 ? wanted[i]! : (left.shift() ?? side.slot) }));
  return { ...scene, sides };
}

export const colourOf = (side: SideInfo): Colour => COLOURS[side.slot % COLOURS.length]!;
