// What the page promises about speed and calm, measured in the browser.
import { gzipSync } from "node:zlib";

import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

test("flat boards need less than 300 KB of script, and no three.js", async ({ page }) => {
  const scripts: Promise<{ url: string; size: number }>[] = [];
  page.on("response", (r) => {
    if (r.url().endsWith(".js"))
      scripts.push(r.body().then((body) => ({ url: r.url(), size: gzipSync(body).length })));
  });
  const player = new Player(page);
  await player.begin("grid:9", { level: 1 });
  const flat = await Promise.all(scripts);
  expect(flat.reduce((sum, s) => sum + s.size, 0)).toBeLessThan(300_000);
  await player.begin("torus:7x7", { level: 1 });
  expect(scripts.length).toBeGreaterThan(flat.length);
});

test("a stone stands within 50 ms of the click, and nothing shifts", async ({ page }) => {
  const player = new Player(page, 2);
  await player.begin("grid:9", { level: 1 });
  const times: number[] = [];
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: false });
  });
  const board = page.getByRole("application");
  for (let i = 0; i < 5; i++) {
    await player.turn();
    const point = await player.somePoint();
    const at = (await player.board()).names.indexOf(point);
    const place = await board.evaluate(
      (stage, { column, row }) => {
        // The outermost lines of the drawing tell where the points are.
        const svg = stage.querySelector("svg")!;
        const grid = svg.querySelector<SVGGraphicsElement>("path")!.getBoundingClientRect();
        return { x: grid.left + (grid.width * column) / 8, y: grid.top + (grid.height * row) / 8 };
      },
      { column: at % 9, row: Math.floor(at / 9) },
    );
    // From the browser's own time of the event to the next frame after the stone was put in.
    const measured = board.evaluate(
      (stage) =>
        new Promise<number>((resolve) => {
          let pressed = 0;
          addEventListener("pointerup", (e) => (pressed = e.timeStamp), { once: true, capture: true });
          const observer = new MutationObserver(() => {
            if (pressed === 0) return;
            observer.disconnect();
            resolve(performance.now() - pressed);
          });
          observer.observe(stage.querySelector("svg")!, { childList: true, subtree: true, attributes: true });
        }),
    );
    await page.mouse.click(place.x, place.y);
    times.push(await measured);
    await expect.poll(() => player.view.moves).toContain(point);
  }
  times.sort((a, b) => a - b);
  test
    .info()
    .annotations.push({ type: "ms from click to stone", description: times.map(Math.round).join(" ") });
  expect(times[2]).toBeLessThan(50);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, s) => sum + s, 0)).toBeLessThan(0.01);
});

test("the engine's thoughts are shown live, and Move now ends them", async ({ page }) => {
  const player = new Player(page, 6);
  await page.goto("/");
  await player.button("Settings").click();
  await page.getByLabel("Show what the computer considers").check();
  await page.keyboard.press("Escape");
  await player.begin("grid:9", { level: 9 });
  await player.move("E5");
  await expect(player.line).toHaveText("White is thinking");
  await expect(page.getByText(/[\d,]+ playouts, [\d,]+ a second/)).toBeVisible();
  await expect(page.getByRole("meter")).toHaveAttribute("aria-valuenow", /^\d+$/);
  await page.screenshot({ path: "e2e/pictures/game-thinking-wide-light.png" });
  await player.button("Move now").click();
  await expect.poll(() => player.view.moves.length, { timeout: 2000 }).toBe(2);
  await expect(player.line).toHaveText("Black to play");
});
