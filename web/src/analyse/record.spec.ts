// Records: opened, navigated, edited, saved and opened again.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";

import { look, picture } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";

const game =
  "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[Ada]BR[3d]PW[Bo]RE[B+R]XX[kept\\]]" +
  ";B[ee]C[The middle.]TR[ee]LB[cc:A](;W[cc];B[gc];W[cg])(;W[gg];B[cc]))";

const stones = (page: Page): Locator => page.locator("svg circle.stone");
const current = (page: Page): Locator => page.locator('.variations [aria-current="true"]');
const comment = (page: Page): Locator => page.getByLabel("Comment on this move");

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

/** This test does not need the engine, which would use a processor. */
const stop = (page: Page): Promise<void> => page.getByRole("button", { name: "Stop", exact: true }).click();

async function begin(page: Page): Promise<void> {
  await page.goto("/analyse?board=grid:9&rules=weiqi");
  await expect(page.locator("section.status .line")).toHaveText("Black to play");
}

async function save(page: Page): Promise<string> {
  await page.getByRole("tab", { name: "Record" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SGF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Ada-Bo.sgf");
  return readFileSync(await file.path(), "utf8");
}

test("a record is pasted, navigated, edited, saved and opened again", async ({ page }) => {
  await begin(page);
  await paste(page, game);
  await expect(page.locator(".variations button")).toHaveCount(7);
  await stop(page);
  await expect(stones(page)).toHaveCount(0);

  await test.step("keys navigate", async () => {
    await page.keyboard.press("ArrowRight");
    await expect(current(page)).toContainText("1: E5, Black");
    await expect(comment(page)).toHaveValue("The middle.");
    await expect(page.locator(".mark.triangle")).toHaveCount(1);
    await expect(page.locator(".mark.label")).toHaveText("A");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expect(current(page)).toContainText("2: G3, White");
    await page.keyboard.press("End");
    await expect(stones(page)).toHaveCount(3);
    await look(page, "record");
  });

  await test.step("a comment, a promotion, and undo", async () => {
    await comment(page).fill("Better so?");
    await comment(page).blur();
    await page.getByRole("button", { name: "Branch …" }).click();
    await page.getByRole("button", { name: "Main line" }).click();
    expect(await save(page)).toContain("(;W[gg];B[cc]C[Better so?])\n(;W[cc];B[gc];W[cg])");
    await page.getByRole("tab", { name: "Moves" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(comment(page)).toHaveValue("");
  });

  await test.step("the saved file equals the opened one", async () => {
    const text = await save(page);
    expect(text.replaceAll("\n", "")).toBe(game);
    await paste(page, text);
    await expect(current(page)).toContainText("Start");
    expect(await save(page)).toBe(text);
  });

  await test.step("a link contains it", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy a link" }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.locator(".variations button")).toHaveCount(7);
  });

  await test.step("the line is exported as pictures", async () => {
    await stop(page);
    await page.getByRole("tab", { name: "Record" }).click();
    for (const [kind, start] of [
      ["png", "PNG"],
      ["svg", "<svg"],
      ["gif", "GIF8"],
      ["pdf", "%PDF"],
    ] as const) {
      await page.getByLabel("Picture format").selectOption(kind);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save picture" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`));
      expect(readFileSync(await file.path(), "latin1").slice(0, 400)).toContain(start);
    }
    await look(page, "record-saving");
  });

  await test.step("a new move is played in a record, and the draft is kept", async () => {
    await page.getByRole("tab", { name: "Moves" }).click();
    await page.keyboard.press("End");
    await expect(stones(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await expect(current(page)).toContainText("5:");
    await page.getByRole("tab", { name: "Record" }).click();
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await expect
      .poll(() =>
        page.evaluate(() =>
          Object.entries(localStorage)
            .map(([name, text]) => (name.startsWith("moyo.record") ? String(text) : ""))
            .join(""),
        ),
      )
      .toContain("W[cg];B[]");
    await page.goto("about:blank");
    await page.goto("/analyse?board=grid:9&rules=weiqi");
    await page.getByRole("tab", { name: "Record" }).click();
    await page.getByRole("button", { name: "Open it again" }).click();
    await page.getByRole("tab", { name: "Moves" }).click();
    await expect(page.locator(".variations button")).toHaveCount(8);
  });

  await test.step("one of several games is chosen, and a text that is not a record is refused", async () => {
    await page.getByRole("tab", { name: "Record" }).click();
    await page.getByRole("button", { name: "Open a record …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Or paste its text here").fill("no record at all");
    await dialog.getByRole("button", { name: "Open", exact: true }).click();
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    await look(page, "record-open");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "two.sgf"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, game + "(;SZ[9]PB[Cy]PW[Di];B[aa])");
    await expect(dialog.getByText("There are 2 games in the file.")).toBeVisible();
    await dialog.getByRole("textbox").fill("cy");
    await dialog.getByRole("button", { name: "Cy and Di" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("tab", { name: "Record" }).click();
    await expect(page.getByText("Cy", { exact: true })).toBeVisible();
  });

  await test.step("navigation on a phone", async () => {
    await paste(page, game);
    await expect(page.locator(".variations button")).toHaveCount(7); // the previous record has a next move, too
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Forward one move" }).click();
    await expect(stones(page)).toHaveCount(1);
    await page.getByRole("button", { name: "More" }).click();
    await expect(comment(page)).toHaveValue("The middle.");
    await picture(page, "record-phone-drawer");
  });
});
