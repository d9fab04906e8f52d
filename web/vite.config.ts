import { existsSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the page with hot reloading and sends /api, WebSockets
// included, to a server started with `moyo serve`.
const server = process.env["MOYO_SERVER"] ?? "http://127.0.0.1:8080";

const browsers = ["chrome123", "firefox120", "safari17.5"]; // light-dark() is not transpiled

// bundled records which packages have code in the page, for the licences and the list of parts that `make release`
// makes. A package's dependencies are more than that: most of them compile Svelte and are not shipped.
function bundled(): Plugin {
  const list = "node_modules/.bundled.json";
  return {
    name: "bundled",
    apply: "build",
    generateBundle(_, files) {
      const folders = new Set<string>();
      for (const file of Object.values(files)) {
        for (const id of file.type === "chunk" ? file.moduleIds : []) {
          const folder = folderOf(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
      rmSync(list, { force: true }); // another folder may link to it
      writeFileSync(list, JSON.stringify([...folders].sort()) + "\n");
    },
  };
}

// folderOf returns the folder of the package that a module is from, undefined for the page's own. Helpers of Vite and
// Rolldown have names such as "\0vite/preload-helper.js".
function folderOf(id: string): string | undefined {
  if (id.startsWith("\0")) {
    const folder = `node_modules/${id.slice(1).split("/")[0]}`;
    return existsSync(folder) ? folder : undefined;
  }
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}

// The maximum transfer size of the page for frames of other sites, in bytes: readers did not ask for it.
const FRAME = 16_000;

// small fails if that page has grown, or includes code of others.
function small(): Plugin {
  return {
    name: "small",
    apply: "build",
    generateBundle(_, files) {
      let size = 0;
      for (const file of Object.values(files)) {
        size += gzipSync(file.type === "chunk" ? file.code : file.source).length;
        const foreign =
          file.type === "chunk" ? file.moduleIds.map(folderOf).find((id) => id !== undefined) : "";
        if (foreign) this.error(`the page for frames has code of ${foreign}`);
      }
      if (size > FRAME) this.error(`the page for frames is ${size} bytes on the way, more than ${FRAME}`);
      this.info(`the page for frames is ${size} bytes on the way`);
    },
  };
}

// The page for frames of other sites is built separately, so that it shares no file with the main page.
const frames: UserConfig = {
  plugins: [small()],
  publicDir: false,
  build: {
    outDir: "dist",
    emptyOutDir: false,
    assetsDir: "assets/embed",
    target: "es2022",
    cssTarget: browsers,
    modulePreload: false,
    rolldownOptions: { input: "embed.html" },
  },
};

const page = (mode: string): UserConfig => ({
  plugins: [svelte(), bundled()],
  // Tests run Svelte's client build, not the one for rendering on a server.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    outDir: "dist",
    // dist/.keep is in git so that the Go embed always finds the folder; public holds another one, which restores it
    // after Vite empties dist.
    emptyOutDir: true,
    target: "es2022",
    cssTarget: browsers,
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: {
    include: ["src/**/*.test.ts", "*.test.js"],
    environment: "node", // files that need a document say so: @vitest-environment jsdom
    // One worker runs many files with the modules that it has loaded, which saves a third of the processor time. A
    // test must leave no state in a module; mocks and globals are restored for it.
    pool: "threads",
    isolate: false,
    setupFiles: "src/testing/setup.ts",
    testTimeout: 120_000, // ends what hangs, and nothing that waits for a busy machine
    restoreMocks: true,
    unstubGlobals: true,
  },
});

export default defineConfig(({ mode }) => (mode === "embed" ? frames : page(mode)));
