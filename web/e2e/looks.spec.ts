// How boards look and sound: the choice of looks, stones that appear immediately, and the levels of all sounds.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import ts from "typescript";

import { expect, test } from "./server.ts";
import { look } from "./look.ts";
import { moving } from "./motion.ts";
import { Player } from "./player.ts";

test("the settings panel stays inside the window, all of it can be reached, and choices are kept", async ({
  page,
}) => {
  for (const path of ["/", "/analyse"]) {
    await page.goto(path);
    for (const [width, height] of [
      [1024, 768],
      [720, 450],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole("button", { name: "Settings" }).click();
      const last = page.getByLabel("Show moves the computer considers");
      await last.scrollIntoViewIfNeeded();
      const box = await page.locator(".panel:has(legend):visible").boundingBox();
      if (!box) throw new Error("no panel");
      const name = `${path} at ${width}`;
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(width);
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, name).toBeLessThanOrEqual(height);
      await expect(last).toBeInViewport();
      await page.keyboard.press("Escape");
      await expect(last).toBeHidden();
    }
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step("boards and stones are chosen by pictures, and choices are kept", async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    const board = page.getByRole("group", { name: "Board", exact: true });
    await board.getByLabel("Cherry").check();
    await page.getByRole("group", { name: "Stones", exact: true }).getByLabel("Glass").check();
    await look(page, "settings-looks");
    const shown = page.locator(".moyo-board:has([role=application])");
    await expect(shown).toHaveAttribute("data-theme", /board-cherry stones-glass$/);
    await page.goto("/new?game=connect4");
    await expect(page.locator(".moyo-board.thumb").first()).toHaveAttribute("data-theme", /board-cherry/);
  });
});

/** What one frame of the page shows. */
interface Frame {
  at: number;
  stones: number;
  opacity: number;
  width: number;
  rings: number;
}

/** Starts to watch the frames of the page, from the next click until a second stone is on the board. */
const watchFrames = (page: Page) =>
  page.evaluateHandle(() => {
    const frames: Frame[] = [];
    const watched = new Promise<Frame[]>((resolve) => {
      const watch = () => {
        const stones = [...document.querySelectorAll(".moyo-board-stage circle.stone")];
        const own = stones.find((s) => s.classList.contains("black"));
        frames.push({
          at: performance.now(),
          stones: stones.length,
          opacity: own ? Number(getComputedStyle(own).opacity) : -1,
          width: own?.getBoundingClientRect().width ?? 0,
          rings: document.querySelectorAll(".moyo-board-stage .mark.last").length,
        });
        if (stones.length > 1) resolve(frames);
        else requestAnimationFrame(watch);
      };
      addEventListener("click", () => requestAnimationFrame(watch), { capture: true, once: true });
    });
    return { watched };
  });

test.describe(() => {
  test.use(moving);

  test("one's stone is in the first frame with its ring, the reply comes later, the console is clean", async ({
    page,
  }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(String(error)));
    const player = new Player(page);
    await player.start("grid:9");
    const watch = await watchFrames(page);
    await player.click("E5");
    const frames = await watch.evaluate(({ watched }) => watched);
    const first = frames.findIndex((f) => f.stones > 0);
    const [own, reply] = [frames[first]!, frames.at(-1)!];
    expect(first, "frames until the stone").toBeLessThanOrEqual(2);
    for (const f of frames.slice(first)) {
      expect(f.opacity).toBe(1);
      expect(f.rings).toBe(1);
      expect(f.width / reply.width).toBeGreaterThan(0.97);
      expect(f.width / reply.width).toBeLessThan(1.1);
    }
    // Both are times in the page: even on a slow machine every frame between them was seen.
    expect(reply.at - own.at, "from the stone's frame until the reply's").toBeGreaterThanOrEqual(245);
    await page.goto(page.url()); // a reload: the page has had no input yet
    await player.arrived();
    expect(said.filter((text) => !/^(log|debug|info):/.test(text))).toEqual([]);
  });
});

/** Properties of a recording: its loudest sample, loudness, pitch, length, and how softly it begins. */
interface Sound {
  peak: number;
  rms: number;
  centroid: number;
  length: number;
  attack: number;
}

test("every sound is soft, short and far from clipping", async ({ page }) => {
  const source = readFileSync(join(import.meta.dirname, "../src/lib/voices.ts"), "utf8");
  const script = ts.transpile(source, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 });
  const sounds = await page.evaluate(async (code) => {
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    const { voices } = (await import(url)) as typeof import("../src/lib/voices.ts");
    const out: Record<string, Sound> = {};
    const RATE = 44100;
    for (const name of Object.keys(voices) as (keyof typeof voices)[]) {
      const context = new OfflineAudioContext(1, 2 * RATE, RATE);
      const number = name === "fall" ? 150 : 4;
      voices[name]({ context, out: context.destination, at: 0, vary: 1 }, number);
      const data = (await context.startRendering()).getChannelData(0);
      const peak = data.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      const heard = (v: number) => Math.abs(v) > 0.01 * peak;
      const [first, last] = [data.findIndex(heard), data.findLastIndex(heard)];
      const loudest = data.findIndex((v) => Math.abs(v) === peak);
      const part = data.subarray(first, last + 1);
      const rms = Math.sqrt(part.reduce((sum, v) => sum + v * v, 0) / part.length);
      // The centre of the spectrum of the first tenth of a second.
      const N = 2048;
      let [weights, sum] = [0, 0];
      for (let k = 1; k < N / 2; k += 2) {
        let [re, im] = [0, 0];
        for (let i = 0; i < N; i++) {
          const v = part[i] ?? 0;
          re += v * Math.cos((2 * Math.PI * k * i) / N);
          im += v * Math.sin((2 * Math.PI * k * i) / N);
        }
        const power = Math.hypot(re, im);
        weights += power;
        sum += (power * k * RATE) / N;
      }
      out[name] = {
        peak,
        rms,
        centroid: sum / weights,
        length: part.length / RATE,
        attack: (1000 * (loudest - first)) / RATE,
      };
    }
    return out;
  }, script);
  for (const [name, s] of Object.entries(sounds)) {
    expect(s.peak, `${name}: peak`).toBeGreaterThan(0.1);
    expect(s.peak, `${name}: peak`).toBeLessThan(0.8);
    expect(s.rms, `${name}: loudness`).toBeLessThan(0.2);
    expect(s.attack, `${name}: attack in milliseconds`).toBeGreaterThan(0.8);
    expect(s.length, `${name}: length`).toBeLessThan(1.6);
    expect(s.centroid, `${name}: brightness`).toBeLessThan(4500);
  }
});
