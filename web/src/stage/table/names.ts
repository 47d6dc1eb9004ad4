/** Names beside the models, with what is known of them from where one looks: who gets one, and where it lies. */
import { t } from "../../lib/strings";
import { layOut, textWidth } from "../labels";
import type { Dot, Placed, Sight } from "../types";

export interface Named { model: Placed; lines: string[]; weight: number; must: boolean }
export interface Matters {
  sights: ReadonlyMap<string, Sight>;
  pointed: ReadonlySet<string>;
  watchers: ReadonlySet<string>;
  /** The headline of the odds by model. */
  odds: ReadonlyMap<string, string>;
  /** Models that act or are planned for. */
  own: readonly string[];
  all: boolean;
}

/** Acting model, targets and watchers always; everybody where all names are wanted. */
export function named(standing: readonly Placed[], matters: Matters): Named[] {
  return standing.flatMap((model): Named[] => {
    const sight = matters.sights.get(model.id), odds = matters.odds.get(model.id);
    const hot = matters.pointed.has(model.id);
    if ((sight && (sight.sees || hot)) || odds) {
      const lines = [model.name];
      if (sight && (sight.sees || hot)) lines.push(`${sight.text} · ${sight.short ?? (sight.sees ? t("stage.seen", { n: Math.round(sight.seen * 100) }) : t("stage.unseen"))}`);
      if (odds) lines.push(odds);
      return [{ model, lines, weight: hot ? 9 : odds ? 7 : 6, must: hot }];
    }
    if (hot || matters.own.includes(model.id) || matters.watchers.has(model.id)) return [{ model, lines: [model.name], weight: hot ? 8 : 5, must: false }];
    return matters.all ? [{ model, lines: [model.name], weight: 1, must: false }] : [];
  });
}

export interface Label { id: string; lines: string[]; x: number; y: number; width: number; height: number; strong: boolean }
type Box = [number, number, number, number];
export interface Room {
  /** A place in pixels, and the pixels of an inch. */
  at: (x: number, y: number) => Dot;
  s: number;
  /** Where those pixels begin on the screen, and how much of it is free. */
  x: number; y: number; width: number; height: number;
  /** What no label may hide. */
  taken: readonly Box[];
  /** Who has brackets and a key number round its token. */
  tagged?: (id: string) => boolean;
}

export const SIZE = 10.5, LINE = 13;
/** A key number or an eye at the upper left of a token reaches so far beyond it, brackets so far round it. */
const TAG = 18, BRACKET = 6;

export function layNames(names: readonly Named[], room: Room): Label[] {
  const wishes = names.map(({ model, lines, weight, must }) => {
    const [x, y] = room.at(model.x, model.y);
    return {
      id: model.id, x: x + room.x, y: y + room.y, width: Math.max(...lines.map((line) => textWidth(line, SIZE))) + 12, height: lines.length * LINE + 6,
      reach: Math.max(8, model.radius * room.s) + (room.tagged?.(model.id) ? 2 + TAG : 7), weight, must,
    };
  });
  const taken = room.taken.map((b): Box => [b[0] + room.x, b[1] + room.y, b[2] + room.x, b[3] + room.y]);
  return layOut(wishes, taken, room.width, room.height).map(({ id, x, y }) => {
    const { width, height } = wishes.find((one) => one.id === id)!, { lines } = names.find((one) => one.model.id === id)!;
    return { id, lines, x: x - room.x, y: y - room.y, width, height, strong: lines.length > 1 };
  });
}

/** The room that models take, with brackets and a key number where they have one, and the planned one with its length. */
export function bodies(placed: readonly Placed[], ghost: Dot | null, at: Room["at"], s: number, tagged: (id: string) => boolean = () => false): Box[] {
  const found = placed.map((model): Box => {
    const [x, y] = at(model.x, model.y), r = Math.max(8, model.radius * s);
    return tagged(model.id) ? [x - r - TAG, y - r - TAG, x + r + BRACKET, y + r + BRACKET] : [x - r, y - r, x + r, y + r];
  });
  if (ghost) { const [x, y] = at(...ghost); found.push([x - 70, y - 34, x + 70, y + 60]); }
  return found;
}
