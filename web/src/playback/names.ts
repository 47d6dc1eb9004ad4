/** Happenings in words: by who and what kind, never by result. */
import { figure, unitsOf } from "../lib/sides";
import { t } from "../lib/strings";
import type { Scene } from "../lib/wire";
import type { Happening } from "./moments";

export function nameOf(one: Happening, scene: Scene | null): string {
  if (one.kind === "round") return one.text || t("play.round");
  if (one.kind === "marker") return one.text || t("play.marker");
  const who = figure(scene, one.who)?.name ?? unitsOf(scene).find((unit) => unit.id === one.who)?.name ?? one.who;
  if (one.moments.every((moment) => moment.kind === "comes")) return t("play.comes", { who });
  // Dice that nobody rolls alone are called by what they are for.
  if (!who) return one.kind === "rolls" ? t("play.dice", { what: purposeOf(one) }) : t("play.things");
  return t(`play.${one.kind}`, { who });
}

/** What its dice are for, without the names of whom it concerns: `initiative`, `roll-off`. */
const purposeOf = (one: Happening): string => worded(one.moments.find((moment) => moment.row)?.row?.purpose ?? "");
export const worded = (purpose: string): string => /^(.*?)(?:: | of | for | on | at |$)/.exec(purpose)![1]!;

/** All that the log says of a happening, as one sentence for the ear. */
export const saidOf = (one: Happening): string => one.moments.flatMap((moment) => moment.said).join(" ");
