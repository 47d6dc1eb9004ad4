/** A line that says how it went and not what was right. */
import { to } from "../lib/router.svelte";
import type { PuzzleLine } from "../lib/wire";
import { w } from "./words";

/** 2026-11-18 as people here write a day, whatever their time zone. */
export const dayWords = (date: string, language: string = navigator.language): string =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));

/** The address of a puzzle, as it stands in a link. */
export const addressOf = (ruleset: string, id: string): string => `${to.puzzles}/${encodeURIComponent(ruleset)}/${encodeURIComponent(id)}`;

export function shareLine(line: PuzzleLine, right: boolean | undefined, address: string, daily = ""): string {
  const result = right === undefined ? "" : w(right ? "puzzle.lineRight" : "puzzle.lineWrong");
  const fill = { title: line.title, place: line.place, n: line.difficulty, result, date: daily ? dayWords(daily) : "" };
  return `${w(daily ? "puzzle.lineDaily" : "puzzle.line", fill).replace(/: \.$/, ".")} ${address}`;
}
