/** What the card under the pointer says. */
import { t } from "../../lib/strings";
import { cellName } from "../describe";
import { whyNot } from "../options";
import type { GridGround, Lit, Model, ObjectiveMark, Piece, Question, Sight, Unit } from "../types";

export interface Card { title: string; sub: string; lines: string[]; model: Model | null; slot: number }

const plain = (title: string, sub: string, lines: string[]): Card => ({ title, sub, lines, model: null, slot: 1 });

/** Why it cannot be chosen; of an enemy, at whom one may point anyway, not why he does not act for us. */
function refused(question: Question | null, id: string, slot: number): string {
  const why = question && (slot === 1 || question.who || question.unit || question.kind !== "choose-one") ? whyNot(question, id) : null;
  return why ? `${why.reason} ${why.clause}` : "";
}

/** `floor` is where it stands in a building with several, "" elsewhere. */
export function modelCard(model: Model, slot: number, question: Question | null, sight: Sight | undefined, odds = "", floor = ""): Card {
  const hurt = model.wounds ? t("stage.wounds", { left: model.wounds.left, most: model.wounds.most }) : "";
  const acted = model.state === "done" ? t("stage.acted") : model.state === "fallen" ? t("stage.out") : "";
  const lines = [model.facts, [hurt, acted].filter(Boolean).join(" · "), model.pins?.text ?? "", ...model.statuses.map((one) => one.text)];
  if (floor && !model.statuses.some((one) => one.id === "level")) lines.push(t("stage.floor.on", { floor }));
  if (sight) lines.push(`${sight.text}: ${sight.verdict}`, sight.warning ?? "");
  lines.push(odds, refused(question, model.id, slot));
  return { title: model.name, sub: model.role, lines: lines.filter(Boolean), model, slot };
}

export function unitCard(unit: Unit, slot: number, question: Question | null): Card {
  const lines = [unit.facts, unit.state === "done" ? t("stage.acted") : "", ...unit.statuses.map((one) => one.text)];
  lines.push(refused(question, unit.id, slot));
  return { title: unit.name, sub: t("unit.count", { left: unit.count.left, most: unit.count.most }), lines: lines.filter(Boolean), model: null, slot };
}

export function groundCard(lit: NonNullable<Lit>, objectives: readonly ObjectiveMark[], pieces: readonly Piece[], grid: GridGround | null): Card | null {
  if (lit.kind === "mark") {
    const mark = objectives.find((one) => one.id === lit.id);
    return mark ? plain(t("stage.objective", { label: mark.label }), "", mark.text) : null;
  }
  if (lit.kind === "cell") {
    const cell = grid?.cells.find((one) => cellName(...one.at) === lit.id);
    return cell ? plain(cell.text.charAt(0).toUpperCase() + cell.text.slice(1), lit.id, []) : null;
  }
  const piece = lit.kind === "piece" ? pieces.find((one) => one.id === lit.id) : undefined;
  return piece?.text.length ? plain(piece.name, piece.kind, piece.text) : null;
}
