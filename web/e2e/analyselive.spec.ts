// What the computer says of a position while it looks: few moves, the line of each on the board, what the
// other side threatens, and whose each point will be.
import type { Page } from "@playwright/test";

import { look } from "./look.ts";
import { expect, test } from "./server.ts";

const rows = (page: Page) =>
  page.getByRole("region", { name: "Moves that the computer considers" }).locator("tbody tr");
const ask = (page: Page, name: string) =>
  page.getByRole("group", { name: "Ask more" }).getByRole("button", { name });

test("lines, threats and points are asked for", async ({ page }) => {
  await page.goto("/analyse?board=grid:9&rules=weiqi&moves=E5.G7.C3.C7.G3.E3");
  await expect(page.getByText("an estimate")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/leads by about|about even in points/)).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toHaveText(/ % .*\d/);
  await expect(page.locator(".mark.best")).toHaveCount(1);
  await expect(page.locator(".mark.candidate")).toHaveCount(4);

  await test.step("a line under the pointer, and under the focus", async () => {
    await rows(page).nth(1).hover();
    await expect(page.locator(".mark.line").nth(1)).toBeVisible();
    await expect(page.locator(".mark.line").first()).toHaveText("1");
    await expect(page.locator(".mark.best")).toHaveCount(0);
    await page.mouse.move(10, 10);
    await expect(page.locator(".mark.line")).toHaveCount(0);
    await rows(page).first().getByRole("button").first().focus();
    await expect(page.locator(".mark.line").nth(1)).toBeVisible();
    await ask(page, "Area").focus();
    await expect(page.locator(".mark.line")).toHaveCount(0);
  });

  await test.step("whose points, as a tint", async () => {
    await ask(page, "Area").click();
    await expect(page.locator("path.owned.black").first()).toBeAttached({ timeout: 20_000 });
    await expect(page.locator("path.owned.white").first()).toBeAttached();
    await expect(rows(page)).toHaveCount(5);
    await look(page, "analyse-owners");
    await page.setViewportSize({ width: 1440, height: 900 });
    await ask(page, "Area").click();
    await expect(page.locator("path.owned")).toHaveCount(0);
  });

  await test.step("what the other side threatens", async () => {
    await ask(page, "If Black passes").click();
    await expect(page.getByText(/^If Black passes, White plays [A-J]\d/)).toBeVisible({ timeout: 20_000 });
    await expect(page.locator(".mark.line.of-white").first()).toHaveText("1");
    await look(page, "analyse-threat");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("[");
    await expect(page.getByText(/^If Black passes, White plays/)).toHaveCount(0);
    await expect(ask(page, "If White passes")).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("more moves", async () => {
    await expect(rows(page)).toHaveCount(5);
    await ask(page, "More moves").click();
    await expect(async () => expect(await rows(page).count()).toBeGreaterThan(5)).toPass();
  });
});
