// Drawing, searching and guessing in a record, on one page.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

import { look } from "../../e2e/look.ts";
import { clickPoint, placeOf, placesOf } from "../../e2e/places.ts";
import { expect, test } from "../../e2e/server.ts";

/** Opens the page. */
async function begin(page: Page): Promise<void> {
  await page.goto("/analyse?board=grid:9&rules=weiqi&moves=A9.B9");
  await expect(page.locator("section.status .line")).toHaveText("Black to play");
  await expect(page.locator(".variations button")).toHaveCount(3);
}

/** Pastes a record outside of any field. Each record has another number of moves. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
  await expect(page.locator(".variations button")).toHaveCount(text.split(";").length - 1);
  await page.getByRole("button", { name: "Stop", exact: true }).click(); // this test does not need the engine
}

async function saved(page: Page): Promise<string> {
  await page.getByRole("tab", { name: "Record" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SGF" }).click();
  return readFileSync(await (await download).path(), "utf8");
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const [a, b] = [await placeOf(page, from), await placeOf(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

const game =
  "(;SZ[9];B[cc]C[A quiet beginning];W[gg](;B[gc];W[cg]C[Now four corners];B[ee])(;B[cg];W[gc];B[ee]))";
const current = (page: Page) => page.locator('.variations [aria-current="true"]');
const stones = (page: Page) => page.locator("svg circle.stone");

test("records are drawn in, guessed, searched, cut and swiped", async ({ page }) => {
  await begin(page);

  await test.step("arrows and lines are drawn by drag, by clicks and by keys, kept and undone", async () => {
    await paste(page, "(;SZ[9]AR[aa:ba]DD[ia:ib])");
    const arrows = page.locator("svg path.arrow");
    await expect(arrows).toHaveCount(1);
    await expect(page.locator("svg path.dimmed")).toHaveCount(1);
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("radio", { name: "Arrow" }).check();
    await drag(page, 10, 40);
    await expect(arrows).toHaveCount(2);
    await look(page, "record-arrows");

    await page.getByRole("radio", { name: "Line", exact: true }).check();
    for (const point of [60, 80]) await clickPoint(page, point);
    await expect(page.locator("svg path.link")).toHaveCount(1);

    await page.getByRole("radio", { name: "Arrow" }).check();
    await page.getByRole("application").focus();
    for (const key of ["ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect(arrows).toHaveCount(3);
    await drag(page, 10, 40); // the same again removes it
    await expect(arrows).toHaveCount(2);
    expect(await saved(page)).toMatch(/AR\[aa:ba\]\[\w\w:\w\w\]DD\[ia:ib\].*LN\[gg:ii\]/);
    await page.getByRole("tab", { name: "Moves" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(arrows).toHaveCount(3);
  });

  await test.step("the next move is guessed", async () => {
    await paste(page, game);
    await page.getByRole("button", { name: "Guess", exact: true }).click();
    const box = page.getByRole("region", { name: "Guess the next move" });
    await expect(page.locator(".variations")).toHaveCount(0);
    await expect(box).toContainText("Where did Black play?");
    await page.keyboard.press("ArrowRight"); // the next moves stay hidden
    await expect(stones(page)).toHaveCount(0);
    await clickPoint(page, 20);
    await expect(box).toContainText("C7: correct!");
    await clickPoint(page, 0);
    await expect(box).toContainText("Not there. Try again.");
    await clickPoint(page, 60);
    await expect(box).toContainText("First try: 1 · second: 1 · shown: 0");
    await look(page, "record-guess");
    await clickPoint(page, 56); // the variation's move
    await expect(box).toContainText("Correct: the record has it as a variation. The game continued at G7.");
    await box.getByText("Black", { exact: true }).click();
    await expect(stones(page)).toHaveCount(4); // White's move is played automatically
    await page.getByRole("button", { name: "Show it" }).click();
    await expect(box).toContainText("That was the last move.");
    await box.getByText("Show how far off wrong guesses were").click();
    await expect(box).toContainText("12 steps off");
    await page.getByRole("button", { name: "Guess again" }).click();
    await expect(stones(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Stop guessing" }).click();
    await expect(page.locator(".variations")).toBeVisible();
  });

  await test.step("variations are cut and pasted, and the wheel goes through the moves", async () => {
    const nodes = page.locator(".variations button");
    await expect(nodes).toHaveCount(9);
    await page.locator(".variations").hover();
    for (let i = 0; i < 3; i++) await page.mouse.wheel(0, 60);
    await expect(current(page)).toContainText("3:");
    await page.mouse.wheel(0, -60);
    await expect(current(page)).toContainText("2:");
    await page.mouse.wheel(0, 60);
    await page.getByRole("button", { name: "Branch …" }).click();
    await page.getByRole("button", { name: "Cut" }).click();
    await expect(nodes).toHaveCount(6);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Paste" }).click();
    await expect(nodes).toHaveCount(9);
    await page.keyboard.press("End");
    expect(await saved(page)).toContain("(;B[gc];W[cg]C[Now four corners];B[ee])");
  });

  await test.step("positions, text and moves are found, and stones numbered", async () => {
    await page.getByRole("tab", { name: "Moves" }).click();
    for (let undo = 0; undo < 2; undo++) await page.getByRole("button", { name: "Undo" }).click();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Find …" }).click();
    await page.getByLabel("Text, move or move number").fill("FOUR corners");
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await expect(current(page)).toContainText("4: C3, White");
    await page.getByLabel("Text, move or move number").fill("e5");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 of 2")).toBeVisible();
    await page.getByRole("button", { name: "Next match" }).click();
    await expect(page.getByText("2 of 2")).toBeVisible();
    await expect(stones(page)).toHaveCount(5);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "This position" }).click();
    await expect(page.getByText(/^\d of 2, turned or mirrored$/)).toBeVisible();
    await look(page, "record-find");

    await page.getByRole("button", { name: "View …" }).click();
    await page.getByText("All", { exact: true }).click();
    await expect(page.locator(".mark.label text")).toHaveText(["3", "2", "1"]);
    await look(page, "record-view");
    await page.getByLabel("Pause at comments").check();
    await page.getByLabel("Autoplay every").fill("0.5");
    await page.getByRole("button", { name: "Autoplay", exact: true }).click();
    await expect(page.getByRole("button", { name: "Autoplay", exact: true })).toBeVisible(); // at its end, or a comment
  });

  await test.step("on a phone a comment is under the board, and swipes go forward and back", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const long = "A quiet beginning. ".repeat(20);
    await paste(page, `(;SZ[9];B[cc]C[${long}];W[gg];B[gc])`);
    const swipe = (by: number) =>
      page.locator("section.status").evaluate((element, dx) => {
        const box = element.getBoundingClientRect();
        const at = (x: number) => ({
          pointerType: "touch",
          isPrimary: true,
          bubbles: true,
          clientX: x,
          clientY: box.y + 5,
        });
        element.dispatchEvent(new PointerEvent("pointerdown", at(200)));
        element.dispatchEvent(new PointerEvent("pointerup", at(200 + dx)));
      }, by);
    await swipe(-80);
    await expect(stones(page)).toHaveCount(1);
    await expect(page.getByText("A quiet beginning.").first()).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.screenshot({ path: "test-results/comment-open.png" });
    await page.getByRole("button", { name: "Less" }).click();
    await swipe(-20); // too short
    await expect(stones(page)).toHaveCount(1);
    await swipe(80);
    await expect(stones(page)).toHaveCount(0);
  });

  await test.step("an arrow is drawn on a solid board, which does not turn meanwhile", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await paste(page, "(;GM[0]RI[weiqi]BD[torus:7x7])");
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("radio", { name: "Arrow" }).check();
    const places = await placesOf(page, [...Array(49).keys()]);
    const seen = [...places.keys()].filter((p) => places[p]!.seen);
    const [from, to] = [seen[0]!, seen.at(-1)!];
    const before = await placeOf(page, from);
    await drag(page, from, to);
    expect(await placeOf(page, from)).toEqual(before);
    expect(await saved(page)).toMatch(/AR\[\w\d:\w\d\]/);
  });
});

test("leaving unsaved changes asks for confirmation, and no draft replaces another", async ({ page }) => {
  await begin(page);
  await paste(page, game);
  await page.getByLabel("Comment on this move").fill("Mine.");
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  // Another record is opened over it, also changed, and left.
  await paste(page, "(;SZ[9];B[aa])");
  await page.getByLabel("Comment on this move").fill("The other.");
  await page.goto("/"); // Playwright accepts the dialog
  await page.goto("/analyse?board=grid:9&rules=weiqi");
  await page.getByRole("tab", { name: "Record" }).click();
  await expect(page.getByText("You have 2 unsaved records.")).toBeVisible();
  for (const comment of ["The other.", "Mine."]) {
    await page.getByRole("button", { name: "Open it again" }).click();
    await page.getByRole("tab", { name: "Moves" }).click();
    await expect(page.getByLabel("Comment on this move")).toHaveValue(comment);
    await page.getByRole("tab", { name: "Record" }).click();
    await expect(page.getByText("Not saved yet.")).toBeVisible();
  }
});
