/** All that a draft needs beyond other games: loaded with its first scene. */
export { default as Draft } from "./Draft.svelte";
export { default as DraftRows } from "./DraftRows.svelte";
