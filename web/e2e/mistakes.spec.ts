// A lost game is reviewed, and its mistakes are trained with.
import { expect, type Page } from "@playwright/test";

import type { MistakeAnswer } from "../src/wire.ts";
import { look } from "./look.ts";
import { clickPoint } from "./places.ts";
import { Player } from "./player.ts";
import { test } from "./server.ts";

const line = (page: Page) => page.locator("section.status .line");
const words = (page: Page) => page.locator("section.status .words");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("the mistakes of a game become positions to train with", async ({ page }) => {
  test.setTimeout(240_000);
  const player = new Player(page, 5);
  await test.step("there is nothing before", async () => {
    await page.goto("/train/mistakes");
    await expect(page.getByText("There is nothing here yet.")).toBeVisible();
    await look(page, "mistakes-none");
  });

  await test.step("a game is lost and reviewed", async () => {
    await player.begin("grid:9", { level: 1 });
    for (const move of ["A1", "J1", "A9", "J9", "B1", "H1", "A8", "J8"]) {
      await player.turn();
      if (await player.mayPlay(move)) await player.move(move);
    }
    await player.turn();
    await player.button("Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await player.button("Review this game").click();
    await expect(page.getByText("Estimates, but for what is called certain.")).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole("tab", { name: "Mistakes" }).click();
  });

  await test.step("its worst moves are added", async () => {
    await button(page, "Train my mistakes").click();
    await expect(page.getByText(/positions? (is|are) new in your training/)).toBeVisible();
    await look(page, "mistakes-added");
    await page.getByRole("link", { name: "Train now" }).click();
    await expect(line(page)).toHaveText(/^Black to move: better than [A-J][1-9]$/);
    await look(page, "mistakes-open");
  });

  let answer: MistakeAnswer | null = null;
  let played = -1;
  page.on("response", (response) => {
    if (response.url().endsWith("/try") && response.ok())
      void response.json().then((a: MistakeAnswer) => (answer = a));
  });

  await test.step("how it is answered is shown and counts for nothing", async () => {
    await button(page, /^How [A-J][1-9] is answered$/).click();
    await expect(line(page)).toHaveText("So it goes", { timeout: 20_000 });
    await expect(words(page)).toContainText("This was played.");
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await expect.poll(() => answer?.counted).toBe(false);
    played = answer!.steps[0]!.point;
    await look(page, "mistakes-played");
    await button(page, "Try again").click();
  });

  await test.step("a bad move is refuted on the board", async () => {
    answer = null;
    await clickPoint(page, played);
    await expect(line(page)).toHaveText("There is better", { timeout: 20_000 });
    await expect.poll(() => answer?.counted).toBe(true);
    await expect(words(page)).toContainText("It comes again in 10 minutes.");
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await look(page, "mistakes-wrong");
  });

  await test.step("what the engine prefers is right", async () => {
    answer = null;
    await button(page, "Show me").click();
    await expect.poll(() => answer?.verdict, { timeout: 20_000 }).toBe("shown");
    const better = answer!.steps[0]!.point;
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await button(page, "Try again").click();
    await clickPoint(page, better);
    await expect(line(page)).toHaveText("Right", { timeout: 20_000 });
    await look(page, "mistakes-right");
  });

  await test.step("all of them stand in a list, and can be left", async () => {
    await page.goto("/train/mistakes");
    const rows = page.locator("li.card");
    await expect(rows).not.toHaveCount(0); // the list comes after the page
    const before = await rows.count();
    await look(page, "mistakes-list");
    await rows
      .last()
      .getByRole("button", { name: /^Delete move/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(rows).toHaveCount(before - 1);
  });
});
