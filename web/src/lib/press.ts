/** Nothing that comes late may move what a finger or the mouse is pressing: the click would fall between two places. */
let pressed = false;
const waiting: (() => void)[] = [];

function released(): void {
  // The click that belongs to it comes first.
  setTimeout(() => {
    pressed = false;
    for (const go of waiting.splice(0)) go();
  });
}
addEventListener("pointerdown", () => { pressed = true; }, true);
// The browser's own menu takes the end of a press for itself.
for (const end of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(end, released, true);

/** When nothing is pressed; at once, as a rule. */
export const unpressed = (): Promise<void> => new Promise((go) => { if (pressed) waiting.push(go); else go(); });
