import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { gameIcons } from "./icons.ts";

/** `npm run gallery`: the stage with moments of real games; scripts/fixtures.py writes them into the folder FIXTURES. */
export default defineConfig({
  root: "gallery",
  publicDir: process.env.FIXTURES ?? "../fixtures",
  plugins: [gameIcons(), svelte()],
  server: { fs: { allow: [".."] } },
});
