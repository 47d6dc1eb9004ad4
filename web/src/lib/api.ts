/** The HTTP half of docs/api.md. Every failure is an `ApiError` with a reason fit to be shown. */
import { t } from "./strings";
import type {
  CaseLine, Force, ForceCheck, GameLine, GameWish, MadeGame, OpenGame, QuickLine, QuickWish, Replay, ReplayScene, ReviewOf, Rulebook, RulesetLine, RulesetPage, School, StoryPage, TableNow, WaitingGame, WorkedCase,
} from "./wire";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    readonly clause = "",
  ) {
    super(reason);
  }
}

interface Wanted { body?: unknown; text?: string; token?: string }

export async function call<T>(method: string, path: string, wanted: Wanted = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (wanted.token) headers.Authorization = `Bearer ${wanted.token}`;
  let body: string | undefined = wanted.text;
  if (wanted.body !== undefined) body = JSON.stringify(wanted.body);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body });
  } catch {
    throw new ApiError("offline", t("error.offline"));
  }
  const said: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = (said as { error?: { code?: string; reason?: string; clause?: string } } | null)?.error;
    throw new ApiError(error?.code ?? String(response.status), error?.reason ?? t("error.server"), error?.clause ?? "");
  }
  return said as T;
}

/** Asks once more where the line broke: only for what may be asked twice. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.code === "offline") return ask();
    throw error;
  }
}

/** What does not change while the page is open is asked for once. */
const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  let asked = kept.get(path) as Promise<T> | undefined;
  if (!asked) {
    asked = call<T>("GET", path);
    asked.catch(() => kept.delete(path));
    kept.set(path, asked);
  }
  return asked;
}

const part = encodeURIComponent;

export const api = {
  rulesets: () => once<RulesetLine[]>("/rulesets"),
  ruleset: (id: string) => once<RulesetPage>(`/rulesets/${part(id)}`),
  battle: (id: string, wish: QuickWish, picture = false) => {
    const asked = new URLSearchParams({ seed: wish.seed, place: wish.place ?? "", picture: String(picture) });
    for (const force of wish.forces ?? []) asked.append("force", force);
    return call<QuickLine>("GET", `/rulesets/${part(id)}/battle?${asked}`);
  },
  rulebook: (id: string) => once<Rulebook>(`/rulesets/${part(id)}/rulebook`),
  cases: (id: string) => once<CaseLine[]>(`/rulesets/${part(id)}/cases`),
  case: (id: string, name: string) => once<WorkedCase>(`/rulesets/${part(id)}/cases/${name.split("/").map(part).join("/")}`),
  school: (id: string) => once<School>(`/rulesets/${part(id)}/lessons`),
  forces: (id: string) => once<Force[]>(`/rulesets/${part(id)}/forces`),
  checkForce: (id: string, text: string, format: "toml" | "json" | "text") =>
    call<ForceCheck>("POST", `/rulesets/${part(id)}/forces/check`, { body: { text, format } }),
  newGame: (wish: GameWish) => call<MadeGame>("POST", "/games", { body: wish }),
  onNow: () => call<OpenGame[]>("GET", "/games"),
  waiting: () => call<WaitingGame[]>("GET", "/open"),
  /** `token` is what we want to hold the seat with: if a reply is lost, we ask for the same one again. */
  sitDown: (game: string, name: string, token: string) =>
    patiently(() => call<{ game: string; seat: number; token: string; watch: string }>("POST", `/open/${part(game)}`, { body: name ? { name, token } : { token } })),
  game: (game: string, token: string) => call<GameLine>("GET", `/games/${part(game)}`, { token }),
  claim: (game: string, token: string, wanted: string) =>
    patiently(() => call<{ token: string }>("POST", `/games/${part(game)}/claim`, { token, body: { token: wanted } })),
  fork: (game: string, at: number, token: string, seats?: GameWish["seats"]) =>
    call<MadeGame>("POST", `/games/${part(game)}/fork`, { token, body: seats ? { at, seats } : { at } }),
  replay: (game: string, token: string) => call<Replay>("GET", `/games/${part(game)}/replay`, { token }),
  table: (game: string, token: string) => call<TableNow>("GET", `/games/${part(game)}/table`, { token }),
  story: (game: string, token: string) => call<StoryPage>("GET", `/games/${part(game)}/story`, { token }),
  review: (game: string, token: string, seat: number) => call<ReviewOf>("GET", `/games/${part(game)}/review?seat=${seat}`, { token }),
  scenes: (game: string, token: string, from: number, count: number) =>
    call<ReplayScene[]>("GET", `/games/${part(game)}/replay/scenes?from=${from}&count=${count}`, { token }),
  save: (game: string, token: string) => call<unknown>("GET", `/games/${part(game)}/save`, { token }),
  loadReplay: (save: string) => call<{ game: string; watch: string }>("POST", "/replays", { text: save }),
};
