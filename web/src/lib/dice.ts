/** The dice tray's rows, read from events: every roll, and every change of a die that lies (a re-roll, a bump). */
import type { GameEvent } from "./wire";

export interface RollRow {
  key: number;
  kind: "roll" | "change";
  at: number;
  who: string;
  seat: number | null;
  purpose: string;
  sides: number;
  faces: number[];
  /** Of a change: the die as it was. */
  from: number | null;
  /** A roll that replaces an earlier one. */
  again: boolean;
  source: string;
  clauses: string[];
  /** What came of it, in the words of the log. */
  words: string[];
  /** Names of colours, die by die, where the dice have any. */
  colours: string[];
  /** What a die needs (`less`: that or less), and which dice did it, where the rules have said so. */
  need: { n: number; less: boolean } | null;
  good: boolean[] | null;
  /** What each die is called where one roll holds different ones: whose it is, and of which pool. */
  called: string[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown): number | null => (typeof value === "number" && Number.isInteger(value) ? value : null);

export const coloursOf = (data: GameEvent["data"]): string[] => (Array.isArray(data.colours) ? data.colours.map(text) : []);

export function rollRows(events: readonly GameEvent[]): RollRow[] {
  const rows: RollRow[] = [];
  events.forEach((event, index) => {
    const { data } = event;
    const key = event.n ?? index;
    if (event.kind === "roll" && Array.isArray(data.faces)) {
      const faces = (data.faces as unknown[]).map(Number), sides = whole(data.sides) ?? 6;
      rows.push({
        key, kind: "roll", at: event.at, who: text(data.who), seat: whole(data.seat), purpose: text(data.purpose), sides,
        faces, from: null, again: data.again === true, source: "", clauses: event.clauses, words: [], colours: coloursOf(data),
        ...judged(data.good, faces, sides), called: Array.isArray(data.called) ? data.called.map(text) : [],
      });
      return;
    }
    const last = rows.at(-1);
    const [die, now] = [whole(data.die), whole(data.now)];
    if (die !== null && now !== null) {
      rows.push({
        key, kind: "change", at: event.at, who: text(data.who), seat: null, purpose: text(data.pool), sides: last?.sides ?? 6, faces: [now], from: die,
        again: event.kind.includes("roll"), source: text(data.source) || event.kind, clauses: event.clauses, words: event.text ? [event.text] : [], colours: [],
        need: null, good: null, called: text(data.target) ? [text(data.target)] : [],
      });
      return;
    }
    if (!last || last.at !== event.at) return;
    if (event.text && last.words.length < 2) last.words.push(event.text);
  });
  return rows;
}

/** Which faces succeed: `good` names the lowest and the highest of them. */
function judged(good: unknown, faces: readonly number[], sides: number): Pick<RollRow, "need" | "good"> {
  if (!Array.isArray(good)) return { need: null, good: null };
  const [low, high] = good.map(Number) as [number, number];
  const less = low === 1 && high < sides;
  return { need: { n: less ? high : low, less }, good: faces.map((face) => low <= face && face <= high) };
}

export interface Round { at: number; text: string; depth: number }

/** The labels of an axis of time: the largest parts of the game alone; none nearer than `apart`. */
export function axisRounds(rounds: readonly Round[], apart: number): Round[] {
  const largest = Math.min(...rounds.map((one) => one.depth));
  const shown: Round[] = [];
  for (const one of rounds.filter((one) => one.depth === largest)) {
    const last = shown.at(-1);
    if (!last || one.at - last.at >= apart) shown.push(one);
  }
  return shown;
}
