/** The ways of a gesture, as the server finds them (docs/api.md, *Chains and gestures*), and what a panel and a table make of them. */
import { prospect, rows } from "../lib/odds";
import { t } from "../lib/strings";
import type { Answer, Dot, Plan, Question, Refusal, Region, Scene, Sight } from "./types";

export type Gesture = { gesture: "to"; who: string; place: Dot } | { gesture: "at"; target: string; who?: string };

export interface Taken { prompt: string; words: string; topic?: string; kind?: string; declined?: boolean; extra?: boolean; text?: string }
export interface Way {
  answers: Answer[]; taken: Taken[]; who: string; cost: number | null; counter: string; then: string[]; dice: string;
  /** Of each mover; of one who stays where he is, nothing. */
  paths: Record<string, number[] | number[][] | null>;
  short: number; stopped: Refusal | null;
}
/** Somebody who may answer there, or whom one could attack then: the whole chain up to it. */
export interface Met { who: string; words: string; answers: Answer[]; clause?: string }
/** What is met at the end of a way. */
export interface There { text: string; sights: Sight[]; reactions: Met[]; targets: Met[] }
/** A move that somebody could make now: its limit and where it may end. */
export interface Band { name: string; reach: number; cost: number; region: Region }
export interface Ways {
  gesture: Gesture; ways: Way[]; why: { who: string; reason: string; clause: string }[]; chosen: number;
  /** Chosen by hand: it stays chosen as long as the same model is meant. */
  held: boolean;
  there: There | null;
  /** The odds of chains, by the chain. */
  odds: Record<string, unknown>;
}

/** The ways that were found; a way that was chosen by hand for the same model stays chosen. */
export function foundWays(gesture: Gesture, found: Pick<Ways, "ways" | "why">, before: Ways | null): Ways {
  const kept = before?.held && before.gesture.who === gesture.who ? before.ways[before.chosen] : undefined;
  const same = kept ? found.ways.findIndex((way) => nameOf(way) === nameOf(kept)) : -1;
  return { gesture, ...found, chosen: Math.max(0, same), held: same >= 0, there: null, odds: {} };
}
/** A whole chain that is shown (a hint, a lesson) as the one way of a gesture. */
export function givenWay(way: Way): Ways {
  const place = (pathOfWay(way, way.who).at(-1) ?? Object.values(way.paths).map((path) => path?.at(-1)).find(Array.isArray) ?? [0, 0]) as Dot;
  return { gesture: { gesture: "to", who: way.who, place }, ways: [way], why: [], chosen: 0, held: true, there: null, odds: {} };
}
export const chainKey = (answers: Answer[]): string => JSON.stringify(answers);

/** Does nothing get there? A limit that is overshot by less than a base is where one meant to stop. */
export const isBlocked = (found: Ways, radius: number): boolean => !found.ways.length || found.ways.every((way) => way.short > Math.max(THERE, 2 * radius));

/** Who acts and who is aimed at with what is planned: a gesture, or the option that is chosen. */
export function marked(plan: Plan, question: Question | null, scene: Scene | null): { acts: string; targets: string[] } {
  if (plan.ways) {
    const { gesture, ways, chosen } = plan.ways;
    return { acts: ways[chosen]?.who || gesture.who || "", targets: gesture.gesture === "at" ? [gesture.target] : [] };
  }
  const duel = question?.contest?.duels[0];
  if (duel) return { acts: duel.who, targets: [duel.at] };
  const figures = scene && scene.kind !== "board" && scene.kind !== "draft" ? [...scene.models, ...((scene.kind === "table" && scene.units) || [])] : [];
  const own = scene && question && "sides" in scene ? scene.sides.findIndex((side) => side.seat === question.seat) : -1;
  const meant = question?.options?.filter((one) => plan.option === one.id || plan.options.includes(one.id)).flatMap((one) => one.points_at ?? []) ?? [];
  const sideOf = (id: string) => figures.find((one) => one.id === id)?.side;
  const mine = meant.find((ref) => sideOf(ref.id) === own)?.id;
  return {
    acts: question?.unit || question?.who || mine || scene?.active || "",
    targets: meant.filter((ref) => { const side = sideOf(ref.id); return side !== undefined && side !== own; }).map((ref) => ref.id),
  };
}

/** `wound 24 % · out 10 %`: what an attack was likely to do, by whom it would befall; nobody where no dice are known. */
export function expectedOf(sent: unknown): Record<string, string> {
  const from = prospect(sent);
  const said = from?.kind === "dice" ? from.effects.map(({ who, words }) => [who, words.filter((word) => word.what !== from.nothing).map((word) => `${word.what} ${word.shown}`).join(" · ")]) : [];
  return Object.fromEntries(said.filter(([, words]) => words));
}

/** `wound 24 % · out 10 %`: what may happen to somebody, the two likeliest, the lesser harm first. */
export function chancesOf(sent: unknown, who: string, seat: number | null): string {
  const from = prospect(sent);
  if (!from || from.kind !== "dice") return "";
  const all = rows(from, seat, who, [who]).rows[0]?.words.filter((word) => word.what !== from.nothing) ?? [];
  const best = [...all].sort((a, b) => b.chance - a.chance).slice(0, 2);
  return all.filter((word) => best.includes(word)).map((word) => `${word.what} ${word.shown}`).join(" · ");
}

