import { t } from "./strings";
import type { GameEvent, WentBack } from "./wire";

/** The log with a line for every take-back, at the moment the game went back to. */
export function withTakeBacks(events: readonly GameEvent[], back: readonly WentBack[], name: (seat: number) => string): GameEvent[] {
  if (!back.length) return [...events];
  const lines = back.map((one, i): GameEvent => ({
    n: -1 - i, kind: "takeback", clauses: [], data: { seat: one.seat }, at: one.at,
    text: one.rolls ? t("back.doneDice", { name: name(one.seat), n: one.rolls }) : t("back.done", { name: name(one.seat) }),
  }));
  // What came with the input before it stays before it.
  return [...events, ...lines].sort((a, b) => a.at - b.at || Number(a.kind === "takeback") - Number(b.kind === "takeback"));
}
