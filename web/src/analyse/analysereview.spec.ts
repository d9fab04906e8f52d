// The review of a record in Analyse: the graph and the mistakes lead through its tree, and a better line is played
// out, kept and saved.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

import { look } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";

/** Black gives a corner away immediately, and then plays in empty areas. */
const game =
  "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[6.5]RU[Chinese]PB[Ada]PW[Bo]RE[W+R]" +
  ";B[ee];W[gc];B[cg];W[cc];B[aa];W[gg];B[ia];W[dg];B[ai];W[ch];B[ii];W[bg])";

const review = (page: Page) => page.getByRole("region", { name: "Review" });
const graph = (page: Page) => page.getByRole("slider", { name: "Graph of the game, by moves" });
const current = (page: Page) => page.locator('.variations [aria-current="true"]');
const views = (page: Page) => page.getByRole("group", { name: "What to analyse" });

/** Pastes a text outside of any field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function open(page: Page): Promise<void> {
  await page.goto("/analyse?board=grid:9&rules=weiqi");
  await expect(page.locator("section.status .line")).toHaveText("Black to play");
  await paste(page, game);
  await expect(page.locator(".variations button")).toHaveCount(13);
}

/** Starts the review, and waits until it is complete. */
async function reviewed(page: Page): Promise<void> {
  await views(page).getByRole("button", { name: "Whole game" }).click();
  await expect(review(page).getByText("The main line has 12 moves.")).toBeVisible();
  await page.getByRole("button", { name: "Review this game" }).click();
  await expect(graph(page)).toBeVisible({ timeout: 20_000 });
  await expect(review(page).getByText("These are estimates, except where marked certain.")).toBeVisible({
    timeout: 60_000,
  });
}

test("a pasted game is reviewed, a better line kept and saved, and a variation reviewed on a phone", async ({
  page,
}) => {
  await open(page);
  await reviewed(page);

  await test.step("the graph moves through the tree, by its keys and by pointer", async () => {
    await graph(page).focus();
    await page.keyboard.press("End");
    await expect(graph(page)).toHaveAttribute("aria-valuenow", "12");
    await expect(current(page)).toContainText("12: B3, White");
    await page.keyboard.press("ArrowLeft");
    await expect(current(page)).toContainText("11: J1, Black");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageDown");
    await expect(graph(page)).toHaveAttribute("aria-valuetext", /(blunder|mistake|inaccuracy)/);
    const box = (await graph(page).boundingBox())!;
    await page.mouse.click(box.x + 46 + (box.width - 54) / 2, box.y + 60);
    await expect(current(page)).toContainText("6: G3, White");
    await page.mouse.move(box.x + box.width - 10, box.y + 60);
    await expect(review(page).locator(".readout")).toContainText("Move 12");
    await expect(current(page)).toContainText("6: G3, White");
    await look(page, "analyse-review");
  });

  let moves: string[] = [];
  await test.step("a better line is played out and kept", async () => {
    await review(page).getByRole("tab", { name: "Mistakes" }).click();
    const worst = page.getByRole("region", { name: "Black's worst moves" });
    await worst
      .getByRole("button", { name: /(blunder|mistake|inaccuracy)/ })
      .first()
      .click();
    await worst.getByRole("button", { name: "Play out the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(1);
    await worst.getByRole("button", { name: "Forward one move in the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(2);
    await look(page, "analyse-review-worst");
    const before = await page.locator(".variations button").count();
    await worst.getByRole("button", { name: "Keep this line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(0);
    await expect.poll(() => page.locator(".variations button").count()).toBeGreaterThan(before + 1);
    moves = await page.locator(".variations button").allTextContents();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".variations button")).toHaveCount(before);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(page.locator(".variations button")).toHaveCount(moves.length);
  });

  await test.step("it is saved with the review, or without", async () => {
    await page.getByRole("tab", { name: "Record" }).click();
    // A review is tall: the column scrolls, and the selected part is fully visible.
    const details = page.getByRole("complementary");
    await expect(details).toBeInViewport({ ratio: 0.95 });
    expect((await details.boundingBox())!.height).toBeGreaterThan(250);
    const saved = async () => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as SGF" }).click();
      return readFileSync(await (await download).path(), "utf8");
    };
    const text = await saved();
    expect(text).toContain("C[moyo: accuracy: Black");
    expect(text.match(/MOYOWIN\[/g)).toHaveLength(13);
    expect(text.split("\n(;B").length).toBe(3); // the played move, and a better one
    await page.getByLabel("Add the review to the record").uncheck();
    expect(await saved()).not.toContain("moyo:");
    await paste(page, text);
    await expect(page.locator(".variations button")).toHaveCount(moves.length);
  });

  await test.step("a variation of the open record is reviewed, and labelled as one", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await views(page).getByRole("button", { name: "Whole game" }).click();
    for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Forward one move" }).click();
    await views(page).getByRole("button", { name: "Position" }).click();
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await views(page).getByRole("button", { name: "Whole game" }).click();
    await expect(review(page).getByText("This variation has 3 moves to its end.")).toBeVisible();
    await page.getByRole("button", { name: "Review this game" }).click();
    await expect(review(page).getByText("Of a variation")).toBeVisible({ timeout: 20_000 });
    await expect(graph(page)).toHaveAttribute("aria-valuemax", "3");
    await expect(review(page).getByText("These are estimates, except where marked certain.")).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Back one move" }).click();
    await page.getByRole("button", { name: "Forward one move" }).click();
    await expect(graph(page)).toHaveAttribute("aria-valuenow", "3");
    await look(page, "analyse-review-variation");
  });
});
