// Takes pictures of every state in every size, light and dark, with measurements. scripts/pictures.js puts them side
// by side.
import { mkdirSync, writeFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { drawn, noteShifts, overruns, shiftsOf } from "../look.ts";
import { test } from "../server.ts";
import { Person } from "./person.ts";
import { scenes } from "./scenes.ts";

const out = process.env["PICTURES_OUT"] ?? "e2e/pictures";
const sizes = [
  { name: "1440x900", width: 1440, height: 900 },
  { name: "1024x768", width: 1024, height: 768 },
  { name: "390x844", width: 390, height: 844 },
  { name: "844x390", width: 844, height: 390 },
];
// Measured, but without pictures: a small phone, and a laptop at 200 %.
const narrow = [
  { name: "320x640", width: 320, height: 640 },
  { name: "720x450", width: 720, height: 450 },
];
/** Pictures show no more than this of a long page. */
const tallest = 3000;

// Scenes make accounts with the same names and show lists, so each needs its own server.
test.use({ ownServer: true });
test.beforeAll(() => void mkdirSync(out, { recursive: true }));

for (const [order, scene] of scenes.entries())
  test(scene.name, async ({ page, server, browser }) => {
    const guests: Person[] = [];
    const guest = async () => {
      guests.push(await Person.guest(browser, server));
      return guests[guests.length - 1]!;
    };
    await page.addInitScript(noteShifts);
    await scene.show({ page, server, browser, me: new Person(page), guest });
    await settled(page);
    const measured = { shift: await shiftsOf(page), script: await page.evaluate(scriptBytes) };
    const found: string[] = [];
    const heights: Record<string, number> = {};
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await settled(page);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        heights[size.name] = height;
        await page.screenshot({
          path: `${out}/${scene.name}-${size.name}-${colorScheme}.png`,
          fullPage: true,
          clip: { x: 0, y: 0, width: size.width, height: Math.min(Math.max(height, size.height), tallest) },
        });
      }
      found.push(...(await inaccessible(page, colorScheme)));
    }
    for (const size of [...sizes, ...narrow]) {
      await page.setViewportSize(size);
      await settled(page);
      for (const fault of await page.evaluate(overruns)) found.push(`${size.name}: ${fault}`);
    }
    writeFileSync(
      `${out}/${scene.name}.json`,
      JSON.stringify({ order, name: scene.name, ...measured, heights, found: [...new Set(found)] }, null, 1),
    );
    for (const { page: other } of guests) await other.context().close();
  });

/** Waits until all responses have arrived, and two frames are drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  await drawn(page);
}

/** What axe finds, as lines. */
async function inaccessible(page: Page, colorScheme: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (colorScheme === "dark") axe.withRules(["color-contrast"]);
  const { violations } = await axe.analyze();
  return violations.map(
    (v) => `axe, ${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`,
  );
}

/** In the page: the bytes of script that it has loaded, as transferred. */
function scriptBytes(): number {
  const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = loaded.filter((r) => new URL(r.name).pathname.endsWith(".js"));
  return scripts.reduce((sum, r) => sum + r.encodedBodySize, 0);
}
