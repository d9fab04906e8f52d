// Score estimates during a game: against the computer, and between two players who allow them.
import type { Browser, Locator, Page } from "@playwright/test";

import { look, overruns, settled } from "./look.ts";
import { Player, unfold } from "./player.ts";
import { expect, test, type Server } from "./server.ts";

const button = (page: Page): Locator => page.getByRole("button", { name: "Estimate", exact: true });
const words = (page: Page): Locator => page.locator(".middle").getByText(/^Estimate: .*about/);
const owned = (page: Page): Locator => page.locator(".moyo-board .owned");

/** The positions of what is below the board. */
const places = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [".square", ".players", ".head", ".middle", ".middle > *", ".bar"]
      .flatMap((s) => [...document.querySelectorAll(s)])
      .map((e) => e.getBoundingClientRect())
      .map(({ x, y, width }) => [x, y, width].map(Math.round).join(" "))
      .join(" | "),
  );

test("against the computer a player asks for the estimate, and the next move removes it", async ({
  page,
}) => {
  const player = new Player(page, 51);
  await player.start("grid:9");
  await player.click("E5");
  await expect.poll(() => player.view.moves).toHaveLength(2);
  await player.turn();
  await expect(player.line).toHaveText("Your turn");
  await button(page).click();
  await expect(words(page)).toHaveText(/^Estimate: (about even|(Black|White) about \d+ points? ahead)\.$/);
  await expect(button(page)).toHaveAttribute("aria-pressed", "true");
  await expect(owned(page).first()).toBeVisible();
  await look(page, "estimate");
  await player.click(await player.somePoint()); // the computer may have captured any stone named here
  await expect.poll(() => player.view.moves.length).toBeGreaterThan(2);
  await expect(words(page)).toHaveCount(0);
  await expect(owned(page)).toHaveCount(0);
  await expect(button(page)).toHaveAttribute("aria-pressed", "false");

  await test.step("a second press removes it, and so does looking back", async () => {
    await expect.poll(() => player.view.moves).toHaveLength(4);
    await player.turn();
    await expect(player.line).toHaveText("Your turn");
    await button(page).click();
    await expect(words(page)).toBeVisible();
    await button(page).click();
    await expect(words(page)).toHaveCount(0);
    await expect(owned(page)).toHaveCount(0);
    await button(page).click();
    await expect(words(page)).toBeVisible();
    await page.keyboard.press("[");
    await expect(words(page)).toHaveCount(0);
  });

  await test.step("nothing moves on a small screen", async () => {
    await player.button("Back to the game").click();
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const before = await settled(page, () => places(page));
      await button(page).click();
      await expect(words(page)).toBeVisible();
      expect(await settled(page, () => places(page)), `${width}`).toBe(before);
      expect(await page.evaluate(overruns), `${width}`).toEqual([]);
      await button(page).click();
    }
  });
});

test("games without a score show a win probability", async ({ page }) => {
  const player = new Player(page, 52);
  await player.start("grid:15", { rules: "gomoku" });
  await button(page).click();
  await expect(words(page)).toHaveText(/^Estimate: (about even|(Black|White) ahead, about \d+ % to win)\.$/);
  await expect(owned(page)).toHaveCount(0);
});

/** A game with estimates that Ann has made, and Bob, who has its link. */
async function withFriend(browser: Browser, server: Server): Promise<[Player, Player]> {
  const [ann, bob] = (await Promise.all(
    [1, 2].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), seed);
    }),
  )) as [Player, Player];
  await ann.page.goto("/new?board=grid:9&game=weiqi");
  await unfold(ann.page);
  await expect(ann.page.getByLabel("Allow score estimates")).toHaveCount(0); // against the computer there is nothing to allow
  await ann.page.getByRole("radio", { name: "Private link" }).check();
  const box = ann.page.getByLabel("Allow score estimates");
  await expect(box).not.toBeChecked();
  await box.check();
  await look(ann.page, "estimate-new");
  await ann.page.getByRole("button", { name: "Create link" }).click();
  await ann.page.waitForURL(/\/game\//);
  await ann.arrived();
  await bob.page.goto(ann.page.url());
  await expect(bob.page.getByText("Casual, estimates allowed")).toHaveCount(1);
  await bob.join("Join as White", "Bob");
  for (const p of [ann, bob]) await expect.poll(() => p.view.state.phase).toBe("playing");
  await ann.move("E5");
  await bob.turn();
  return [ann, bob];
}

test("both players may ask if they have allowed it, and spectators may not", async ({ browser, server }) => {
  const [ann, bob] = await withFriend(browser, server);
  for (const { page } of [ann, bob]) {
    const before = await settled(page, () => places(page));
    await button(page).click();
    await expect(words(page)).toBeVisible();
    await expect(owned(page).first()).toBeVisible();
    expect(await settled(page, () => places(page))).toBe(before);
  }
  await look(bob.page, "estimate-people");
  for (const width of [390, 320]) {
    await bob.page.setViewportSize({ width, height: 640 });
    expect(await bob.page.evaluate(overruns), `${width}`).toEqual([]);
  }
  await bob.page.setViewportSize({ width: 1440, height: 900 });
  await bob.page.getByRole("tab", { name: "About" }).click();
  await expect(bob.page.getByText(/Estimates are allowed/)).toBeVisible();
  const watcher = await (await browser.newContext({ baseURL: server.url })).newPage();
  await watcher.goto(ann.page.url());
  await expect(watcher.getByText("You are watching.")).toBeVisible();
  await expect(button(watcher)).toHaveCount(0);
  await bob.move("C3");
  for (const { page } of [ann, bob]) {
    await expect(words(page)).toHaveCount(0);
    await expect(owned(page)).toHaveCount(0);
  }
});

test("without the option there is no button", async ({ page, browser, server }) => {
  const ann = new Player(page);
  await ann.start("grid:9", { opponent: "human" });
  const bob = new Player(await (await browser.newContext({ baseURL: server.url })).newPage());
  await bob.page.goto(page.url());
  await expect(bob.page.getByText("Casual, estimates allowed")).toHaveCount(0);
  await bob.join("Join as White", "Bob");
  await expect(ann.line).toHaveText("Your turn");
  await ann.send("E5");
  await bob.turn();
  for (const { page } of [ann, bob]) await expect(button(page)).toHaveCount(0);
});
