import { describe, expect, it } from "vitest";

import { unpressed } from "../src/lib/press";

const turn = (): Promise<void> => new Promise((go) => setTimeout(go));
const happens = (kind: string): boolean => window.dispatchEvent(new Event(kind));

describe("what comes late", () => {
  it("comes at once where nothing is pressed, else after the click", async () => {
    const said: string[] = [];
    await unpressed();
    happens("pointerdown");
    void unpressed().then(() => said.push("odds"));
    await turn();
    expect(said).toEqual([]);
    happens("pointerup");
    said.push("click");
    await turn();
    expect(said).toEqual(["click", "odds"]);
    await unpressed();
  });

  it("does not wait for the end of a press that opened a menu", async () => {
    happens("pointerdown");
    happens("contextmenu");
    await unpressed();
  });
});
