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
  #kept = $state.raw<Learnt>(load(KEY, { done: [], said: [], coach: true }));

  get coach(): boolean { return this.#kept.coach; }
  set coach(on: boolean) { this.#put({ coach: on }); }

  isDone(ruleset: string, lesson: string): boolean { return this.#kept.done.includes(`${ruleset}/${lesson}`); }
  finish(ruleset: string, lesson: string): void { if (!this.isDone(ruleset, lesson)) this.#put({ done: [...this.#kept.done, `${ruleset}/${lesson}`] }); }

  wasSaid(ruleset: string, topic: string): boolean { return this.#kept.said.includes(`${ruleset}/${topic}`); }
  say(ruleset: string, topic: string): void { if (!this.wasSaid(ruleset, topic)) this.#put({ said: [...this.#kept.said, `${ruleset}/${topic}`] }); }
  /** A coach begins anew. */
  again(ruleset: string): void { this.#put({ coach: true, said: this.#kept.said.filter((one) => !one.startsWith(`${ruleset}/`)) }); }

  #put(change: Partial<Learnt>): void {
    this.#kept = { ...this.#kept, ...change };
    keep(KEY, this.#kept);
  }
}

export const learnt = new Learning();
