/** Answers that somebody has in mind for us (a hint, a lesson) as a plan: the whole way, ready to confirm, and nothing spent. */
import { ends } from "../lib/ends";
import type { AskedQuestion } from "../lib/wire";
import { givenWay, type Way } from "./gestures";
import { emptyPlan, type Answer, type Ask, type Plan, type Tried } from "./types";

interface Doors { question: AskedQuestion | null; look: (ask: Ask) => Promise<unknown>; try: (answer: Answer) => Promise<Tried> }

export async function planOf(answers: readonly Answer[], link: Doors): Promise<Plan | null> {
  const [answer] = answers, kind = link.question?.kind;
  if (answer === undefined || answer === null || !kind) return null;
  const found = answers.length > 1 ? ((await link.look({ what: "ways", chain: [...answers] }).catch(() => null)) as { ways?: Way[] } | null) : null;
  const way = found?.ways?.[0];
  if (way && way.answers.length > 1) return { ...emptyPlan(), ways: givenWay(way) };
  if (kind === "move" || kind === "place") {
    const tried = await link.try(answer);
    return tried.ok ? { ...emptyPlan(), answer: tried.answer, at: ends(tried.answer), text: tried.preview?.text ?? "", preview: tried.preview ?? null } : null;
  }
  if (Array.isArray(answer)) return { ...emptyPlan(), options: answer as string[], answer };
  return { ...emptyPlan(), option: typeof answer === "string" ? answer : null, answer };
}
