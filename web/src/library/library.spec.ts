// The library: games are imported, searched, explored by position, opened and deleted.
import type { Page } from "@playwright/test";

import { look, picture } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";

/** A game of Go on 9×9 by its moves, as SGF. */
const sgf = (black: string, white: string, date: string, result: string, moves: string): string =>
  `(;FF[4]GM[1]SZ[9]KM[6.5]PB[${black}]PW[${white}]DT[${date}]RE[${result}]EV[Club]` +
  moves
    .split(" ")
    .map((move, i) => `;${i % 2 ? "W" : "B"}[${move}]`)
    .join("") +
  ")";

// All start in the middle; the third is the second one rotated by 90 degrees.
const first = sgf("Ada", "Bo", "2019-05-04", "B+R", "ee gc cg gg");
const second = sgf("Cy", "Ada", "2021-02-03", "W+2.5", "ee cc gc cg");
const turned = sgf("Di", "Eve", "2022", "B+1.5", "ee gc gg cc");
const varied = first.replace(";W[gc];B[cg];W[gg])", "(;W[gc];B[cg]C[Far away.];W[gg])(;W[aa])(;W[bb]))");

const file = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });
const games = (page: Page) => page.getByRole("listbox", { name: "Games" }).getByRole("option");
const option = (page: Page, name: string | RegExp) => games(page).filter({ hasText: name });

async function bring(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles(files);
}

test("games are imported, searched, explored, opened and deleted", async ({ page }) => {
  await page.goto("/library");
  await expect(page.getByRole("heading", { name: "Your library is empty" })).toBeVisible();
  await look(page, "library-empty");

  await test.step("the page reports new, duplicate and unreadable games", async () => {
    await bring(page, [
      file("club.sgf", second + turned),
      file("one.sgf", varied),
      file("two.sgf", first),
      file("broken.sgf", "(;GM[2]SZ[9])"),
    ]);
    const report = page.getByRole("region", { name: "Add games" });
    await expect(report).toContainText("3 games were added.");
    await expect(report).toContainText("1 game was already there.");
    await expect(report).toContainText("1 could not be read:");
    await expect(report.getByRole("listitem").filter({ hasText: "broken.sgf" })).toBeVisible();
    await page.goto("/library?view=files");
    await expect(page.getByRole("button", { name: /^Delete all of/ })).toHaveCount(1);
    await look(page, "library-files");
  });

  await test.step("by player, result and date", async () => {
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await expect(games(page)).toHaveCount(3);
    await expect(games(page).first()).toContainText("Di");
    await page.getByLabel("Player").fill("ada");
    await expect(games(page)).toHaveCount(2);
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Result").selectOption("The player won");
    await page.getByLabel("Until").fill("2020");
    await expect(games(page)).toHaveCount(1);
    await expect(option(page, "Bo")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(games(page)).toHaveCount(3);
  });

  await test.step("keys select a game and go through it", async () => {
    await page.getByRole("listbox", { name: "Games" }).focus();
    await page.keyboard.press("End");
    await expect(option(page, "Bo")).toHaveAttribute("aria-selected", "true");
    const seen = page.getByRole("region", { name: "Selected game" });
    await expect(seen.locator("circle.stone")).toHaveCount(4);
    await page.keyboard.press("ArrowLeft");
    await expect(seen.locator("circle.stone")).toHaveCount(3);
    await look(page, "library-games");
  });

  await test.step("the continuations of a position, in any rotation", async () => {
    await page.getByRole("link", { name: "Positions", exact: true }).click();
    await expect(page.getByText("In 3 games, 2019 to 2022")).toBeVisible();
    await page.getByRole("button", { name: /Black E5$/ }).click();
    await expect(page.getByText("White to play")).toBeVisible();
    // The four corners of the start are equivalent: three games, two of them won by Black.
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText("Black won 67 %, White 33 %.");
    await expect(page.locator('.found[aria-busy="true"]')).toHaveCount(0);
    await look(page, "library-positions");
    await rows.last().getByRole("button").click();
    await expect(page.getByText("In 3 games")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("White to play")).toBeVisible();
    await page.getByRole("link", { name: "All games with this position" }).click();
    await expect(games(page)).toHaveCount(3);
    await expect(page.getByText("With this position")).toBeVisible();
    await look(page, "library-found");
  });

  await test.step("a game opens with its variations, and its positions have statistics", async () => {
    await option(page, "Bo").click();
    await page.getByRole("link", { name: "Open in Analyse" }).click();
    await expect(page.locator(".variations button")).toHaveCount(7);
    await expect(page.locator("svg circle.stone")).toHaveCount(1);
    await page.getByRole("tab", { name: "Library" }).click();
    const panel = page.getByRole("tabpanel");
    await expect(panel.getByText("In 3 games")).toBeVisible();
    await look(page, "library-analyse");
    await panel.getByRole("table").getByRole("button").first().click();
    await expect(page.locator("svg circle.stone")).toHaveCount(2);
    await panel.getByRole("link", { name: "Search for this position" }).click();
    await expect(page.getByRole("heading", { name: "Your library" })).toBeVisible();
    await expect(page.locator("svg circle.stone")).toHaveCount(2);
  });

  await test.step("a corner pattern, in all four corners", async () => {
    await page.goto("/library?view=positions&board=grid:9&rules=weiqi&moves=G7");
    await expect(page.getByText("No game in your library reached this position.")).toBeVisible();
    await page.getByLabel("Area").selectOption("A corner of 6 × 6");
    await expect(page.getByRole("button", { name: "Top right" })).toHaveAttribute("aria-pressed", "true");
    await look(page, "library-corner");
  });

  await test.step("one game is deleted, then all of them", async () => {
    await page.goto("/library");
    await option(page, "Eve").click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(games(page)).toHaveCount(2);
    await page.getByRole("link", { name: "Add and remove" }).click();
    await page.getByRole("button", { name: /^Delete all of/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Your library is empty" })).toBeVisible();
  });
});

test("the user views a game of their library on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/library");
  await bring(page, [file("a.sgf", first), file("b.sgf", second)]);
  await page.getByRole("link", { name: "See them" }).click();
  await expect(games(page)).toHaveCount(2);
  await picture(page, "library-phone-games");
  await option(page, "Bo").click();
  const dialog = page.getByRole("dialog", { name: "Ada and Bo" });
  await expect(dialog.locator("circle.stone")).toHaveCount(4);
  await picture(page, "library-phone-game");
  await dialog.getByRole("button", { name: "Back one move" }).click();
  await expect(dialog.locator("circle.stone")).toHaveCount(3);
  await dialog.getByRole("link", { name: "Explore from here" }).click();
  await expect(page.getByText("In 1 game, 2019")).toBeVisible();
  await picture(page, "library-phone-positions");
});
