import { t, type Key } from "./strings";
import type { OptionValue } from "./wire";

/** A bot as people call it: `Bot · Recruit`. */
export function botName(name: string): string {
  const level = t(`level.${name}` as Key);
  return t("score.bot", { name: level.startsWith("level.") ? name : level });
}

/** A choice of a house rule as people say it: `at_declaration` is "At declaration", `12in` is 12″. */
export function choiceWord(value: OptionValue): string {
  if (typeof value === "boolean") return t(value ? "choice.yes" : "choice.no");
  const words = String(value).replaceAll("_", " ").replace(/(\d)in\b/g, "$1″");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** `12:41`, and tenths below ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.max(0, milliseconds) / 1000).toFixed(1);
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `2 h ago`, in the reader's language. */
export function ago(then: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  const minutes = Math.round((then - now) / 60_000);
  if (Math.abs(minutes) < 60) return words.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? words.format(hours, "hour") : words.format(Math.round(hours / 24), "day");
}

/** A random share in the dice: nobody else can know it. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Gives the browser a file to keep. */
export function download(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** The first sentence of a text: a card is not the place for more. */
export function firstSentence(text: string): string {
  const [first = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [text];
  const [short = first] = first.length > 130 ? (/^.{40,130}?[:;](?=\s)/s.exec(first) ?? [first]) : [first];
  return short.replace(/[:;]$/, ".");
}
