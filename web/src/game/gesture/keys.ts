/** What a key does to a gesture: the next way, the next target, the first switch. */
import { marked, rowsOf, togglesOf, type Gesture } from "../../stage/gestures";
import type { Model, Plan, Question, Scene } from "../../stage/types";

type Chosen = { plan: Plan } | { gesture: Gesture } | null;

const taking = (plan: Plan, chosen: number): Chosen => ({ plan: { ...plan, sights: [], ways: { ...plan.ways!, chosen, held: true, there: null } } });

export function gestureKey(name: string, plan: Plan, question: Question | null, scene: Scene | null): Chosen {
  const found = plan.ways;
  if (name === "t") return question?.kind === "choose-one" ? nextTarget(plan, question, scene) : null;
  if (!found?.ways.length) return null;
  if (name === "v") {
    const rows = rowsOf(found.ways, found.chosen);
    return taking(plan, rows[(rows.indexOf(found.chosen) + 1) % rows.length]!);
  }
  const toggle = name === "f" ? togglesOf(found.ways, found.chosen)[0] : undefined;
  return toggle ? taking(plan, toggle.to) : null;
}

/** The ways at the next enemy, the nearest to whoever acts first. */
function nextTarget(plan: Plan, question: Question, scene: Scene | null): Chosen {
  if (!scene || (scene.kind !== "table" && scene.kind !== "grid")) return null;
  const { acts, targets } = marked(plan, question, scene);
  const own = scene.sides.findIndex((side) => side.seat === question.seat);
  const units = scene.kind === "table" ? (scene.units ?? []) : [];
  const spot = (id: string): Model | undefined => scene.models.find((one) => one.x !== null && one.state !== "gone" && one.state !== "fallen" && (one.id === id || units.find((unit) => unit.id === id)?.members.includes(one.id)));
  const from = spot(acts);
  const far = (id: string): number => { const to = spot(id)!; return from ? Math.hypot(to.x! - from.x!, to.y! - from.y!) : 0; };
  const enemies = (units.length ? units : scene.models).filter((one) => one.side !== own && spot(one.id)).map((one) => one.id).sort((a, b) => far(a) - far(b));
  const next = enemies[(enemies.indexOf(targets[0] ?? "") + 1) % enemies.length];
  const chosen = plan.ways?.gesture.who ?? question.options?.find((one) => one.id === plan.option)?.points_at?.find((ref) => ref.kind === "model" || ref.kind === "unit")?.id;
  return next ? { gesture: { gesture: "at", target: next, ...(chosen ? { who: chosen } : {}) } } : null;
}
