import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount } from "svelte";
import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";

import Palette from "../src/game/Palette.svelte";
import { keyed } from "../src/lib/keyed";
import type { Finding } from "../src/lib/palette";

test("no two entries have the same key, whatever they are called", () => {
  const names = ["a", "a", "a #2", "a", "", "", "1"];
  const keys = keyed(names, (one) => one).map((one) => one.key);
  expect(new Set(keys).size).toBe(names.length);
  expect(keys[0]).toBe("a");
  expect(keyed(names, (one) => one).map((one) => one.one)).toEqual(names);
});

test("a list made anew of the same things has the same entries", () => {
  const things = [{ id: "one" }, { id: "two" }, { id: "one" }];
  const before = keyed(things, (one) => one.id);
  const after = keyed([...things], (one) => one.id);
  expect(after.every((one, i) => one === before[i])).toBe(true);
});

test("the palette shows what comes twice, and letters it does not know", () => {
  const act = (): void => undefined;
  const rule = (id: string): Finding => ({ id, group: "rule", label: `${id} a rule`, act });
  const model = (id: string): Finding => ({ id, group: "model", label: `${id} rules`, act });
  const target = document.createElement("div");
  const findings = [rule("RE-1.1"), rule("RE-1.1"), model("Ö"), model("Ä"), model("A B"), model("A_B")];
  const palette = mount(Palette, { target, props: { findings } });
  const field = target.querySelector("input");
  if (!field) throw new Error("the palette has a field");
  field.value = "rule";
  field.dispatchEvent(new Event("input"));
  flushSync();
  const shown = [...target.querySelectorAll("[role=option]")];
  expect(shown).toHaveLength(findings.length);
  expect(new Set(shown.map((one) => one.id)).size).toBe(findings.length);
  void unmount(palette);
});

// ---- every list of the client ------------------------------------------------------------------------

/** Blocks whose keys might be the same twice: those neither counted, nor written out here and now, nor made by `keyed`. */
function doubtful(source: string): string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (!node || typeof node !== "object") return;
    if ((node as AST.EachBlock).type === "EachBlock") {
      const { key, index, start } = node as AST.EachBlock & { start: number };
      const counted = key?.type === "Identifier" && key.name === index;
      const list = source.slice(start, start + 200).replace(/^\{#each\s+/, "");
      const own = key?.type === "Identifier" && key.name === "key" && list.startsWith("keyed(");
      const written = list.startsWith("[");
      if (key && !counted && !own && !written) found.push(list.split("\n")[0] ?? "");
    }
    for (const [name, part] of Object.entries(node)) if (name !== "metadata") look(part);
  };
  look(parse(source, { modern: true }).fragment);
  return found;
}

test("every list of the client has keys that cannot be the same", () => {
  const root = join(__dirname, "../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((name) => doubtful(readFileSync(join(root, name), "utf8")).map((one) => `${name}: ${one}`))).toEqual([]);
  expect(doubtful("{#each models as model (model.id)}{model.name}{/each}")).toHaveLength(1);
});
