// The run that takes pictures of every page and state: npm run pictures.
import { defineConfig } from "@playwright/test";

import tests from "./playwright.config.ts";

export default defineConfig(tests, {
  testDir: "e2e/sheet",
  testMatch: "pictures.ts",
  outputDir: "test-results/pictures",
  grepInvert: [],
  workers: Number(process.env["E2E_WORKERS"] ?? 1),
});
