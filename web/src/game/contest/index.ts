/** Dice that meet in the middle of an attack: loaded with the first question that has them (docs/scene.md). */
export { default as Contest } from "./Contest.svelte";
export { default as ContestRows } from "./ContestRows.svelte";
