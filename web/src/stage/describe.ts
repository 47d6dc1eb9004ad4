/** The scene in plain sentences, for those who listen: sides, then models by side and name, marks, terrain. */
import type { DraftScene, GridScene, Mark, Model, Scene, Sight, TableScene } from "./types";

export interface Described { heading: string; lines: string[] }

const STATE: Record<Model["state"], string> = {
  ready: "ready", done: "has acted", fallen: "out of action", gone: "gone", waiting: "not on the table yet",
};

export function describe(scene: Scene, sights: readonly Sight[] = []): Described[] {
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
  return `at ${x.toFixed(1)}, ${y.toFixed(1)}${piece ? `, ${piece.form === "block" ? "on" : "in"} ${piece.name}` : ""}`;
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
  const parts = [model.name, scene.sides[model.side]?.name ?? "", model.role, STATE[model.state]];
  if (model.x !== null && model.y !== null) parts.push(placeWords(scene, model.x, model.y));
  if (model.wounds && model.wounds.left < model.wounds.most) parts.push(`${model.wounds.left} of ${model.wounds.most} wounds left`);
  if (model.pins) parts.push(model.pins.text);
  parts.push(...model.statuses.map((status) => status.text));
  if (sight) parts.push(sight.text.replace("″", " inches"), sight.verdict, sight.warning ?? "");
  return parts.filter(Boolean).join(", ");
}

function markWords(scene: TableScene | GridScene, mark: Mark): string {
  if (mark.kind === "objective") return `Objective ${mark.label} ${placeWords(scene, mark.x, mark.y)}. ${mark.text.join(". ")}`;
  if (mark.kind === "token") return `${mark.text} ${placeWords(scene, mark.x, mark.y)}`;
  return mark.text;
}

function describeTable(scene: TableScene | GridScene, sights: readonly Sight[]): Described[] {
  const found: Described[] = [{ heading: scene.title, lines: [scene.headline, ...scene.sides.map(sideWords)] }];
  scene.sides.forEach((side, i) => {
    const models = scene.models.filter((model) => model.side === i).sort((a, b) => a.name.localeCompare(b.name));
    found.push({ heading: side.name, lines: models.map((model) => modelWords(scene, model, sights.find((s) => s.to === model.id))) });
  });
  if (scene.marks.length) found.push({ heading: "Marks", lines: scene.marks.map((mark) => markWords(scene, mark)) });
  if (scene.kind === "table") {
    found.push({
      heading: "Terrain",
      lines: scene.ground.pieces.map((piece) => {
        const xs = piece.outline.map((p) => p[0]), ys = piece.outline.map((p) => p[1]);
        const range = (v: number[]) => `${Math.min(...v).toFixed(0)} to ${Math.max(...v).toFixed(0)}`;
        return `${piece.name}, ${piece.kind}, across ${range(xs)}, up ${range(ys)}. ${piece.text.join(" ")}`;
      }),
    });
  } else {
    found.push({ heading: "Ground", lines: scene.ground.cells.map((cell) => `${cellName(...cell.at)}: ${cell.text}`) });
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
    found.push({ heading: scene.queue.word, lines: [`Still to pick: ${left.join(", ")}`] });
  }
  if (scene.track) found.push({ heading: scene.track.word, lines: scene.track.order.map((o) => `${o.who} ${o.value}, ${o.state}`) });
  found.push({
    heading: "Fighters",
    lines: scene.fighters.map((one) => [
      one.name, scene.sides[one.side]?.name, STATE[one.state], ...one.facts, ...one.numbers.map(([word, value]) => `${word} ${value}`),
      `${scene.ladder.word} ${one.position}`, `${one.trauma.word} ${one.trauma.value}`,
      one.set.some((die) => !die.taken) ? `set: ${dice(one.set.filter((die) => !die.taken))}` : "",
      one.pool.length ? `pool: ${dice(one.pool)}` : "", ...one.statuses.map((status) => status.text),
    ].filter(Boolean).join(", ")),
  });
  return found;
}

const dice = (list: { colour: string; value: number }[]): string => list.map((die) => `${die.colour} ${die.value}`).join(", ");
