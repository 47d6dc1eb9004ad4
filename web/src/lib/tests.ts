/** A test with die levels, read from its event (docs/scene.md): who rolls which die of the ladder, and what came of it. */
import type { GameEvent } from "./wire";

export interface Hand { who: string; stat: string; from: string; die: string; total: number; modifiers: string[] }
export interface LadderTest { ladder: string[]; name: string; hands: Hand[]; need: number | null; success: boolean; basic: boolean; degrees: number; clauses: string[]; /** What came of it, in the words of the log. */ after: string }

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(text).filter(Boolean) : []);

export function ladderTest({ data, clauses }: GameEvent): LadderTest | null {
  const ladder = words(data.ladder);
  if (!ladder.length) return null;
  const hand = (key: string, who: unknown, total: unknown): Hand => ({
    who: text(who), stat: text(data[`${key}stat`]), from: text(data[`${key}from`]), die: text(data[`${key}die`]), total: Number(total), modifiers: words(data[`${key}modifiers`]),
  });
  const hands = [hand("", data.who, data.total)];
  if (data.other) hands.push(hand("other_", data.other, data.against));
  return {
    ladder, name: text(data.test), hands, need: data.type === "fixed" ? Number(data.against) : null,
    success: data.success === true, basic: data.type === "basic", degrees: Number(data.degrees) || 0, clauses, after: "",
  };
}

/** How many sides a die of the ladder has: `d12+` has those of a d12. */
export const sidesOf = (die: string): number => parseInt(die.slice(1), 10) || 6;

/** The last test of some events, with what the log says next. */
export function lastTest(events: readonly GameEvent[]): LadderTest | null {
  for (let i = events.length - 1; i >= 0; i--) {
    const test = ladderTest(events[i]!);
    if (test) return { ...test, after: events[i + 1]?.at === events[i]!.at && events[i + 1]?.kind !== "roll" ? (events[i + 1]?.text ?? "") : "" };
  }
  return null;
}
