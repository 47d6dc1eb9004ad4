/** Happenings in words: by who and what kind, never by result. */
import { figure, unitsOf } from "../lib/sides";
import { t } from "../lib/strings";
import type { Scene } from "../lib/wire";
import type { Happening } from "./moments";

export function nameOf(one: Happening, scene: Scene | null): string {
  if (one.kind === "round") return one.text || t("play.round");
  if (one.kind === "marker") return one.text || t("play.marker");
  const who = figure(scene, one.who)?.name ?? unitsOf(scene).find((unit) => unit.id === one.who)?.name ?? one.who;
  return who ? t(`play.${one.kind}`, { who }) : t(one.kind === "rolls" ? "play.dice" : "play.things");
}

/** All that the log says of a happening, as one sentence for the ear. */
export const saidOf = (one: Happening): string => one.moments.flatMap((moment) => moment.said).join(" ");
