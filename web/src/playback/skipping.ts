/** A tap on the table while something plays ends it, and does nothing else; a drag still moves the table. */
import type { Playback } from "./playback.svelte";

const TAP = 8;

export function skips(host: HTMLElement, playback: () => Playback | null): { destroy(): void } {
  let start: { x: number; y: number } | null = null;
  const down = (event: PointerEvent): void => {
    const now = playback();
    start = now?.moment && event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
    if (now?.again) now.stop();
  };
  const up = (event: PointerEvent): void => {
    const from = start;
    start = null;
    if (!from || !playback()?.moment || Math.hypot(event.clientX - from.x, event.clientY - from.y) >= TAP) return;
    setTimeout(() => playback()?.skip()); // after the table has let go of the finger: the tap must not answer what comes
  };
  host.addEventListener("pointerdown", down, true);
  host.addEventListener("pointerup", up);
  return { destroy() { host.removeEventListener("pointerdown", down, true); host.removeEventListener("pointerup", up); } };
}

/** A key that ends what plays: any but those that only hold another, or that go round the page. */
export const skipsBy = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !["Shift", "Control", "Alt", "Meta", "CapsLock", "Tab", "F5", "F11", "F12"].includes(event.key);
