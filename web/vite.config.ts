import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the page with hot reloading and sends /api, WebSockets
// included, to a server started with `moyo serve`.
const server = process.env["MOYO_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Tests run Svelte's client build, not the one for rendering on a server.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    outDir: "dist",
    // dist/.keep is in git so that the Go embed always finds the folder; public
    // holds another one, which brings it back after Vite empties dist.
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // light-dark() stays as it is
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: {
    include: ["src/**/*.test.ts", "*.test.js"],
    environment: "node", // those that need a document say so: @vitest-environment jsdom
    restoreMocks: true,
  },
}));
