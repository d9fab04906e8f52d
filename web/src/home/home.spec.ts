// A new visitor's first minutes: what the page shows, and one click to a game.
import type { Page } from "@playwright/test";

import { look, settled, sizes } from "../../e2e/look.ts";
import { Player } from "../../e2e/player.ts";
import { countShifts, expectCalm } from "../../e2e/shifts.ts";
import { moving } from "../../e2e/motion.ts";
import { expect, test } from "../../e2e/server.ts";

test.describe(() => {
  test.use({ ownServer: true, ...moving }); // The lists do not change meanwhile.

  test("nothing jumps while the first page loads, and three.js loads after the first paint", async ({
    page,
  }) => {
    await countShifts(page);
    for (const size of sizes.slice(0, 2))
      await test.step(size.name, async () => {
        await page.setViewportSize(size);
        await page.goto("/");
        await expect(page.getByRole("link", { name: "Add a board" })).toBeAttached();
        await expect(page.locator(".living canvas")).toBeVisible();
        await expect(page.getByRole("img", { name: "A game of Go on a torus" })).toBeVisible();
        await expectCalm(page);
        const { painted, solid } = await page.evaluate(() => ({
          painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
          solid:
            performance.getEntriesByType("resource").find((r) => r.name.includes("BoardSolid"))?.startTime ??
            0,
        }));
        expect(solid).toBeGreaterThan(painted);
        // No long scroll on a phone.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (size.name === "phone") expect(height).toBeLessThan(4000);
      });
  });
});

test("a friend, a lesson, a board and a game are one click away", async ({ page }) => {
  const player = new Player(page);
  const home = page.getByRole("link", { name: "moyo" }).first();
  await page.goto("/");
  await expect(page.getByText("Your current and recent games appear here")).toBeVisible();

  await test.step("the first screen has the first button, however small it is", async () => {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [720, 450],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await player.button("Play the computer").boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0), `${width}x${height}`).toBeLessThanOrEqual(height);
    }
    await page.setViewportSize(sizes[0]);
  });

  await test.step("a friend, a lesson and a board", async () => {
    await page.getByRole("link", { name: "Play a friend" }).click();
    await expect(page.getByRole("radio", { name: "Private link" })).toBeChecked();
    // The friend sees who invites: without a name there is no link.
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(page.getByLabel("Your name")).toBeFocused();
    await page.goBack();
    await page.getByRole("link", { name: "Learn Go in five minutes" }).click();
    await expect(page).toHaveURL(/\/learn/);
    await expect(page.getByRole("heading", { name: "Lesson not found" })).toHaveCount(0);
    await page.goBack();
    await page.getByRole("button", { name: /Show all \d+ boards/ }).click();
    await page.getByRole("link", { name: "Endless" }).click();
    await expect(page.getByRole("radio", { name: "Endless" })).toBeChecked();
    await page.goBack();
  });

  await test.step("a game against a beginner on 9×9, which the list of own games shows", async () => {
    await player.button("Play the computer").click();
    await page.waitForURL(/\/game\//);
    await player.arrived();
    expect(player.view.game).toMatchObject({ board: "grid:9", white: { engine: "level:1" } });
    await player.move("E5");
    await home.click();
    await expect(page.getByRole("link", { name: /^Go on Grid 9×9.*Continue$/ })).toBeVisible();
    await page.goBack();
    await player.arrived();
    await player.button("Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(player.line).toHaveText("You resigned: White won");
    await home.click();
    await expect(page.getByRole("heading", { name: "Recently finished" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Go on Grid 9×9.*Review$/ })).toBeVisible();
    await look(page, "home-own");
  });
});

test("a game is resigned although the user leaves the page while the connection is down", async ({
  page,
}) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!message.toString().includes("resign")) server.send(message);
    });
  });
  const player = new Player(page);
  for (const [go, resigned] of [
    [() => page.getByRole("link", { name: "moyo" }).first().click(), 1],
    [() => page.goto("/"), 2],
  ] as const) {
    await player.start("grid:9");
    await player.move("E5");
    await player.button("Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await go();
    await expect(page.getByRole("link", { name: /^Go on Grid 9×9.*Review$/ })).toHaveCount(resigned);
  }
});

/** How many times the board of the animated game has been drawn. */
const framesOf = (page: Page) =>
  page.locator(".living .moyo-board").evaluate((e) => (e as HTMLElement).moyoBoard?.cost?.().frames ?? 0);

/** Frames in progress end; then the board is not drawn for longer than a move takes. */
async function expectStill(page: Page): Promise<void> {
  const frames = await settled(page, async () => String(await framesOf(page)));
  await page.clock.runFor(2500);
  expect(String(await framesOf(page))).toBe(frames);
}

test.describe(() => {
  test.use(moving);

  test("the animated game turns, can be dragged, and stops when it is out of view", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect.poll(() => framesOf(page)).toBeGreaterThan(0);
    const turns = async () => {
      const frames = await framesOf(page);
      await expect.poll(() => framesOf(page)).toBeGreaterThan(frames + 3);
    };
    await turns();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectStill(page);
    await page.evaluate(() => scrollTo(0, 0));
    await turns();

    // Hidden, like a background tab: after this only drags turn it.
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expectStill(page);
    const board = page.locator(".living .moyo-board");
    const places = () =>
      board.evaluate((e) => [0, 20, 40, 60].map((p) => (e as HTMLElement).moyoBoard?.placeOf(p).x ?? 0));
    const [before, box] = [await places(), await board.boundingBox()];
    if (!box) throw new Error("no board");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    const moved = async () => (await places()).map((x, i) => Math.abs(x - (before[i] ?? 0)));
    await expect.poll(async () => Math.max(...(await moved()))).toBeGreaterThan(15);

    await test.step("it does not move for users who prefer reduced motion", async () => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto("/");
      await expect(page.getByRole("img", { name: "A game of Go on a torus" })).toBeVisible();
      await expect.poll(() => framesOf(page)).toBeGreaterThan(0);
      await expectStill(page);
    });
  });
});
