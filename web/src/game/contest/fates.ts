/** How likely it is that somebody comes to the end that is at stake, from what the server says of an option. */
import { prospect } from "../../lib/odds";
import type { Fate } from "../../stage/types";

export interface Chance { share: number; shown: string }

/** Null while nothing is known. Words of one row add up to 100: what is left out does not happen. */
export function chanceOf(odds: unknown, fate: Fate): Chance | null {
  const known = prospect(odds);
  if (!known || known.kind === "choice" || known.kind === "unknown") return null;
  const words = known.effects.filter((one) => one.who === fate.who).flatMap((one) => one.words.filter((word) => fate.words.includes(word.what)));
  const share = words.reduce((sum, word) => sum + word.chance, 0);
  if (!share) return { share, shown: "0 %" };
  return { share, shown: words.length === 1 ? words[0]!.shown : `${Math.round(share * 100)} %` };
}
