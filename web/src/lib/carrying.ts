/** Whoever stands in a list beside the table can be dragged onto it. Not with a finger: that scrolls the list. */
const STILL = 8;

export function carrying(node: HTMLElement, carry: (id: string, event: PointerEvent) => void): { destroy: () => void } {
  let taken: { id: string; x: number; y: number } | null = null;
  const down = (event: PointerEvent): void => {
    const id = event.button === 0 && event.pointerType !== "touch" && (event.target as Element).closest<HTMLElement>("[data-carry]")?.dataset.carry;
    taken = id ? { id, x: event.clientX, y: event.clientY } : null;
  };
  const move = (event: PointerEvent): void => {
    if (!taken || Math.hypot(event.clientX - taken.x, event.clientY - taken.y) < STILL) return;
    carry(taken.id, event);
    taken = null;
  };
  const up = (): void => { taken = null; };
  const heard = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up]] as const;
  for (const [name, hear] of heard) node.addEventListener(name, hear);
  return { destroy: () => { for (const [name, hear] of heard) node.removeEventListener(name, hear); } };
}