/** A way in one sentence, for those who listen. */
export function spoken(way: Way, there: There | null): string {
  const said = [nameOf(way), counted(way.cost, way.counter), there?.text ?? "", isShort(way) ? t("ways.short", { n: way.short.toFixed(1) }) : ""];
  const answer = there ? (there.reactions.length ? t("ways.fire", { n: new Set(there.reactions.map((one) => one.who)).size }) : t("ways.nobody")) : "";
  return [said.filter(Boolean).join(", "), answer].filter(Boolean).join("; ");
}

/** A stop this near to the place is the place. */
const THERE = 0.02;
export const isShort = (way: Way): boolean => way.short > THERE;

/** What a way is called: its choices, without whom it is about, whom it is at, that he goes and where, and what he declines. */
export function nameOf(way: Way, at = ""): string {
  const goes = (one: Taken | undefined): boolean => one?.kind === "move" || one?.kind === "place";
  const every = way.taken.filter((one) => !one.declined && !goes(one) && one.words !== way.who);
  const rest = every.filter((one) => one.words !== at), said = rest.length ? rest : every;
  const after = (one: Taken): Taken[] => way.taken.slice(way.taken.indexOf(one) + 1);
  // Where an order came first, what only says that he goes is left out; a leap before the walk is named before it.
  const moved = (one: Taken): boolean => !one.extra && goes(after(one)[0]);
  const leap = (one: Taken): boolean => !!one.extra && goes(after(one)[0]) && after(one).filter(goes).length > 1;
  const order = (said[0] && moved(said[0]) ? said : said.filter((one) => !moved(one))).sort((a, b) => Number(leap(b)) - Number(leap(a)));
  const last = way.taken.at(-1);
  return (order.length ? order : said).map((one) => one.words).join(", ") || (goes(last) ? t(last?.kind === "place" ? "question.confirmPlace" : "question.confirmMove") : last?.words) || "";
}
/** Somebody goes somewhere: who shoots from where he is, or takes a wound, stops nowhere. */
export const goesSomewhere = (way: Way | undefined): boolean => Object.values(way?.paths ?? {}).some((path) => !!path?.length);
/** What its choices do and cost, in the lines of their options, the last two; 'Move' after an order says nothing new. */
export function doesOf(way: Way): string {
  const said = way.taken.filter((one) => !one.declined && one.text), goes = way.taken[way.taken.findIndex((one) => one.kind === "move") - 1];
  const telling = said.filter((one) => one !== goes || one.extra);
  return [...new Set((telling.length ? telling : said).map((one) => one.text!))].slice(-2).join("; ");
}
/** `1 counter`, `2 counters`; nothing where what one has to spend is only counted down. */
export const counted = (n: number | null, word: string): string => (!n || word.startsWith("of ") ? "" : `${n} ${n === 1 ? word.replace(/s$/, "") : word}`);

/** Where somebody goes on this way, point by point. */
export function pathOfWay(way: Way, who: string): number[][] {
  const path = way.paths[who];
  return path?.length ? (Array.isArray(path[0]) ? (path as number[][]) : [path as number[]]) : [];
}

/** The only answer in which two ways part; -1 where there are several, or none. */
function parting(one: Way, other: Way): number {
  if (one.who !== other.who || one.taken.length !== other.taken.length) return -1;
  const apart = one.taken.flatMap((taken, i) => (taken.words === other.taken[i]!.words || taken.kind === "move" ? [] : [i]));
  return apart.length === 1 ? apart[0]! : -1;
}

export interface Toggle { label: string; on: boolean; to: number; price: number }

/** What can be bought or left on the chosen way: each a way that parts from it in one answer which says no on one side. */
export function togglesOf(ways: readonly Way[], chosen: number): Toggle[] {
  const way = ways[chosen];
  if (!way) return [];
  return ways.flatMap((other, to): Toggle[] => {
    const at = to === chosen ? -1 : parting(way, other);
    if (at < 0 || way.taken[at]!.declined === other.taken[at]!.declined) return [];
    const on = !way.taken[at]!.declined;
    return [{ label: (on ? way : other).taken[at]!.words, on, to, price: Math.abs((other.cost ?? 0) - (way.cost ?? 0)) }];
  });
}

/** Ways worth a row of their own: not those that a switch beside the confirm button leads to, unless what is bought brings them nearer. */
export function rowsOf(ways: readonly Way[], chosen: number): number[] {
  const bare = ways.map((way) => !ways.some((other) => { const at = other.short <= way.short + THERE ? parting(way, other) : -1; return at >= 0 && other.taken[at]!.declined && !way.taken[at]!.declined; }));
  return ways.flatMap((_, i) => (bare[i] || i === chosen ? [i] : []));
}

/** Reasons with all who have them, those that several share once. */
export function reasons(why: Ways["why"]): { who: string[]; reason: string; clause: string }[] {
  const found = new Map<string, { who: string[]; reason: string; clause: string }>();
  for (const one of why) {
    const known = found.get(one.reason);
    if (known) known.who.push(one.who);
    else found.set(one.reason, { who: one.who ? [one.who] : [], reason: one.reason, clause: one.clause });
  }
  // A reason that begins with the name needs it no second time.
  return [...found.values()].map((one) => (one.who.length === 1 && one.reason.startsWith(one.who[0]!) ? { ...one, who: [] } : one));
}
