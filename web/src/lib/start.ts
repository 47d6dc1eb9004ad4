/** From a wish to a running game: makes it, remembers the links, and goes there. */
import { api } from "./api";
import { battles } from "./battles.svelte";
import { nonce } from "./format";
import { mine } from "./mine.svelte";
import { router, to } from "./router.svelte";
import { settings } from "./settings.svelte";
import type { GameWish, MadeGame, School, SeatWish, WaitingGame } from "./wire";

/** Who sits on a seat, as the set-up page names it. */
export type Sitter = "me" | "here" | "link" | "anyone" | { bot: string };

export function seatWish(sitter: Sitter): SeatWish {
  if (typeof sitter === "object") return { kind: "bot", bot: sitter.bot };
  if (sitter === "anyone") return { kind: "person", open: true };
  return sitter === "link" ? { kind: "person" } : { kind: "person", ...(settings.name ? { name: settings.name } : {}) };
}

/** Which tokens this browser keeps and which it gives away. */
export function remember(made: MadeGame, sitters: readonly Sitter[], ruleset: string, title: string): string[] {
  const persons = made.seats.filter((one) => one.token);
  const away = (one: { seat: number }): boolean => sitters[one.seat] === "link" || sitters[one.seat] === "anyone";
  const kept = persons.filter((one) => !away(one));
  const given = persons.filter(away);
  const tokens = kept.map((one) => one.token ?? "");
  mine.put(made.game, {
    tokens, watch: made.watch, ruleset, title, sides: made.seats.map((one) => one.name || one.side).join(" · "),
    invites: given.map((one) => ({ seat: one.seat, side: one.side, token: one.token ?? "" })),
  });
  return tokens;
}

export async function start(wish: GameWish, sitters: readonly Sitter[], title: string): Promise<void> {
  const made = await api.newGame({ ...wish, seats: sitters.map(seatWish) });
  settings.lastPlayed = wish.ruleset;
  const tokens = remember(made, sitters, wish.ruleset, title);
  router.go(tokens.length ? to.game(made.game, tokens.join(",")) : to.watching(made.game, made.watch));
}

/** Begins a lesson; its seats and dice are its own. */
export async function startLesson(school: School, lesson: string): Promise<void> {
  const made = await api.newGame({ ruleset: school.ruleset, lesson });
  const tokens = remember(made, [], school.ruleset, school.title);
  mine.put(made.game, { lesson: true });
  router.go(to.game(made.game, tokens.join(",")));
}

/** Sits down to a game that waits for anybody. */
export async function sitDown(waiting: WaitingGame): Promise<void> {
  const sat = await api.sitDown(waiting.game, settings.name, nonce());
  settings.lastPlayed = waiting.ruleset;
  mine.put(sat.game, { tokens: [sat.token], watch: sat.watch, ruleset: waiting.ruleset, title: waiting.title, sides: waiting.name });
  router.go(to.game(sat.game, sat.token));
}

/** A quick battle of a ruleset, as it was drawn, against whom the player last chose, or chooses now. */
export async function quickBattle(ruleset: string, against = settings.against): Promise<void> {
  const [page, line] = await Promise.all([api.ruleset(ruleset), battles.drawn(ruleset)]);
  const bot = page.bots.find((one) => one.name === settings.level)?.name ?? page.bot;
  const others: Sitter = against === "bot" ? { bot } : against === "friend" ? "link" : against === "anyone" ? "anyone" : "here";
  const { seed, forces, place } = { ...battles.of(ruleset), ...line };
  await start({ ruleset, battle: { seed, forces, place } }, ["me", ...line.seats.slice(1).map(() => others)], page.title);
  void battles.another(ruleset); // the next one is not the same
}
