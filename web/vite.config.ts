/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { gameIcons } from "./icons.ts";

/** Where `npm run dev` finds a running `sandtable serve`. */
const SERVER = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [gameIcons(), svelte()],
  build: {
    outDir: "dist",
    target: "es2022",
    // The server's content security policy allows nothing inline: no data: scripts, no injected preload code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // Patience is for busy machines: nothing here measures time.
  test: { environment: "happy-dom", testTimeout: 60_000, include: ["tests/**/*.test.ts", "src/**/*.test.ts"] },
});
