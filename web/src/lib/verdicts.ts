/** What the events around a roll say of its dice: what they needed, which did it, and whose each one is. */
import type { RollRow } from "./dice";
import type { GameEvent } from "./wire";

type Data = Record<string, unknown>;
export interface Aim { who: string; target: string; needed: number }

/** A roll that goes on with the one before it. */
const GOES_ON = /re-?roll|^rend/i;
const number = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

/** Told of one die together with the verdict on it. `less`: success is what is needed or less. */
const ONE_DIE: Record<string, (data: Data) => { needed: number; less: boolean; good: boolean }> = {
  save: (data) => ({ needed: number(data.value), less: true, good: data.saved === true }),
  hazard: (data) => ({ needed: number(data.value), less: true, good: data.survived === true }),
  morale: (data) => ({ needed: number(data.morale), less: true, good: data.routs === false }),
  test: (data) => ({ needed: number(data.needed) - number(data.total) + number(data.roll), less: false, good: data.passed === true }),
};

/** The attacks told since the last dice: each roll to hit belongs to one of them. */
export function aimsAfter(aims: Aim[], event: GameEvent, rolled: boolean): Aim[] {
  const { attacker, target, needed } = event.data;
  if (event.kind !== "attack" || typeof attacker !== "string" || typeof target !== "string" || typeof needed !== "number") return aims;
  return [...(rolled ? [] : aims), { who: attacker, target, needed }];
}

/** A roll to hit, or again: by the attack it names, else by what all attacks of that model need alike. */
export function judgeHits(row: RollRow, aims: readonly Aim[]): void {
  if (!/^to hit|^re-roll of/.test(row.purpose)) return;
  const own = aims.filter((aim) => aim.who === row.who);
  const named = own.filter((aim) => row.purpose.endsWith(` at ${aim.target}`));
  const needs = new Set((named.length ? named : own).map((aim) => aim.needed));
  const [needed] = needs;
  if (needs.size === 1 && needed !== undefined) orMore(row, needed);
}

/** An event after the dice may say what they needed, and whose they were. */
export function judge(rows: RollRow[], event: GameEvent): void {
  const { kind, data } = event;
  if (kind === "resist" || kind === "resolve") judgeAll(rows, data, kind === "resist" ? orMore : orLess);
  else if (kind === "roll-off") shareRollOff(rows, data);
  else if (kind === "rolled") sharePools(rows.at(-1), data);
  else judgeOne(rows, kind, data);
}

/** The lowest face never succeeds and the highest always does, as the server draws the line too. */
function orMore(row: RollRow, needed: number): void {
  const least = Math.min(Math.max(needed, 2), row.sides);
  row.need = { n: least, less: false };
  row.good = row.faces.map((face) => face >= least);
}

function orLess(row: RollRow, needed: number): void {
  row.need = { n: needed, less: true };
  row.good = row.faces.map((face) => face <= needed);
}

function judgeAll(rows: RollRow[], data: Data, by: (row: RollRow, needed: number) => void): void {
  if (typeof data.needed !== "number") return;
  for (const row of [...rows].reverse()) {
    if (row.who !== data.who || row.need) return;
    by(row, data.needed);
    if (!GOES_ON.test(row.purpose)) return;
  }
}

/** Several dice may be rolled before their verdicts are told: the earliest that shows the face and has none is meant. */
function judgeOne(rows: RollRow[], kind: string, data: Data): void {
  const verdict = ONE_DIE[kind]?.(data);
  if (!verdict || !Number.isFinite(verdict.needed)) return;
  const others = rows.map((row) => row.kind === "roll" && row.who === data.who).lastIndexOf(false);
  const row = rows.slice(others + 1).find((one) => !one.need && one.faces.length === 1 && one.faces[0] === data.roll);
  if (!row) return;
  row.need = { n: verdict.needed, less: verdict.less };
  row.good = [verdict.good];
}

/** One die for each: named, or seat by seat, and then among those who tied for the highest. */
function shareRollOff(rows: RollRow[], data: Data): void {
  const last = rows.at(-1);
  if (last && Array.isArray(data.who) && data.who.length === last.faces.length) last.owners = data.who.map(String);
  if (!Array.isArray(data.rolls)) return;
  let seats = (rows.at(-data.rolls.length)?.faces ?? []).map((_, seat) => seat);
  for (const row of rows.slice(-data.rolls.length)) {
    row.owners = seats;
    const best = Math.max(...row.faces);
    seats = seats.filter((_, i) => row.faces[i] === best);
  }
}

const POOLS = [["attacker", "attacker_off", "OFF"], ["target", "target_def", "DEF"], ["target", "target_off", "OFF"], ["attacker", "attacker_def", "DEF"]] as const;

/** Both sides' dice in one roll, pool by pool. */
function sharePools(row: RollRow | undefined, data: Data): void {
  const dice = POOLS.flatMap(([who, pool, word]) => (Array.isArray(data[pool]) ? data[pool] : []).map((face: unknown, i) => ({ face, owner: String(data[who]), word: i ? "" : word })));
  if (!row || dice.length !== row.faces.length || dice.some((die, i) => die.face !== row.faces[i])) return;
  row.owners = dice.map((die) => die.owner);
  row.labels = dice.map((die) => die.word);
}
