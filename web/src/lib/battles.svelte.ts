/** Quick battles as they are drawn for each game: a seed, and what was wished for. They last as long as the page. */
import { api } from "./api";
import { nonce } from "./format";
import type { QuickLine, QuickWish } from "./wire";

class Battles {
  wishes = $state.raw<Record<string, QuickWish>>({});
  lines = $state.raw<Record<string, QuickLine>>({});

  of(ruleset: string): QuickWish {
    return this.wishes[ruleset] ?? { seed: "" };
  }

  /** The battle of this ruleset, drawn now if it was not yet: a first one at the place for that. */
  async drawn(ruleset: string, first = ""): Promise<QuickLine> {
    if (!this.wishes[ruleset]) this.wishes = { ...this.wishes, [ruleset]: { seed: nonce().slice(0, 8) } };
    return this.lines[ruleset] ?? this.#draw(ruleset, first);
  }

  /** Another one; what was wished for stays. */
  another(ruleset: string): Promise<QuickLine> {
    return this.wish(ruleset, { seed: nonce().slice(0, 8) });
  }

  wish(ruleset: string, wish: Partial<QuickWish>): Promise<QuickLine> {
    this.wishes = { ...this.wishes, [ruleset]: { ...this.of(ruleset), ...wish } };
    return this.#draw(ruleset);
  }

  async #draw(ruleset: string, first = ""): Promise<QuickLine> {
    const wish = this.of(ruleset), line = await api.battle(ruleset, first ? { place: first, ...wish } : wish);
    if (this.of(ruleset) === wish) this.lines = { ...this.lines, [ruleset]: line };
    return line;
  }
}

export const battles = new Battles();
