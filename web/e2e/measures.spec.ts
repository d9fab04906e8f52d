// What the page promises about speed and stable layout, measured in the browser.
import { gzipSync } from "node:zlib";

import type { Locator, Page } from "@playwright/test";

import { noteShifts, overruns, picture, shiftsOf } from "./look.ts";
import { Player } from "./player.ts";
import { moving } from "./motion.ts";
import { expect, test } from "./server.ts";

test.use(moving);

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
  const solid = (all: { url: string }[]) => all.filter((s) => s.url.includes("BoardSolid"));
  expect(solid(flat)).toEqual([]);
  await player.start("torus:7x7");
  expect(solid(await Promise.all(scripts))).not.toEqual([]);
});

/** A small phone, a phone in both orientations, a laptop at 200 % and a small window. */
const narrow = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 1024, height: 768 },
];

/** An upright tablet and the smallest phones: here the board leaves least room for the panel. */
const upright = [
  { width: 768, height: 1024 },
  { width: 375, height: 667 },
  { width: 320, height: 568 },
];

/** One of these must be fully visible between the top of the window and the bar below. */
async function expectAboveBar(page: Page, ...shown: Locator[]): Promise<void> {
  for (const size of upright) {
    await page.setViewportSize(size);
    for (const locator of shown)
      await expect
        .poll(
          () =>
            locator.evaluateAll((all) => {
              const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? 0;
              const boxes = all.map((e) => e.getBoundingClientRect());
              return boxes.some((at) => at.height > 0 && at.top >= 0 && at.bottom <= bar);
            }),
          { message: `${locator} at ${size.width}x${size.height}` },
        )
        .toBe(true);
  }
}

/** Everything that a page shows is inside the window, however narrow that is. */
async function expectInside(page: Page, name: string): Promise<void> {
  for (const size of narrow) {
    await page.setViewportSize(size);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await page.evaluate(overruns), `${name} at ${size.width}`).toEqual([]);
  }
}

/** The pages that need only their address. */
const addresses = [
  "/",
  "/new",
  "/learn",
  "/learn/capturefive",
  "/analyse",
  "/train",
  "/train?mode=review",
  "/train/courses",
  "/train/collections",
  "/train/exam",
  "/train/statistics",
  "/train/gomoku",
  "/train/mistakes",
  "/solve",
  "/account",
  "/leaders",
  "/people/Nobody",
  "/history",
  "/boards",
  "/boards/import",
  "/nosuch",
];

/** Elements that other tests reach by keyboard, or that repeat in lists. */
const unfocused = ["/", "/new", "/learn", "/learn/capturefive", "/train?mode=review", "/people/Nobody"];

test("late content shifts no page, nothing is cut off, and focus is visible as a ring", async ({
  context,
}) => {
  await context.addInitScript(noteShifts);
  const faults: string[] = [];
  // A page takes a while to become quiet: four tabs wait at the same time.
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const left = addresses.values();
    await Promise.all(
      tabs.map(async (page) => {
        for (const address of left) {
          await page.setViewportSize(size);
          await page.goto(address);
          await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined); // some requests stay open
          expect(await shiftsOf(page), `${address} at ${size.width}`).toBeLessThanOrEqual(0.02);
          if (size.width !== 1440) continue;
          await expectInside(page, address);
          await page.setViewportSize(size);
          if (!unfocused.includes(address)) faults.push(...(await unseen(page, address)));
        }
      }),
    );
  }
  expect(faults).toEqual([]);
});

/** More presses of Tab would go through lists with similar entries. */
const most = 40;

