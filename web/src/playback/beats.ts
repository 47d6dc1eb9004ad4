/** The steps of a replay at which something has happened: between them stand only questions. */
import type { GameEvent } from "../lib/wire";
import type { Trail } from "../stage/theatre.svelte";
import { happenings, motionsOf } from "./moments";

interface Step { events: GameEvent[]; recorded?: boolean }

/** Numbers of steps, from 1 on: after each a happening is over, whole attacks with all their dice and questions. */
export function beatsOf(steps: readonly Step[]): number[] {
  const owner = steps.flatMap((step, i) => step.events.map(() => i + 1));
  const ends = new Set(happenings(steps.flatMap((step) => step.events)).map((one) => owner[Math.max(0, one.moments.at(-1)!.upto - 1)]!));
  // What is told in words alone has steps where it says something; so has a game that shows nothing move.
  steps.forEach((step, i) => { if (step.events.some((event) => event.text) && (step.recorded || !ends.size)) ends.add(i + 1); });
  if (steps.length) ends.add(steps.length);
  return [...ends].sort((a, b) => a - b);
}

/** Where everybody moved last, the newest first. */
export function trailsOf(events: readonly GameEvent[], most = 8): Trail[] {
  const found: Trail[] = [];
  for (let i = events.length - 1; i >= 0 && found.length < most; i--) {
    const paths = motionsOf(events[i]!).flatMap((one) => (one.do === "move" && one.path.length ? [{ who: one.who, path: one.path.map((point): [number, number] => [point[0]!, point[1]!]) }] : []));
    if (paths.length) found.push({ paths });
  }
  return found;
}
