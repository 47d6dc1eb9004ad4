/** What a player chose, remembered in this browser alone. */
export type Theme = "system" | "dark" | "light";
export type Confirm = "always" | "twice" | "once";

export interface Choices {
  name: string;
  theme: Theme;
  confirm: Confirm;
  letters: boolean;
  motion: boolean;
  /** How fast what happens is played: ½, 1, 2; 0 is not at all. */
  speed: number;
  sound: boolean;
  /** A notification when it is one's turn and another tab is open. */
  notify: boolean;
  /** Ask also where only one answer makes sense. */
  everything: boolean;
  names: boolean;
  level: string;
  against: "bot" | "friend" | "anyone" | "seat";
  lastPlayed: string;
}

const DEFAULTS: Choices = {
  name: "", theme: "system", confirm: "twice", letters: true, motion: true, speed: 1, sound: false, notify: false, everything: false, names: false, level: "", against: "bot", lastPlayed: "",
};
const KEY = "sandtable.settings";

export function load<T extends object>(key: string, fallback: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return stored && typeof stored === "object" && !Array.isArray(stored) ? { ...fallback, ...stored } : { ...fallback };
  } catch {
    return { ...fallback };
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; the choice lasts for this visit.
  }
}

export const settings = $state<Choices>(load(KEY, DEFAULTS));

const light = matchMedia("(prefers-color-scheme: light)");

function paint(): void {
  const theme = settings.theme === "system" ? (light.matches ? "light" : "dark") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.motion = settings.motion ? "on" : "off";
}

export function shownTheme(): "dark" | "light" {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

/** Call once, at the start: keeps storage and document in step with the choices. */
export function rememberSettings(): void {
  light.addEventListener("change", paint);
  $effect.root(() => {
    $effect(() => {
      keep(KEY, { ...settings });
      paint();
    });
  });
}
