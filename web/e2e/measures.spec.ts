// What the page promises about speed and calm, measured in the browser.
import { gzipSync } from "node:zlib";

import { picture } from "./look.ts";
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

/** Notes, in the page, layout shifts and the time from each click to the black stone that it brings. */
function watchStones(): void {
  const notes = { shifts: 0, times: [] as number[] };
  Object.assign(window, { notes });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      notes.shifts += entry.value;
  }).observe({ type: "layout-shift" });
  let pressed = 0;
  addEventListener("pointerup", (e) => (pressed = e.timeStamp), { capture: true });
  const isStone = (node: Node) =>
    node instanceof Element && node.matches("circle.black:not(.ghost, .chosen)");
  new MutationObserver((changes) => {
    if (pressed === 0 || !changes.some((c) => [...c.addedNodes].some(isStone))) return;
    notes.times.push(performance.now() - pressed);
    pressed = 0;
  }).observe(document.body, { childList: true, subtree: true });
}

test("a stone stands within 50 ms of the click, and nothing shifts", async ({ page }) => {
  const player = new Player(page, 2);
  await player.begin("grid:9", { level: 1 });
  await page.evaluate(watchStones);
  const grid = page.locator("path.edges");
  for (let i = 0; i < 5; i++) {
    await player.turn();
    const name = await player.somePoint();
    const point = (await player.board()).names.indexOf(name);
    const box = await grid.boundingBox();
    if (!box) throw new Error("the grid is not drawn");
    await page.mouse.click(
      box.x + (box.width * (point % 9)) / 8,
      box.y + (box.height * Math.floor(point / 9)) / 8,
    );
    await expect.poll(() => player.view.moves).toContain(name);
  }
  const notes = await page.evaluate(
    () => (window as unknown as { notes: { shifts: number; times: number[] } }).notes,
  );
  const times = notes.times.sort((a, b) => a - b);
  test
    .info()
    .annotations.push({ type: "ms from click to stone", description: times.map(Math.round).join(" ") });
  expect(times).toHaveLength(5);
  expect(times[2]).toBeLessThan(50);
  expect(notes.shifts).toBeLessThan(0.01);
});

test("the engine's thoughts are shown live, and Move now ends them", async ({ page }) => {
  const player = new Player(page, 6);
  await page.goto("/");
  await player.button("Settings").click();
  await page.getByLabel("Show what the computer considers").check();
  await page.keyboard.press("Escape");
  // On a large board the strongest level takes its whole five seconds. The page itself notes what it
  // shows and presses the button, so that a slow machine does not miss them.
  await player.begin("grid:19", { level: 9 });
  await page.evaluate(pressMoveNow);
  await player.type("Q16");
  await picture(page, "game-thinking-wide-light");
  await expect.poll(() => player.view.moves.length).toBe(2);
  const { seen, waited } = await page.evaluate(() => (window as unknown as { note: Promise<Note> }).note);
  expect(seen.line).toBe("White is thinking");
  expect(seen.thoughts).toMatch(/[\d,]+ playouts.*[\d,]+ a second.*White\s+\d+ %/s);
  expect(waited).toBeLessThan(2500);
  await expect(player.line).toHaveText("Black to play");
});

interface Note {
  seen: { line: string; thoughts: string };
  waited: number;
}

/**
 * Waits for the tenth thought, presses "Move now", and notes what was shown and the milliseconds until the
 * turn has changed.
 */
function pressMoveNow(): void {
  const now = () => [...document.querySelectorAll("button")].find((b) => b.textContent === "Move now");
  const text = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText ?? "";
  const note = new Promise<Note>((resolve) => {
    let [pressed, changes] = [0, 0];
    let seen = { line: "", thoughts: "" };
    new MutationObserver(() => {
      if (pressed > 0 && !now()) resolve({ seen, waited: performance.now() - pressed });
      if (pressed > 0 || !text(".thinking").includes("a second") || ++changes < 10) return;
      seen = { line: text("section.status .line"), thoughts: text(".thinking") };
      pressed = performance.now();
      now()?.click();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  Object.assign(window, { note });
}
