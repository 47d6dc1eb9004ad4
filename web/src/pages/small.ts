/** The short pages share one file of their own. */
export { default as about } from "./AboutPage.svelte";
export { default as lost } from "./LostPage.svelte";
export { default as puzzles } from "./PuzzlesPage.svelte";
export { default as replays } from "./ReplaysPage.svelte";
export { default as settings } from "./SettingsPage.svelte";
export { default as watch } from "./WatchPage.svelte";
