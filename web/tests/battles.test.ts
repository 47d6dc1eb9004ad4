import { expect, it, vi } from "vitest";

import { battles } from "../src/lib/battles.svelte";

const asked: URLSearchParams[] = [];
vi.stubGlobal("fetch", (where: string) => {
  asked.push(new URL(where, "http://here").searchParams);
  return Promise.resolve(new Response(JSON.stringify({ seed: "", forces: [], place: "Duel", about: "", seats: [], minutes: 7, scene: null }), { headers: { "content-type": "application/json" } }));
});

it("draws a first battle at the place for that, and the next one anywhere", async () => {
  await battles.drawn("opportunity", "Duel");
  await battles.another("opportunity");
  await battles.drawn("roe");
  expect(asked.map((one) => one.get("place"))).toEqual(["Duel", "", ""]);
});
