// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";

import { carrying } from "../src/lib/carrying";

const at = (type: string, x: number, more: PointerEventInit = {}) => new PointerEvent(type, { bubbles: true, button: 0, pointerType: "mouse", clientX: x, clientY: 0, ...more });

function listed(): { row: Element; carried: ReturnType<typeof vi.fn> } {
  document.body.innerHTML = '<main><label data-carry="Ann"><b>Ann</b></label><p>else</p></main>';
  const carried = vi.fn();
  carrying(document.querySelector("main")!, (id) => carried(id));
  return { row: document.querySelector("b")!, carried };
}

it("takes whoever stands in a list along when the mouse drags it, once", () => {
  const { row, carried } = listed();
  row.dispatchEvent(at("pointerdown", 0));
  row.dispatchEvent(at("pointermove", 5));
  expect(carried).not.toHaveBeenCalled(); // still a press
  row.dispatchEvent(at("pointermove", 12));
  row.dispatchEvent(at("pointermove", 40));
  expect(carried.mock.calls).toEqual([["Ann"]]);
});

it("leaves a press, a finger and everything else alone", () => {
  const { row, carried } = listed();
  row.dispatchEvent(at("pointerdown", 0));
  row.dispatchEvent(at("pointerup", 0));
  row.dispatchEvent(at("pointermove", 40));
  row.dispatchEvent(at("pointerdown", 0, { pointerType: "touch" }));
  row.dispatchEvent(at("pointermove", 40, { pointerType: "touch" }));
  const other = document.querySelector("p")!;
  other.dispatchEvent(at("pointerdown", 0));
  other.dispatchEvent(at("pointermove", 40));
  expect(carried).not.toHaveBeenCalled();
});
