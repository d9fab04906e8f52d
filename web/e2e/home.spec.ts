// The first minutes: what somebody sees who opens the page, and one click to a game.
import { look, sizes } from "./look.ts";
import { Player } from "./player.ts";
import { countShifts, expectCalm } from "./shifts.ts";
import { expect, test } from "./server.ts";

for (const size of sizes.slice(0, 2))
  test(`nothing jumps while the first page comes, and three.js comes after it is painted, ${size.name}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await countShifts(page);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Add a board" })).toBeAttached();
    await expect(page.locator(".living canvas")).toBeVisible();
    await expect(page.getByRole("img", { name: "A game of Go on a torus" })).toBeVisible();
    await expectCalm(page);
    const { painted, solid } = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
      solid:
        performance.getEntriesByType("resource").find((r) => r.name.includes("BoardSolid"))?.startTime ?? 0,
    }));
    expect(solid).toBeGreaterThan(painted);
    // No wall to scroll past on a phone.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (size.name === "phone") expect(height).toBeLessThan(4000);
  });

test("one click begins a game against a beginner on 9×9, which is found among one's games", async ({
  page,
}) => {
  const player = new Player(page);
  await page.goto("/");
  await expect(page.getByText("Your games stand here")).toBeVisible();
  await player.button("Play the computer").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  expect(player.view.game).toMatchObject({ board: "grid:9", white: { engine: "level:1" } });
  await player.move("E5");
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Go on Grid 9×9.*Continue$/ })).toBeVisible();
  await page.goBack();
  await player.arrived();
  await player.button("Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "The last ones finished" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Go on Grid 9×9.*Review$/ })).toBeVisible();
  await look(page, "home-own");
});

test("a friend, a lesson and a board are one click away", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Play a friend" }).click();
  await expect(page.getByRole("radio", { name: "By a link" })).toBeChecked();
  await page.goBack();
  await page.getByRole("link", { name: "Learn Go in five minutes" }).click();
  await expect(page).toHaveURL(/\/learn/);
  await expect(page.getByRole("heading", { name: "There is no such lesson" })).toHaveCount(0);
  await page.goBack();
  await page.getByRole("button", { name: /Show all \d+ boards/ }).click();
  await page.getByRole("link", { name: "Endless" }).click();
  await expect(page.getByRole("radio", { name: "Endless" })).toBeChecked();
});

test("the living game stands still for those who want less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const living = page.getByRole("img", { name: "A game of Go on a torus" });
  await expect(living).toBeVisible();
  const cost = () =>
    page.locator(".living .moyo-board").evaluate((e) => (e as HTMLElement).moyoBoard?.cost?.().frames ?? 0);
  await expect.poll(cost).toBeGreaterThan(0);
  await page.waitForTimeout(500);
  const frames = await cost();
  await page.waitForTimeout(2500); // longer than a move takes
  expect(await cost()).toBe(frames);
});
