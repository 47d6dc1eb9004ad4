/** A planned unit move in words. */
import { t, type Key } from "../../lib/strings";
import type { UnitPlan } from "../types";

const FORMATIONS: Record<string, Key> = { keep: "unit.keep", line: "unit.line", block: "unit.block", wrap: "unit.wrap" };
/** What a formation is called; a word of the ruleset's own stays as it is. */
export const formationWord = (name: string): string => (FORMATIONS[name] ? t(FORMATIONS[name]!) : name);

export const inches = (value: number): string => `${Math.round(value * 10) / 10}″`;

/** The first few names, and how many more there are. */
export function someNames(names: readonly string[], most = 4): string {
  const left = names.length - most;
  return left > 0 ? t("unit.andMore", { names: names.slice(0, most).join(", "), n: left }) : names.join(", ");
}

/** Why the models of a group stop short, in the words of the first of them. */
export const reasonOf = (plan: UnitPlan, group: UnitPlan["short"][number]): string =>
  plan.models.find((way) => way.id === group.models[0])?.short?.reason ?? group.cause;

/** `Keep shape: 17 reach their place. 3 stop short: … One chain. Circle 7 of 9 inches.` */
export function planWords(plan: UnitPlan, formation: string): string {
  const short = plan.short.reduce((sum, group) => sum + group.models.length, 0);
  const parts = [t("unit.said.reach", { formation: formationWord(formation), n: plan.models.length - short })];
  if (short) parts.push(t("unit.said.short", { n: short, why: plan.short.map((group) => `${someNames(group.models)}: ${reasonOf(plan, group)}${group.clause && `, ${group.clause}`}`).join("; ") }));
  if (plan.chain) parts.push(t(plan.chain.ok ? "unit.said.chain" : "unit.said.broken"));
  if (plan.circle) parts.push(t("unit.said.circle", { across: inches(plan.circle.across), most: inches(plan.circle.most) }));
  if (plan.refused) parts.push(t("unit.said.refused", { reason: plan.refused.reason }));
  return parts.join(" ");
}
