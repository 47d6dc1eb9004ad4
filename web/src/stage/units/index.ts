/** All that a game of units needs beyond others: loaded when a scene has units or a question asks for one. */
import { Drill } from "./drill.svelte";
import { Grasp, type Parts } from "./grasp.svelte";
import type { Lights } from "../table/lights.svelte";
import type { Doors } from "./drill.svelte";
import { Ranks } from "./ranks.svelte";

export { default as Banners } from "./Banners.svelte";
export { default as Hulls } from "./Hulls.svelte";
export { default as PlannedUnit } from "./PlannedUnit.svelte";
export { default as UnitPlanning } from "./UnitPlanning.svelte";

/** What a table with units has: the plan for one, where they all are, and the hand on them. */
export function muster(parts: Omit<Parts, "drill" | "ranks"> & { lights: Lights }, doors: Doors) {
  const drill = new Drill(doors);
  const ranks = new Ranks(parts.shown, parts.board, parts.view, parts.lights, drill);
  return { drill, ranks, grasp: new Grasp({ ...parts, drill, ranks }) };
}
