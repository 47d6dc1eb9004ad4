/** The player's own forces, kept in this browser as the files they came from. */
import { keep } from "./settings.svelte";
import type { Force } from "./wire";

/** What a list file may be: `text` is as the players of its game write it. */
export type ForceFormat = "toml" | "json" | "text";
export const endings: Record<ForceFormat, string> = { toml: "toml", json: "json", text: "txt" };

/** How a list is written that comes without a file name: a table of values, or as players write it. */
export function formatOf(text: string): ForceFormat {
  if (text.trimStart().startsWith("{")) return "json";
  return /^\s*(?:[\w-]+\s*=|\[+[\w.-]+\]+\s*$)/m.test(text) ? "toml" : "text";
}

/** A force as one may write it: a line for every value, and for everybody in it. */
export function written(force: Force["force"]): string {
  const line = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  const part = (value: unknown): string => (Array.isArray(value) && value.some((one) => typeof one === "object") ? `[\n${value.map((one) => `    ${line(one)}`).join(",\n")}\n  ]` : line(value));
  return `{\n${Object.entries(force).map(([key, value]) => `  ${JSON.stringify(key)}: ${part(value)}`).join(",\n")}\n}`;
}

export interface MyForce extends Force { ruleset: string; text: string; format: ForceFormat }

const KEY = "sandtable.forces";

class MyForces {
  list = $state.raw<MyForce[]>(read());

  put(force: MyForce): void {
    this.list = [force, ...this.list.filter((one) => one.name !== force.name || one.ruleset !== force.ruleset)];
    keep(KEY, this.list);
  }

  remove(force: MyForce): void {
    this.list = this.list.filter((one) => one !== force);
    keep(KEY, this.list);
  }
}

function read(): MyForce[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? (list as MyForce[]) : [];
  } catch {
    return [];
  }
}

export const myForces = new MyForces();
