/** Everything has an address. Seat tokens stand behind the `#`, so no server log ever sees them. */
export type Route =
  | { page: "home" | "watch" | "rules" | "replays" | "settings" | "about" | "lost" }
  | { page: "puzzles"; ruleset: string; puzzle: string }
  | { page: "new"; ruleset: string; force: string }
  | { page: "forces" | "learn"; ruleset: string }
  | { page: "book"; ruleset: string; clause: string }
  | { page: "case"; ruleset: string; name: string; step: number }
  | { page: "game"; game: string; token: string; watching: boolean }
  | { page: "replay"; game: string; token: string; at: number | null }
  | { page: "review"; game: string; token: string; seat: number; at: number | null };

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const asked = new URLSearchParams(query);
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const number = (name: string): number | null => {
    const value = Number.parseInt(asked.get(name) ?? "", 10);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  switch (first) {
    case "": return { page: "home" };
    case "watch": case "replays": case "settings": case "about": return { page: first };
    case "new": return { page: "new", ruleset: second, force: asked.get("force") ?? "" };
    case "learn": case "forces": return { page: first, ruleset: second };
    case "puzzles": return { page: first, ruleset: second, puzzle: third };
    case "rules": return second ? { page: "book", ruleset: second, clause: third } : { page: "rules" };
    case "case": return { page: "case", ruleset: second, name: third, step: number("step") ?? 0 };
    case "g": return { page: "game", game: second, token: third, watching: false };
    case "w": return { page: "game", game: second, token: third, watching: true };
    case "r": return { page: "replay", game: second, token: third, at: number("at") };
    case "v": return { page: "review", game: second, token: third, seat: number("seat") ?? 0, at: number("at") };
    default: return { page: "lost" };
  }
}

const part = encodeURIComponent;

/** The address of a page, as it stands in a link. */
export const to = {
  home: "#/",
  watch: "#/watch",
  rules: "#/rules",
  replays: "#/replays",
  settings: "#/settings",
  about: "#/about",
  puzzles: "#/puzzles",
  learn: (ruleset = "") => (ruleset ? `#/learn/${part(ruleset)}` : "#/learn"),
  forces: (ruleset = "") => (ruleset ? `#/forces/${part(ruleset)}` : "#/forces"),
  new: (ruleset: string, force = "") => `#/new/${part(ruleset)}${force ? `?force=${part(force)}` : ""}`,
  book: (ruleset: string, clause = "") => `#/rules/${part(ruleset)}${clause ? `/${part(clause)}` : ""}`,
  case: (ruleset: string, name: string, step = 0) => `#/case/${part(ruleset)}/${part(name)}${step ? `?step=${step}` : ""}`,
  game: (game: string, token: string) => `#/g/${part(game)}/${part(token)}`,
  watching: (game: string, token: string) => `#/w/${part(game)}/${part(token)}`,
  review: (game: string, token: string, seat: number, at: number | null = null) => `#/v/${part(game)}/${part(token)}?seat=${seat}${at === null ? "" : `&at=${at}`}`,
  replay: (game: string, token = "", at: number | null = null) =>
    `#/r/${part(game)}${token ? `/${part(token)}` : ""}${at === null ? "" : `?at=${at}`}`,
};

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }

  go(address: string): void {
    location.hash = address.replace(/^#/, "");
  }

  /** Changes the address without a new entry in the history (a replay's step). */
  replace(address: string): void {
    history.replaceState(history.state, "", address);
    this.route = parse(location.hash);
  }

  /** A link as it is sent to somebody else. */
  absolute(address: string): string {
    return new URL(address, location.href.replace(/#.*$/, "")).href;
  }
}

export const router = new Router();
