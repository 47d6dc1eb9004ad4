/** What calls for the player: the page's title, a notification, a word on every tab of a phone; and what is said and heard of what plays. */
import { onDestroy, onMount, untrack } from "svelte";

import { announcer } from "../lib/announce.svelte";
import type { GameLink } from "../lib/link.svelte";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/strings";
import type { GameEvent } from "../lib/wire";
import { saidOf } from "./names";

interface Page {
  link: () => GameLink | null;
  title: () => string;
  /** Somebody offers or asks something. */
  offer: () => string;
}
export interface Attention {
  readonly title: string;
  /** One's turn, the end, an offer: what must be seen whatever is open. */
  readonly news: string;
  /** Those events that nobody has said yet. */
  silent(events: readonly GameEvent[]): GameEvent[];
}

export function attend(page: Page): Attention {
  let spoken = new Set<number>();
  let hidden = $state(document.hidden);
  const due = $derived(page.link()?.due ?? "");
  const news = $derived(page.offer() || (due === "over" ? (page.link()?.outcome?.summary ?? t("play.over")) : due === "turn" ? t("play.yourTurn") : ""));

  // ---- what plays, for the ear ------------------------------------------------------------------------
  $effect(() => {
    const playback = page.link()?.playback;
    if (!playback) return;
    playback.onover = (happening) => {
      const said = saidOf(happening);
      if (happening.kind === "round") announcer.ask(said);
      else announcer.tell(said);
      for (const moment of happening.moments) for (const n of moment.numbers) spoken.add(n);
    };
    playback.onmoment = (moment) => { if (settings.sound) void import("./sounds").then((sounds) => sounds.ofMoment(moment)); };
  });
  $effect(() => {
    if (due === "turn") untrack(() => { if (settings.sound && page.link()?.batch) void import("./sounds").then((sounds) => sounds.play("turn")); });
  });

  // ---- in another tab ---------------------------------------------------------------------------------
  onMount(() => {
    const look = (): void => {
      hidden = document.hidden;
      page.link()?.playback.sleep(hidden);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  let shown: Notification | null = null;
  $effect(() => {
    if (!hidden || !news) { shown?.close(); shown = null; return; }
    if (!settings.notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    shown = new Notification(untrack(() => page.title()), { body: news, tag: "sandtable" });
    shown.onclick = () => { window.focus(); shown?.close(); };
  });
  onDestroy(() => shown?.close());

  return {
    get title() { return due === "turn" ? `● ${t("play.yourTurn")} · ${page.title()}` : news && due !== "over" ? `● ${news}` : page.title(); },
    get news() { return news; },
    silent(events) {
      const all = events.filter((event) => event.text && event.kind !== "roll" && !spoken.has(event.n ?? -1));
      spoken = new Set();
      return all;
    },
  };
}
