import { describe, expect, it } from "vitest";

import { boxOf, placed, sentence } from "./refusal";

const FREE = { width: 390, top: 64, bottom: 360, x: 0, y: 0 };
const text = sentence({ reason: "that is 8.84″, the most is 4″", clause: "RE-2.4" });

describe("the reason of a refused drop", () => {
  it("stays on the screen and below what lies at its rim", () => {
    for (const at of [[5, -80], [389, 20], [200, 900]] as [number, number][]) {
      const [left, top, right, bottom] = boxOf(text, placed(text, at, 10, [200, 200], FREE));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(FREE.width);
      expect(top).toBeGreaterThanOrEqual(FREE.top - 12);
      expect(bottom).toBeLessThanOrEqual(FREE.bottom);
    }
  });
  it("does not lie over the length of the plan, on whichever side that stands", () => {
    const r = 10, ghost: [number, number] = [200, 200];
    for (let dy = -60; dy <= 60; dy += 5) {
      const [, top, , bottom] = boxOf(text, placed(text, [200, 200 + dy], r, ghost, FREE));
      for (const side of [-1, 1]) {
        const middle = ghost[1] + side * (Math.max(12, r) + 20);
        expect(bottom <= middle - 10.8 || top >= middle + 10.8).toBe(true);
      }
    }
  });
});
