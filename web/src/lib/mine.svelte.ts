/** My games: the links this browser holds. The tokens are the seats, so they stay in this browser. */
import { api } from "./api";
import { nonce } from "./format";
import { keep, load } from "./settings.svelte";

export interface MyGame {
  game: string;
  /** Seat tokens, several in a hot-seat game; empty for a game that was only watched. */
  tokens: string[];
  watch: string;
  ruleset: string;
  title: string;
  /** Who sits where, for the list. */
  sides: string;
  /** Invitations not yet given away. */
  invites: { seat: number; side: string; token: string }[];
  touched: number;
  over: boolean;
  /** The seat whose decisions can be reviewed; none of a game that was only watched. */
  seat?: number | null;
  line: string;
  /** A lesson, and no battle. */
  lesson?: boolean;
  /** The text of a tutorial was read and put away. */
  read?: boolean;
}

const KEY = "sandtable.games";
const MOST = 200;
/** Invitations we have asked a seat for, and the token we want for it. */
const CLAIMS = "sandtable.claims";

function stored(): MyGame[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? (list as MyGame[]).filter((one) => one && typeof one.game === "string") : [];
  } catch {
    return [];
  }
}

class MyGames {
  list = $state.raw<MyGame[]>(stored());

  find(game: string): MyGame | undefined {
    return this.list.find((one) => one.game === game);
  }

  put(game: string, change: Partial<MyGame>): void {
    const old = this.find(game);
    const now: MyGame = {
      ...{ game, tokens: [], watch: "", ruleset: "", title: "", sides: "", invites: [], touched: 0, over: false, line: "" },
      ...old,
      ...change,
      touched: Date.now(),
    };
    this.list = [now, ...this.list.filter((one) => one.game !== game)].slice(0, MOST);
    keep(KEY, this.list);
  }

  forget(game: string): void {
    this.list = this.list.filter((one) => one.game !== game);
    keep(KEY, this.list);
  }
}

/** Takes the seat of an invitation and gives back its new token. That is written down before we ask for it: if the reply
 * is lost, the same invitation asks for the same token again, and the seat is still ours. */
export async function takeSeat(game: string, invitation: string): Promise<string> {
  const wanted = load<Record<string, string>>(CLAIMS, {})[invitation] ?? nonce();
  keep(CLAIMS, { ...load(CLAIMS, {}), [invitation]: wanted });
  const { token } = await api.claim(game, invitation, wanted);
  mine.put(game, { tokens: [token] });
  const { [invitation]: _taken, ...others } = load<Record<string, string>>(CLAIMS, {});
  keep(CLAIMS, others);
  return token;
}

export const mine = new MyGames();
addEventListener("storage", (event) => {
  if (event.key === KEY) mine.list = stored();
});
