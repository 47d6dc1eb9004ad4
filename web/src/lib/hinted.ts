/** A hint in words: what to do, why, and what it is worth with its error. */
import { sentence } from "./proof";
import { t } from "./strings";
import type { Hint } from "./wire";

/** What rounds to 0.0 is no number to show: neither a gain nor an error of nothing was measured. */
const LEAST = 0.0005;
const percent = (share: number): string => (100 * Math.abs(share)).toFixed(1);

export function hinted({ best, other, worth, error, tries }: Hint): string[] {
  const besides = other?.plan.words.join(", ") === best.plan.words.join(", ") ? t("hint.elsewhere") : (other?.plan.words.join(", ") ?? "");
  const what = t("hint.is", { what: best.plan.words.join(", ") });
  // Some reasons are only the name of what to do.
  const tells = best.plan.why && !best.plan.words.includes(best.plan.why);
  // What waits came out a little better, and was not told for that.
  const onward = other && worth < -Math.max(error, LEAST);
  const gain = onward ? t("hint.onward", { n: percent(worth), other: besides, tries })
    : !other ? t("hint.only") : worth <= Math.max(error, LEAST) ? t("hint.equal", { other: besides, tries })
    : t(error < LEAST ? "hint.worthSure" : "hint.worth", { n: `+${percent(worth)}`, error: percent(error), other: besides, tries });
  return [what, ...(tells ? [sentence(best.plan.why)] : []), gain];
}
