/** The words of a draft: they come with it. */
import { learn, t, type Key } from "../../lib/strings";

const en = {
  "draft.picksNow": "picks now",
  "draft.actsNow": "acts now",
  "draft.for": "for {name}",
  "draft.initiative": "Initiative",
  "draft.die": "{colour} {value} of {name}",
  "draft.dieTaken": "{colour} {value}, taken",
  "draft.dieNot": "{colour} {value} of {name}, cannot be taken",
  "draft.diePool": "{colour} {value} in the pool of {name}",
  "draft.poolOf": "Pool of {name}",
  "draft.card": "{name}, card",
  "draft.fallen": "Fallen",
  "draft.gone": "Out of the fight",
  "draft.waiting": "Not in the fight yet",
  "draft.buys": "What the pool of {name} buys",
  "draft.yes": "with what is in it",
  "draft.now": "with the die you look at",
  "draft.no": "not now",
  "draft.all": "all",
  "draft.free": "free",
  "draft.choose": "Point at a die: here is what it would do.",
  "draft.lets": "It lets {name} pay for",
  "draft.letsNothing": "It pays for nothing new yet.",
  "draft.dice": "Dice to pick from",
} as const;
learn(en);

export const w = (key: keyof typeof en, fill: Record<string, string | number> = {}): string => t(key as unknown as Key, fill);
