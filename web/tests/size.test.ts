// @vitest-environment node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

// @ts-expect-error a plain script without types
import { BUDGET, sizes } from "../scripts/size.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

describe("the built client", () => {
  it("is built before the tests run", () => expect(existsSync(DIST)).toBe(true));

  it("stays within 250 kB gzipped, icons and font included", () => {
    const all = sizes(DIST) as { name: string; bytes: number }[];
    expect(all.some((file) => file.name.endsWith(".woff2"))).toBe(true);
    expect(all.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThanOrEqual(BUDGET as number);
  });
});