/** Moves through a page with the Tab key, and returns where the focus ring is not visible on all sides. */
async function unseen(page: Page, address: string): Promise<string[]> {
  if (address === "/solve") {
    // The page first explains how it works.
    await page.evaluate(() => localStorage.setItem("moyo.solve.helped", "true"));
    await page.reload();
    await expect(page.getByRole("application")).toBeVisible();
    await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
  }
  await page.evaluate(watchFocus);
  const met = () => page.evaluate(() => (window as unknown as { met: Focused[] }).met);
  for (let n = 0; n < most && !(await met()).some((m) => m.name === ""); n += 8)
    for (let i = 0; i < 8; i++) await page.keyboard.press("Tab");
  const all = await met();
  const end = all.findIndex((m) => m.name === "");
  const shown = end < 0 ? all : all.slice(0, end);
  expect(new Set(shown.map((m) => m.name)).size, address).toBeGreaterThan(5);
  return shown.flatMap((m) => (m.fault ? [`${address}: ${m.name}: ${m.fault}`] : []));
}

interface Focused {
  name: string;
  fault: string;
}

/** In the page: records what has the focus after each Tab, and what is wrong with its ring. */
function watchFocus(): void {
  const met: Focused[] = [];
  Object.assign(window, { met });
  addEventListener("keyup", (e) => e.key === "Tab" && met.push(focused()), { capture: true });
  function focused(): Focused {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: "", fault: "" };
    const name = `${element.tagName} ${element.id} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 30)}`;
    // A board shows an inset ring, which nothing cuts.
    if (element.matches(".moyo-board-stage") && getComputedStyle(element).boxShadow !== "none")
      return { name, fault: "" };
    // The stand-in of a hidden input shows its ring; so does the frame around a board.
    const stand = [element, ...((element as HTMLInputElement).labels ?? [])];
    const shown = stand.find((e) => {
      const style = getComputedStyle(e);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && e.offsetWidth > 2;
    });
    if (!shown) return { name, fault: "no ring" };
    const style = getComputedStyle(shown);
    const out = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth) - 1;
    const at = shown.getBoundingClientRect();
    for (let box = shown.parentElement; box; box = box.parentElement) {
      if (box === document.body || box === document.documentElement) break;
      const { overflowX, overflowY, overflowClipMargin } = getComputedStyle(box);
      const room = overflowX === "clip" ? parseFloat(overflowClipMargin) : 0;
      const around = box.getBoundingClientRect();
      const [cutX, cutY] = [overflowX !== "visible", overflowY !== "visible"];
      if (cutX && (at.left - out < around.left - room || at.right + out > around.right + room))
        return { name, fault: `the ring is cut at a side by ${box.tagName} ${box.className}` };
      if (cutY && (at.top - out < around.top - room || at.bottom + out > around.bottom + room))
        return { name, fault: `the ring is cut above or below by ${box.tagName} ${box.className}` };
    }
    if (at.left < out || at.top < out || at.right + out > innerWidth || at.bottom + out > innerHeight)
      return { name, fault: "the ring leaves the window" };
    return { name, fault: "" };
  }
}

test("no part of a game is cut off, and a hint disappears with the next move", async ({ page }) => {
  const player = new Player(page, 11);
  await player.start("grid:9", { name: "Maximiliane von und zu Hohenstaufen-Zäh" });
  await player.playSome(3);
  await player.turn();
  await player.type("Z9");
  await expect(page.locator(".notice.bad")).toBeVisible();
  await player.button("Hint").click();
  await expect(page.locator(".mark.good")).toHaveCount(1);
  await expect(page.locator(".notice")).toHaveCount(0);
  await expectInside(page, "a game");
  await expectAboveBar(page, player.button("Hint"), page.getByText(/Hint: \w+/));
  await player.button("Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(player.line).toHaveText("You resigned: White won");
  await expect(page.locator(".mark.good")).toHaveCount(0);
  await expectAboveBar(page, player.button("Review this game"));
  await expectInside(page, "a game that is over");
});

interface Notes {
  shifts: number;
  frames: number[];
}

/** In the page: records layout shifts, and the frames between each click and the black stone that it places. */
function watchStones(): void {
  const notes: Notes = { shifts: 0, frames: [] };
  Object.assign(window, { notes });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      notes.shifts += entry.value;
  }).observe({ type: "layout-shift" });
  const stones = () => document.querySelectorAll("circle.black:not(.ghost, .chosen)").length;
  addEventListener(
    "pointerup",
    () => {
      const before = stones();
      const count = (frame: number) => {
        if (stones() > before || frame === 100) notes.frames.push(frame);
        else requestAnimationFrame(() => count(frame + 1));
      };
      requestAnimationFrame(() => count(1));
    },
    { capture: true },
  );
}

