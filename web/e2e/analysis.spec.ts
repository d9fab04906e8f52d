// Analysis: candidates, variations, placing by hand, "why not here", excluded
// points.
import type { Locator, Page } from "@playwright/test";

import { look } from "./look.ts";
import { expect, test } from "./server.ts";

/** Clicks on a point of a grid. */
async function click(page: Page, name: string): Promise<void> {
  const board = page.locator(".moyo-board");
  const place = await board.evaluate((element, wanted) => {
    const [, letter, row] = /^([A-Z])(\d+)$/.exec(wanted) ?? [];
    const point = (15 - Number(row)) * 15 + "ABCDEFGHJKLMNOP".indexOf(letter ?? "");
    const at = (element as HTMLElement).moyoBoard!.placeOf(point);
    const stage = element.querySelector('[role="application"]')!.getBoundingClientRect();
    return { x: stage.x + at.x, y: stage.y + at.y };
  }, name);
  await page.mouse.click(place.x, place.y);
}

const line = (page: Page): Locator => page.locator("section.status .line");
const stones = (page: Page): Locator => page.locator("svg circle.stone");
const candidates = (page: Page): Locator =>
  page.getByRole("region", { name: "Moves that the computer considers" });

test("a position is analysed: candidates, undo, variations, why not, excluded points", async ({ page }) => {
  await page.goto("/analyse?board=grid:15&rules=gomoku&moves=H8.G9.J9.H10.J10.J8.K9");
  await expect(line(page)).toHaveText("White to play");
  await expect(stones(page)).toHaveCount(7);
  await expect(candidates(page).getByRole("row")).not.toHaveCount(0);
  await expect(page.locator(".mark.best")).toHaveCount(1);
  await expect(page.getByText(/depth \d+/)).toBeVisible();
  await expect(page.getByText(/a second/)).toBeVisible();
  await look(page, "analysis");

  await test.step("back and on, and a variation", async () => {
    await page.getByRole("button", { name: "One move back" }).click();
    await expect(stones(page)).toHaveCount(6);
    await expect(line(page)).toHaveText("Black to play");
    await click(page, "L12");
    await expect(stones(page)).toHaveCount(7);
    await expect(page.locator(".variations p.side")).toHaveCount(1);
    await page.keyboard.press("[");
    await expect(stones(page)).toHaveCount(6);
    await page.keyboard.press("]");
    await expect(page.locator('.variations [aria-current="true"]')).toContainText("L12");
    await page.locator(".variations").getByRole("button", { name: "K9" }).click();
    await expect(stones(page)).toHaveCount(7);
  });

  await test.step("the best move is left out", async () => {
    const best = page.locator(".mark.best");
    await expect(best).toHaveCount(1);
    // The computer thinks on: the move that is read may have left the list before the click.
    let first = "";
    await expect(async () => {
      first = (await candidates(page).getByRole("button").first().textContent())?.trim() ?? "";
      await page.getByRole("button", { name: `Leave ${first} out` }).click({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByText(`Left out: ${first}`)).toBeVisible();
    await expect(page.locator(".mark.excluded")).toHaveCount(1);
    await expect(candidates(page).getByRole("button", { name: first, exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Take all in again" }).click();
    await expect(page.locator(".mark.excluded")).toHaveCount(0);
  });

  await test.step("why not in the corner", async () => {
    await page.getByRole("button", { name: "Why not here?" }).click();
    await click(page, "A1");
    const why = page.locator(".why");
    await expect(why).toContainText("Why not A1?");
    await expect(why).toContainText(/The best answer to A1 is [A-P]\d+\./, { timeout: 30_000 });
    await why.getByRole("button", { name: "One move" }).click();
    await expect(stones(page)).toHaveCount(9);
    await look(page, "analysis-why");
    await why.getByRole("button", { name: "Back" }).click();
    await expect(stones(page)).toHaveCount(7);
    await expect(why).toHaveCount(0);
  });
});

test("stones are placed by hand, and the side to move is chosen", async ({ page }) => {
  await page.goto("/analyse");
  await expect(line(page)).toHaveText("Black to play");
  await page.getByRole("tab", { name: "Set up" }).click();
  await page.getByRole("radio", { name: "White stones" }).check();
  for (const point of ["G8", "H8", "J8", "K8"]) await click(page, point);
  await expect(stones(page)).toHaveCount(4);
  await page.getByRole("radio", { name: "Black stones" }).check();
  await click(page, "F8");
  await click(page, "A1");
  await click(page, "A1");
  await expect(stones(page)).toHaveCount(5);
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await expect(line(page)).toHaveText("White to play");
  await page.getByRole("radio", { name: "Play", exact: true }).check();
  await expect(page.getByText("White wins in 1 move")).toBeVisible();
  await click(page, "L8");
  await expect(line(page)).toHaveText("White wins with five in a row");
  await expect(page.locator("svg path.figure")).toHaveCount(2);
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByRole("radio", { name: "The line it expects" }).check();
  await expect(page.locator(".mark.line")).not.toHaveCount(0);
  await look(page, "analysis-setup");

  await test.step("the link brings the position back", async () => {
    await page.getByRole("tab", { name: "About" }).click();
    const link = await page.getByLabel("The link to this position").inputValue();
    await page.goto(link);
    await expect(line(page)).toHaveText("White to play");
    await expect(stones(page)).toHaveCount(5);
  });
});

test("a game of Go can be analysed, and nonsense is answered in words", async ({ page }) => {
  await page.goto("/analyse?board=grid:9&rules=weiqi&moves=E5.C3");
  await expect(line(page)).toHaveText("Black to play");
  await expect(page.getByText(/playouts/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Pass" })).toBeVisible();
  await page.goto("/analyse?board=gird:9");
  await expect(page.getByRole("heading", { name: "There is nothing to analyse" })).toBeVisible();
  await page.goto("/analyse?board=grid:9&rules=gomoku&moves=A1.A1");
  await expect(page.getByText(/There is a stone/i)).toBeVisible();
});
