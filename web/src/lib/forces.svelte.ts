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