test("a stone is in the first frames after the click, without the server, and nothing shifts", async ({
  page,
}) => {
  // The server's answer is held back meanwhile: the page does not wait for it.
  let hold = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => (hold ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  const player = new Player(page, 2);
  await player.start("grid:9");
  await page.evaluate(watchStones);
  const notes = () => page.evaluate(() => (window as unknown as { notes: Notes }).notes);
  for (const name of ["C3", "G7", "C7", "G3", "E5"]) {
    await player.turn();
    const taken = player.view.stones[(await player.board()).names.indexOf(name)] !== ".";
    const point = taken ? await player.somePoint() : name;
    const clicks = (await notes()).frames.length;
    hold = true;
    await player.click(point);
    await expect.poll(async () => (await notes()).frames.length).toBe(clicks + 1);
    expect((await notes()).frames.at(-1), "frames until the stone").toBeLessThanOrEqual(2);
    hold = false;
    for (const send of held.splice(0)) send();
    await expect.poll(() => player.view.moves).toContain(point);
  }
  expect((await notes()).shifts).toBeLessThan(0.01);
});

test("the engine's search is shown live, and Move now ends it", async ({ page }) => {
  const player = new Player(page, 6);
  // On a large board the strongest level takes its full five seconds. The page itself records what it shows and
  // presses the button, so a slow machine does not miss it.
  await player.start("grid:19", { opponent: "level:9" });
  await player.button("Settings").click();
  await page.getByLabel("Show moves the computer considers").check();
  await page.keyboard.press("Escape");
  await page.evaluate(pressMoveNow);
  await player.type("Q16");
  await picture(page, "game-thinking-wide-light");
  await expect.poll(() => player.view.moves.length).toBe(2);
  await expect
    .poll(() => page.evaluate(() => "noted" in window), "thoughts were shown, and the button pressed")
    .toBe(true);
  const { seen, later } = await page.evaluate(() => (window as unknown as { note: Promise<Note> }).note);
  expect(seen.line).toBe("White is thinking");
  expect(seen.thoughts).toMatch(/[\d,]+ positions.*[\d,]+ a second.*White\s+\d+ %/s);
  expect(later, "thoughts after the button").toBeLessThan(6);
  await expect(player.line).toHaveText("Your turn");
});

interface Note {
  seen: { line: string; thoughts: string };
  /** the number of search updates shown after that */
  later: number;
}

/**
 * Waits for the third search update, presses "Move now", and records what was shown and how many updates came before
 * the turn changed.
 */
function pressMoveNow(): void {
  const now = () => [...document.querySelectorAll("button")].find((b) => b.textContent === "Move now");
  const text = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText ?? "";
  const note = new Promise<Note>((resolve) => {
    let [pressed, changes, later] = [false, 0, 0];
    let last = "";
    let seen = { line: "", thoughts: "" };
    new MutationObserver(() => {
      if (pressed && !now()) resolve({ seen, later });
      const thoughts = text(".thinking");
      if (!thoughts.includes("a second") || thoughts === last) return;
      last = thoughts;
      if (pressed) later++;
      if (pressed || ++changes < 3) return;
      seen = { line: text("section.status .line"), thoughts };
      pressed = true;
      now()?.click();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  Object.assign(window, { note });
  void note.then((noted) => Object.assign(window, { noted }));
}
