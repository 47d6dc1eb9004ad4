/** The scenes of a replay: they come in blocks, later ones as changes only, and are whole here. */
import { api } from "./api";
import { merged } from "./link.svelte";
import type { Question, ReplayScene, Scene } from "./wire";

const BLOCK = 40;

export class Scenes {
  /** Grows whenever a block has arrived, so that whoever waits looks again. */
  arrived = $state(0);
  #whole = new Map<number, { scene: Scene | null; question: Question | null }>();
  #asked = new Map<number, Promise<void>>();

  constructor(
    game: string,
    token: string,
    private readonly count: number,
    private readonly fetchBlock: (from: number, count: number) => Promise<ReplayScene[]> = (from, n) => api.scenes(game, token, from, n),
  ) {}

  at(step: number): { scene: Scene | null; question: Question | null } | undefined {
    void this.arrived;
    return this.#whole.get(step);
  }

  /** Asks for the block that holds a step, and for the next one. */
  async want(step: number): Promise<void> {
    const block = Math.floor(step / BLOCK);
    await this.#block(block);
    void this.#block(block + 1).catch(() => undefined);
  }

  #block(block: number): Promise<void> {
    const from = block * BLOCK;
    if (from > this.count) return Promise.resolve();
    let asked = this.#asked.get(block);
    if (!asked) {
      asked = this.fetchBlock(from, BLOCK).then((list) => this.#take(list));
      asked.catch(() => this.#asked.delete(block));
      this.#asked.set(block, asked);
    }
    return asked;
  }

  #take(list: ReplayScene[]): void {
    let before: Scene | null = null;
    for (const one of list) {
      before = one.scene ? merged(before, one.scene) : before;
      this.#whole.set(one.at, { scene: before, question: one.question });
    }
    this.arrived += 1;
  }
}
