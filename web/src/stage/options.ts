/** Which options of a question point at which things on the stage. */
import type { Option, Plan, Question, Role } from "./types";

const SAME: Record<string, string> = { objective: "mark" };

export const keyOf = (kind: string, id: string): string => `${SAME[kind] ?? kind}:${id}`;

export function byThing(question: Question | null): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of question?.options ?? []) {
    for (const ref of option.points_at ?? []) {
      const key = keyOf(ref.kind, ref.id);
      const list = found.get(key);
      if (list) list.push(option);
      else found.set(key, [option]);
    }
  }
  return found;
}

/** Why a thing cannot be chosen, where the question says so. */
export function whyNot(question: Question | null, id: string): { reason: string; clause: string } | null {
  const absent = question?.absent?.find((one) => one.id === id || one.label === id || one.id.startsWith(`${id}:`));
  if (!absent) return null;
  const reason = absent.reason.includes(absent.label) ? absent.reason : `${absent.label}: ${absent.reason}`;
  return { reason, clause: absent.clause };
}

/** The plan after pointing at an option: chosen, or ticked and unticked. */
export function pointedAt(plan: Plan, question: Question, option: Option): Plan {
  if (question.kind !== "choose-some") return { ...plan, option: option.id, answer: option.id, refusal: null };
  const ticked = plan.options.includes(option.id);
  const most = question.most ?? Infinity;
  const options = ticked ? plan.options.filter((id) => id !== option.id) : [...plan.options, option.id].slice(-most);
  const enough = options.length >= (question.least ?? 0);
  return { ...plan, options, answer: enough ? options : null, refusal: null };
}

export const isChosen = (plan: Plan, option: Option): boolean => plan.option === option.id || plan.options.includes(option.id);

/**
 * What can be meant by a gesture: where it is asked who acts, or what somebody does, "to" a place or at an enemy; where one
 * may answer to somebody else, only "at" that one; nothing where it is asked whom of one's own something befalls.
 */
export function meant(question: Question | null, sideOf: (id: string) => number | undefined, own: number): "to" | "at" | "" {
  if (question?.kind !== "choose-one") return "";
  const options = question.options ?? [];
  if (!options.some((one) => one.points_at?.some((ref) => sideOf(ref.id) === own))) return "to";
  if ([question.who, question.unit].some((id) => id && sideOf(id) !== undefined)) return "";
  return options.some((one) => one.role === "decline") ? "at" : "to";
}

/** The question without the answer that gives the game up: that one is in the menu, where it is asked once more. */
export function playable<Q extends { options?: Option[] }>(question: Q): Q {
  return question.options?.some((one) => one.role === "concede") ? { ...question, options: question.options.filter((one) => one.role !== "concede") } : question;
}

const PASSING: readonly Role[] = ["pass", "decline", "end"];

/** The option that does nothing, or nothing more: what the key for passing plans. */
export const passing = (question: Question | null): Option | undefined =>
  PASSING.map((role) => question?.options?.find((one) => one.role === role)).find(Boolean);

export interface DieFace { colour: "red" | "green" | "blue" | "plain"; value: number; word: string }

/** The die an option points at: coloured, or plain with the word for its pool. */
export function dieOf(option: Option): DieFace | null {
  const die = option.points_at?.find((ref) => ref.kind === "die");
  if (!die?.face) return null;
  const of = die.of ?? "";
  return of === "red" || of === "green" || of === "blue" ? { colour: of, value: die.face, word: "" } : { colour: "plain", value: die.face, word: of };
}
