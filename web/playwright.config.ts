import { availableParallelism } from "node:os";

import { defineConfig } from "@playwright/test";

import { executablePath } from "./scripts/chromium.js";

// Chromium uses only the last list of disabled features, so this repeats Playwright's own (disabledFeatures in
// playwright-core). We add the popups of the address bar: each window had a renderer for them, which took a second of
// processor time, as much as the tested page.
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
  testDir: ".", // tests of one feature are in its folder, those of several in e2e
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true, // no test depends on what others have left on the shared server
  // One more than processors, since each waits for its server now and then.
  workers: Number(process.env["E2E_WORKERS"] ?? Math.min(8, availableParallelism() + 1)),
  // A test that fails first and then passes is reported as flaky, and must be fixed: it is a defect.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 180_000,
  // Whole games and lessons; shorter tests cover the same screens and steps.
  ...(process.env["E2E_LONG"] ? {} : { grepInvert: /@long/ }),
  // A step that hangs fails with its own line, and not when the whole test runs out of time.
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // A trace (TRACE=1) takes pictures all the time, which costs a third more.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // A turning board takes a whole core without a graphics card; tests of animations ask for motion.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath,
      // WebGL runs on SwiftShader. The rest of a page does not, which would take twice the processor time. Chromium's
      // own background requests are off.
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
