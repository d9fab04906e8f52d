import { availableParallelism } from "node:os";

import { defineConfig } from "@playwright/test";

import { executablePath } from "./scripts/chromium.js";

// Chromium hears only the last list of what is off, so Playwright's own stands here as well (disabledFeatures in
// playwright-core). Ours are the pages that fold out of the address bar: every window had a renderer for them,
// which took a second of the processor, as much as the page that is tested.
const off = [
  ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  [
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
  ],
  ["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ["PreconnectToSearch"],
].flat();

export default defineConfig({
  testDir: ".", // those of a feature lie in its folder, those of several in e2e
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true, // no test minds what others have left on the server that it shares with them
  // One more than processors, since each waits for its server now and then.
  workers: Number(process.env["E2E_WORKERS"] ?? Math.min(8, availableParallelism() + 1)),
  // What fails once and passes then is said to be flaky at the end, and mended: it is a defect.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 180_000,
  // Whole games and lessons, whose screens and steps shorter tests go through as well.
  ...(process.env["E2E_LONG"] ? {} : { grepInvert: /@long/ }),
  // What hangs says so where it does, and not when the whole test has run out of time.
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // A trace (TRACE=1) takes pictures all the time, which costs a third more.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // A board that turns without a graphics card takes a core for itself; what moves is watched by tests that ask for it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath,
      // WebGL runs on SwiftShader (the rest of a page does not: it would take twice the processor time), and nothing
      // of the browser's own calls home.
      args: [
        "--no-sandbox",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
        `--disable-features=${off.join()}`,
      ],
    },
  },
});
