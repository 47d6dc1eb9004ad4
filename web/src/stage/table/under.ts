/** What lies under a finger: within 22 pixels of its centre a token takes the tap, and the nearest wins. */
import type { Dot, ObjectiveMark, Option, Placed } from "../types";
import type { Board } from "./board.svelte";
import type { Floors } from "./floors.svelte";
import type { View } from "./view.svelte";

export interface Where {
  board: Pick<Board, "fallen" | "standing" | "objectives" | "choosable" | "things">;
  view: Pick<View, "far" | "camera">;
  floors: Pick<Floors, "faint">;
}
export const FINGER = 22;
/** Two that could be meant by the same tap: no farther apart than this, in pixels. */
const ALIKE = 8;
/** Who can be chosen is preferred by so much; who stands on a floor that is not shown comes last. */
const PREFERRED = 4, UNSHOWN = 30;

export function modelAt({ board, view, floors }: Where, x: number, y: number, reach = FINGER): Placed | null {
  let best = Infinity;
  let found: Placed | null = null;
  for (const model of [...board.fallen, ...board.standing]) {
    const far = view.far([model.x, model.y], x, y);
    const weighed = far - (board.choosable("model", model.id) ? PREFERRED : 0) + (floors.faint(model) ? UNSHOWN : 0);
    if (far < Math.max(reach, model.radius * view.camera.scale) && weighed < best) { best = weighed; found = model; }
  }
  return found;
}

export function objectiveAt({ board, view }: Where, x: number, y: number): ObjectiveMark | null {
  return board.objectives.find((mark) => view.far([mark.x, mark.y], x, y) < Math.max(16, mark.radius * view.camera.scale)) ?? null;
}

/** Options of models so close together that a finger cannot tell them apart. */
export function closeBy({ board, view }: Where, x: number, y: number): Option[] {
  const near = board.standing.filter((model) => board.choosable("model", model.id))
    .map((model) => ({ model, far: view.far([model.x, model.y], x, y) }))
    .filter(({ far }) => far < FINGER).sort((a, b) => a.far - b.far);
  const [first, second] = near;
  if (!first || !second || second.far - first.far > ALIKE || first.far < first.model.radius * view.camera.scale * 0.6) return [];
  return near.flatMap(({ model }) => board.things.get(`model:${model.id}`) ?? []);
}

/** The spot in a direction (dx, dy up) from a place, both in pixels: near ahead, not far aside. */
export function nextTowards<T extends { spot: Dot }>(from: Dot, dx: number, dy: number, spots: readonly T[]): T | null {
  const size = Math.hypot(dx, dy) || 1;
  let best = Infinity;
  let found: T | null = null;
  for (const one of spots) {
    const ahead = ((one.spot[0] - from[0]) * dx - (one.spot[1] - from[1]) * dy) / size;
    const aside = Math.abs((one.spot[0] - from[0]) * dy + (one.spot[1] - from[1]) * dx) / size;
    if (ahead > 1 && ahead + 2 * aside < best) { best = ahead + 2 * aside; found = one; }
  }
  return found;
}
