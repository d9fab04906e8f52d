// A game that is over is reviewed: first quickly, then better, once for all who look at it.
import { expect, type Page } from "@playwright/test";

import { look, settled } from "./look.ts";
import { Player } from "./player.ts";
import { test } from "./server.ts";

const review = (page: Page) => page.getByRole("region", { name: "Review" });
const graph = (page: Page) => page.getByRole("slider", { name: "Graph of the game, by moves" });
const tab = (page: Page, name: string) => review(page).getByRole("tab", { name });

async function resign(player: Player): Promise<void> {
  await player.button("Resign").click();
  await player.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(player.line).toHaveText(/resigned/);
}

test("a game of Go is reviewed, and a better line played out", async ({ page }) => {
  const player = new Player(page, 5);
  await test.step("a game is lost", async () => {
    await player.begin("grid:9", { level: 1 });
    await expect(player.button("Review this game")).toHaveCount(0);
    for (const move of ["A1", "J1", "A9", "J9", "B1", "H1", "A8", "J8"]) {
      await player.turn();
      if (await player.mayPlay(move)) await player.move(move);
    }
    await player.turn();
    await resign(player);
  });

  await test.step("something is known at once, and all of it later", async () => {
    const place = () => settled(page, async () => JSON.stringify(await review(page).boundingBox()));
    await player.button("Review this game").click();
    await expect(graph(page)).toBeVisible({ timeout: 8_000 });
    const before = await place();
    await expect(review(page).getByRole("progressbar")).toBeVisible();
    await expect(review(page).getByText("Estimates, but for what is called certain.")).toBeVisible({
      timeout: 60_000,
    });
    expect(await place()).toBe(before);
    await expect(graph(page).locator(".line")).toHaveAttribute("d", /^M.+L/);
  });

  await test.step("the graph is a way through the game", async () => {
    const last = player.view.moves.length;
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(last));
    await graph(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(last - 1));
    await expect(player.line).toHaveText("Looking back");
    await page.keyboard.press("Home");
    await expect(graph(page)).toHaveAttribute("aria-valuetext", /^Before the first move: /);
    await page.keyboard.press("PageDown");
    await expect(graph(page)).toHaveAttribute("aria-valuetext", /(blunder|mistake|inaccuracy)/);
    const box = await graph(page).boundingBox();
    await page.mouse.click(box!.x + 46 + (box!.width - 54) / 2, box!.y + 60);
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(Math.round(last / 2)));
    await page.getByRole("button", { name: "Points", exact: true }).click();
    await expect(graph(page).getByText("even")).toBeVisible();
    await look(page, "review-course");
    await page.getByRole("button", { name: "Win chance", exact: true }).click();
  });

  await test.step("the worst moves, with what would have been better", async () => {
    await tab(page, "Mistakes").click();
    const worst = page.getByRole("region", { name: "Black's worst moves" });
    await worst
      .getByRole("button", { name: /(blunder|mistake|inaccuracy)/ })
      .first()
      .click();
    await worst.getByRole("button", { name: "Play out the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(1);
    await worst.getByRole("button", { name: "One move on in the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(2);
    await look(page, "review-worst");
    await worst.getByRole("button", { name: "Back to the game" }).click();
    await expect(page.locator(".line circle")).toHaveCount(0);
  });

  await test.step("how well each side played", async () => {
    await tab(page, "Players").click();
    await expect(page.getByRole("row", { name: /^Accuracy \d+ % \d+ %$/ })).toBeVisible();
    await look(page, "review-sides");
  });

  await test.step("it is there when the game is opened again", async () => {
    await page.reload();
    await player.arrived();
    await player.button("Review this game").click();
    await expect(review(page).getByText("Estimates, but for what is called certain.")).toBeVisible({
      timeout: 3_000,
    });
  });
});

test("a game between people is reviewed when it is over, for those who watched too", async ({
  browser,
  server,
}) => {
  const visit = async () => {
    const context = await browser.newContext({ baseURL: server.url });
    return new Player(await context.newPage());
  };
  const [ada, bo, watcher] = [await visit(), await visit(), await visit()];
  await ada.page.goto("/new");
  await ada.page.getByLabel("Your name").fill("Ada");
  await ada.begin("grid:15", { game: "gomoku", opponent: "By a link" });
  const address = ada.page.url();
  await bo.page.goto(address);
  await bo.join("Join as White", "Bo");
  await watcher.page.goto(address);
  await watcher.arrived();
  for (const [i, move] of ["H8", "A1", "H9", "A2", "H10", "A4", "H11", "A5"].entries()) {
    const one = i % 2 === 0 ? ada : bo;
    await one.turn();
    await one.move(move);
  }
  for (const one of [ada, bo, watcher]) await expect(one.button("Review this game")).toHaveCount(0);
  await resign(bo);
  await watcher.button("Review this game").click();
  await expect(review(watcher.page).getByText("Estimates, but for what is called certain.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(graph(watcher.page)).toHaveAttribute("aria-valuetext", /Black wins for certain/);
  await ada.button("Review this game").click();
  await expect(review(ada.page).getByText("Estimates, but for what is called certain.")).toBeVisible({
    timeout: 3_000,
  });
  await look(ada.page, "review-people");
});
