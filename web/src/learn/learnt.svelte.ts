/** What somebody has learnt, kept in this browser alone: lessons that are done, and what a coach has said already. */
import { keep, load } from "../lib/settings.svelte";

interface Learnt {
  /** Lessons by `ruleset/id`. */
  done: string[];
  /** Topics of questions by `ruleset/topic`. */
  said: string[];
  coach: boolean;
}

const KEY = "sandtable.learnt";

class Learning {
  /** What is so now. An effect that goes sees the state as it was before, and what it writes then would bring that back. */
  #now: Learnt = load(KEY, { done: [], said: [], coach: true });
  #kept = $state.raw<Learnt>(this.#now);

  get coach(): boolean { return this.#kept.coach; }
  set coach(on: boolean) { this.#put({ coach: on }); }

  isDone(ruleset: string, lesson: string): boolean { return this.#kept.done.includes(`${ruleset}/${lesson}`); }
  finish(ruleset: string, lesson: string): void { if (!this.isDone(ruleset, lesson)) this.#put({ done: [...this.#now.done, `${ruleset}/${lesson}`] }); }

  wasSaid(ruleset: string, topic: string): boolean { return this.#kept.said.includes(`${ruleset}/${topic}`); }
  say(ruleset: string, topic: string): void { if (!this.#now.said.includes(`${ruleset}/${topic}`)) this.#put({ said: [...this.#now.said, `${ruleset}/${topic}`] }); }
  /** A coach begins anew. */
  again(ruleset: string): void { this.#put({ coach: true, said: this.#now.said.filter((one) => !one.startsWith(`${ruleset}/`)) }); }

  #put(change: Partial<Learnt>): void {
    this.#now = { ...this.#now, ...change };
    this.#kept = this.#now;
    keep(KEY, this.#now);
  }
}

export const learnt = new Learning();
