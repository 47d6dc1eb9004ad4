/** What may be said of a game's dice at its end: only what the server has derived anew counts as checked. */
import type { Over } from "./wire";

export function proofOf(over: Over): "proved" | "typed" | "partly" {
  if (over.proved && over.seed) return "proved";
  if (!over.seed && !over.checked && over.notes.length <= 1) return "typed";
  return "partly";
}

export const sentence = (text: string): string => (text ? text.charAt(0).toLocaleUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "");
