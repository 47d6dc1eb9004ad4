/** The scene in plain sentences, for those who listen: sides, then models by side and name, marks, terrain. */
import { t } from "../lib/strings";
import type { DraftScene, GridScene, Mark, Model, Scene, Sight, TableScene, Unit } from "./types";

export interface Described { heading: string; lines: string[] }

const stateWords = (state: Model["state"]): string => t(`stage.state.${state}`);

export function describe(scene: Scene, sights: readonly Sight[] = []): Described[] {
  if (scene.kind === "board") return [{ heading: scene.title, lines: scene.rows.map((row) => row.map((cell, i) => (scene.columns[i] && cell ? `${scene.columns[i]} ${cell}` : cell)).filter(Boolean).join(", ")) }];
  return scene.kind === "draft" ? describeDraft(scene) : describeTable(scene, sights);
}

export const cellName = (x: number, y: number): string => {
  let letters = "";
  for (let c = Math.floor(x); c >= 0; c = Math.floor(c / 26) - 1) letters = String.fromCharCode(97 + (c % 26)) + letters;
  return `${letters}${Math.floor(y) + 1}`;
};

export function placeWords(scene: TableScene | GridScene, x: number, y: number): string {
  if (scene.kind === "grid") return cellName(x, y);
  const piece = scene.ground.pieces.find((one) => holds(one.outline, x, y));
  const spot = t("stage.at", { x: x.toFixed(1), y: y.toFixed(1) });
  return piece ? `${spot}, ${t(piece.form === "block" ? "stage.on" : "stage.in", { name: piece.name })}` : spot;
}

function holds(ring: [number, number][], x: number, y: number): boolean {
  let found = false;
  ring.forEach(([x0, y0], i) => {
    const [x1, y1] = ring[(i + 1) % ring.length]!;
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)) found = !found;
  });
  return found;
}

export function modelWords(scene: TableScene | GridScene, model: Model, sight?: Sight): string {
  const parts = [model.name, scene.sides[model.side]?.name ?? "", model.role, stateWords(model.state)];
  if (model.x !== null && model.y !== null) parts.push(placeWords(scene, model.x, model.y));
  if (model.wounds && model.wounds.left < model.wounds.most) parts.push(t("stage.woundsLeft", { left: model.wounds.left, most: model.wounds.most }));
  if (model.pins) parts.push(model.pins.text);
  parts.push(...model.statuses.map((status) => status.text));
  if (sight) parts.push(sight.text.endsWith("″") ? t("stage.inches", { n: sight.text.slice(0, -1) }) : sight.text, sight.verdict, sight.warning ?? "");
  return parts.filter(Boolean).join(", ");
}

function markWords(scene: TableScene | GridScene, mark: Mark): string {
  if (mark.kind === "objective") return `${t("stage.objective", { label: mark.label })} ${placeWords(scene, mark.x, mark.y)}. ${mark.text.join(". ")}`;
  if (mark.kind === "token") return `${mark.text} ${placeWords(scene, mark.x, mark.y)}`;
  return mark.text;
}

/** A unit is one entry; its models are told behind it. */
export function unitWords(scene: TableScene, unit: Unit): string {
  const members = scene.models.filter((model) => unit.members.includes(model.id));
  const where = members.flatMap((model) => (model.x !== null && model.y !== null ? [`${model.name} ${placeWords(scene, model.x, model.y)}`] : []));
  const parts = [unit.name, scene.sides[unit.side]?.name ?? "", t("unit.count", { left: unit.count.left, most: unit.count.most }), stateWords(unit.state), unit.facts, ...unit.statuses.map((status) => status.text)];
  return `${parts.filter(Boolean).join(", ")}${where.length ? `. ${where.join("; ")}` : ""}`;
}

function describeTable(scene: TableScene | GridScene, sights: readonly Sight[]): Described[] {
  const found: Described[] = [{ heading: scene.title, lines: [scene.headline, ...scene.sides.map(sideWords)] }];
  const units = scene.kind === "table" ? (scene.units ?? []) : [];
  const ranked = new Set(units.flatMap((unit) => unit.members));
  scene.sides.forEach((side, i) => {
    const whole = units.filter((unit) => unit.side === i).map((unit) => unitWords(scene as TableScene, unit));
    const models = scene.models.filter((model) => model.side === i && !ranked.has(model.id) && !(units.length && model.x === null)).sort((a, b) => a.name.localeCompare(b.name));
    found.push({ heading: side.name, lines: [...whole, ...models.map((model) => modelWords(scene, model, sights.find((s) => s.to === model.id)))] });
  });
  if (scene.marks.length) found.push({ heading: t("stage.marks"), lines: scene.marks.map((mark) => markWords(scene, mark)) });
  if (scene.kind === "table") {
    found.push({
      heading: t("stage.terrain"),
      lines: scene.ground.pieces.map((piece) => {
        const xs = piece.outline.map((p) => p[0]), ys = piece.outline.map((p) => p[1]);
        const range = (v: number[]) => t("stage.range", { from: Math.min(...v).toFixed(0), to: Math.max(...v).toFixed(0) });
        return t("stage.piece", { name: piece.name, kind: piece.kind, x: range(xs), y: range(ys), text: piece.text.join(" ") });
      }),
    });
  } else {
    found.push({ heading: t("stage.ground"), lines: scene.ground.cells.map((cell) => `${cellName(...cell.at)}: ${cell.text}`) });
  }
  return found;
}

function sideWords(side: Scene["sides"][number]): string {
  const score = side.score ? `${side.score.value} ${side.score.word}` : "";
  const counters = side.counters ? `${side.counters.left} ${side.counters.word}` : "";
  return [side.name, score, counters, ...(side.facts ?? [])].filter(Boolean).join(", ");
}

function describeDraft(scene: DraftScene): Described[] {
  const found: Described[] = [{ heading: scene.title, lines: [scene.headline, ...scene.sides.map(sideWords), ...scene.notes] }];
  if (scene.queue) {
    const left = scene.queue.cycles.flat().filter((pick) => !pick.done).map((pick) => pick.who);
    found.push({ heading: scene.queue.word, lines: [t("stage.stillToPick", { names: left.join(", ") })] });
  }
  if (scene.track) found.push({ heading: scene.track.word, lines: scene.track.order.map((o) => `${o.who} ${o.value}, ${o.state}`) });
  found.push({
    heading: t("stage.fighters"),
    lines: scene.fighters.map((one) => [
      one.name, scene.sides[one.side]?.name, stateWords(one.state), ...one.facts, ...one.numbers.map(([word, value]) => `${word} ${value}`),
      `${scene.ladder.word} ${one.position}`, `${one.trauma.word} ${one.trauma.value}`,
      one.set.some((die) => !die.taken) ? t("stage.set", { dice: dice(one.set.filter((die) => !die.taken)) }) : "",
      one.pool.length ? t("stage.pool", { dice: dice(one.pool) }) : "", ...one.statuses.map((status) => status.text),
    ].filter(Boolean).join(", ")),
  });
  return found;
}

const dice = (list: { colour: string; value: number }[]): string => list.map((die) => `${die.colour} ${die.value}`).join(", ");
