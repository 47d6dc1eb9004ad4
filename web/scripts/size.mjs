// Prints what a browser downloads, gzipped, and fails above the budget: everything in dist, the icons used included.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const BUDGET = 250_000;
const DIST = fileURLToPath(new URL("../dist", import.meta.url));
/** Compressed already: counted as they are. */
const PACKED = new Set([".woff2", ".png", ".webp"]);

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

export function sizes(folder = DIST) {
  return [...files(folder)].map((path) => {
    const raw = readFileSync(path);
    return { name: relative(folder, path), bytes: PACKED.has(extname(path)) ? raw.length : gzipSync(raw, { level: 9 }).length };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = sizes().sort((a, b) => b.bytes - a.bytes);
  const total = all.reduce((sum, file) => sum + file.bytes, 0);
  for (const { name, bytes } of all) console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${name}`);
  console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  in all, gzipped; the budget is ${BUDGET / 1000} kB`);
  if (total > BUDGET) process.exit(1);
}
