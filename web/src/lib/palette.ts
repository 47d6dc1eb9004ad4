/** What the palette finds: options of the question, models, commands, rules and pages, by number or by letters. */
export type Group = "option" | "model" | "command" | "page" | "rule";

export interface Finding {
  id: string;
  group: Group;
  label: string;
  /** Said behind the label: the side of a model, the key of a command. */
  hint?: string;
  /** An option is found by its number too. */
  number?: number;
  /** Further words it may be found by. */
  text?: string;
  act: () => void;
}

const ORDER: readonly Group[] = ["option", "model", "command", "page", "rule"];
export const SHOWN = 60;

/** Lower is better; null: not what was meant. Every word must stand somewhere, and those in the label count most. */
export function fit(finding: Finding, search: string): number | null {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return finding.group === "rule" ? null : 5;
  const label = finding.label.toLowerCase();
  if (finding.number !== undefined && words.length === 1 && words[0] === String(finding.number)) return 0;
  const whole = `${label} ${finding.hint ?? ""} ${finding.text ?? ""} ${finding.number ?? ""}`.toLowerCase();
  if (!words.every((word) => whole.includes(word))) return null;
  const first = words[0] ?? "";
  if (label.startsWith(first)) return 1;
  if (label.split(/[^\p{L}\p{N}.]+/u).some((part) => part.startsWith(first))) return 2;
  return label.includes(first) ? 3 : 4;
}

/** The best first; within the same fit options come before models, models before commands and so on. */
export function found(all: readonly Finding[], search: string): Finding[] {
  return all
    .map((finding, place) => ({ finding, place, fit: fit(finding, search) }))
    .filter((one): one is typeof one & { fit: number } => one.fit !== null)
    .sort((a, b) => a.fit - b.fit || ORDER.indexOf(a.finding.group) - ORDER.indexOf(b.finding.group) || a.place - b.place)
    .slice(0, SHOWN)
    .map((one) => one.finding);
}
