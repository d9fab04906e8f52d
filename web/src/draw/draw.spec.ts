// Boards drawn by hand: with a mirror and a glued edge, played on, exported and imported.
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { look } from "../../e2e/look.ts";
import { chooseFile, Player } from "../../e2e/player.ts";
import { expect, test } from "../../e2e/server.ts";

const stage = (page: Page) => page.getByRole("application");
const said = (page: Page) => page.getByRole("status").first();
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Opens the page and waits for its drawing. */
async function begin(page: Page): Promise<void> {
  await page.goto("/boards/draw");
  await expect(page.getByText("Nothing is drawn yet").first()).toBeVisible();
}

/** Presses a place of the drawing, in pixels from its middle. */
async function at(page: Page, x: number, y: number): Promise<void> {
  const box = (await stage(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

async function downloaded(page: Page, name: string): Promise<string> {
  const arrived = page.waitForEvent("download");
  await press(page, name);
  return readFile(await (await arrived).path(), "utf8");
}

/** Pixels per unit of an empty drawing. */
const UNIT = 48;

test("a board of 30 points with a mirror and a glued edge is drawn, played on, exported and imported", async ({
  page,
}) => {
  await begin(page);
  await test.step("a mirrored half, row by row", async () => {
    await press(page, "A mirrored drawing");
    await expect(said(page)).toHaveText("What you draw on one side appears on the other.");
    for (let row = 0; row < 5; row++) {
      await tool(page, "Join").click();
      for (let column = 0; column < 3; column++) await at(page, -(3 - column) * UNIT, (row - 2) * UNIT);
    }
    await expect(stage(page)).toHaveAccessibleName("Drawing with 30 points");
  });
  await test.step("its neighbours are joined, across the middle too", async () => {
    await page.getByRole("tab", { name: "Edit" }).click();
    await press(page, "Join neighbours");
    await page.getByRole("tab", { name: "Use" }).click();
    await expect(page.getByText("The drawing has 2 parts that are not joined.")).toBeVisible();
    await tool(page, "Join").click();
    for (const row of [0, 4]) {
      await at(page, -UNIT, (row - 2) * UNIT);
      await at(page, UNIT, (row - 2) * UNIT);
      await page.keyboard.press("Escape");
    }
    await expect(page.getByText("Everything is joined, and no lines cross.")).toBeVisible();
  });
  await test.step("the left edge is glued to the right one", async () => {
    await tool(page, "Glue").click();
    for (const [x, y] of [
      [-3, -2],
      [-3, 2],
      [3, -2],
      [3, 2],
    ] as const)
      await at(page, x * UNIT, y * UNIT);
    await page.getByLabel("Twisted, like a Möbius band").check();
    await press(page, "Glue them together");
    await expect(said(page)).toHaveText("The layout has settled.");
  });
  let file = "";
  await test.step("its file gives the same drawing", async () => {
    await page.getByRole("tab", { name: "Use" }).click();
    await page.getByLabel("Board name").fill("Twisted mirror");
    file = await downloaded(page, "JSON");
    expect(JSON.parse(file)).toMatchObject({ title: "Twisted mirror", points: 30 });
    await page.getByRole("tab", { name: "Begin" }).click();
    await press(page, "Nothing");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 0 points");
    await chooseFile(page, "again.json", file);
    await expect(stage(page)).toHaveAccessibleName("Drawing with 30 points");
    await page.getByRole("tab", { name: "Use" }).click();
    expect(await downloaded(page, "JSON")).toBe(file);
    expect(await downloaded(page, "SVG")).toContain("<svg");
    expect(await downloaded(page, "OBJ")).toMatch(/^v /);
  });
  await test.step("a game on it starts immediately", async () => {
    const player = new Player(page);
    await press(page, "Try it against level 3");
    await page.waitForURL(/\/game\//);
    await player.arrived();
    expect(player.view.stones).toHaveLength(30);
    await player.playSome(2);
  });
  await test.step("the import page takes the file too", async () => {
    await page.goto("/boards/import");
    await chooseFile(page, "again.json", file);
    await expect(page.getByRole("definition").filter({ hasText: /^30$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save and play" })).toBeEnabled();
  });
});

test("undo and redo, drawing by keys, and a reload", async ({ page }) => {
  await begin(page);
  await look(page, "draw-empty");

  await test.step("everything is undone and redone, and is there after a reload", async () => {
    await press(page, "30 points in rows");
    await at(page, 20, 20); // no point is there
    await expect(stage(page)).toHaveAccessibleName("Drawing with 31 points");
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.keyboard.press("Control+z");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 30 points");
    await press(page, "Divide faces from their middle");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 50 points");
    await press(page, "Undo");
    await press(page, "Undo");
    await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
    await press(page, "Redo");
    await press(page, "Redo");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 50 points");
    await page.reload(); // immediately
    await expect(stage(page)).toHaveAccessibleName("Drawing with 50 points");
    await page.getByRole("tab", { name: "Begin" }).click();
    await press(page, "Nothing");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 0 points");
    await press(page, "Undo");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 50 points");
  });

  await test.step("a board is drawn by keyboard alone", async () => {
    await press(page, "Nothing");
    await stage(page).focus();
    await page.keyboard.press("l");
    await page.keyboard.press("ArrowRight");
    for (const key of [
      "Enter",
      "ArrowRight",
      "Enter",
      "ArrowDown",
      "Enter",
      "ArrowLeft",
      "Enter",
      "ArrowUp",
      "Enter",
    ])
      await page.keyboard.press(key);
    await expect(stage(page)).toHaveAccessibleName("Drawing with 4 points");
    await page.keyboard.press("n");
    await expect(said(page)).toContainText("2 lines");
    await page.keyboard.press("s");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await expect(said(page)).toHaveText("Moved.");
    await page.keyboard.press("Delete");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 3 points");
  });

  await test.step("the page passes all checks", async () => {
    await press(page, "Nothing");
    await press(page, "30 points in rows");
    await tool(page, "Select").click();
    await at(page, -24, -24);
    await page.getByRole("tab", { name: "Edit" }).click();
    await press(page, "Select all");
    await look(page, "draw-change");
  });
});

test("the page says that the browser cannot store a drawing", async ({ page }) => {
  await page.addInitScript(() => {
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (name === "moyo.drawing" && value.length > 2) throw new DOMException("full", "QuotaExceededError");
      keep.call(this, name, value);
    };
  });
  await begin(page);
  const warning = page.getByText("This browser cannot store the drawing");
  await expect(warning).toHaveCount(0);
  await press(page, "30 points in rows");
  await expect(warning).toBeVisible();
  await press(page, "Undo");
  await expect(warning).toHaveCount(0);
});

test("a board opened by a link keeps its changes, and the previous drawing is not lost", async ({ page }) => {
  await begin(page);
  await press(page, "30 points in rows");
  await page.goto("/boards/draw?board=torus:5x5");
  await expect(stage(page)).toHaveAccessibleName("Drawing with 25 points");
  await page.getByRole("tab", { name: "Use" }).click();
  await expect(page.getByText("Everything is joined.", { exact: true })).toBeVisible();
  await press(page, "Undo");
  await expect(stage(page)).toHaveAccessibleName("Drawing with 30 points");
  await press(page, "Redo");
  await page.getByRole("tab", { name: "Edit" }).click();
  await press(page, "Select all");
  await press(page, "Remove every second point");
  await expect(stage(page)).not.toHaveAccessibleName("Drawing with 25 points");
  const thinned = await stage(page).getAttribute("aria-label");
  await page.reload();
  await expect(stage(page)).toHaveAccessibleName(thinned!);
  await page.goto("/boards/draw?board=none:such");
  await expect(said(page)).not.toBeEmpty();
  await expect(stage(page)).toHaveAccessibleName(thinned!);
});

test("existing boards bring their lines, are played on, and are drawn without crossings", async ({
  page,
}) => {
  await test.step("the page says when a drawing without crossings is impossible", async () => {
    await page.goto("/boards/draw?board=torus:5x5");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 25 points");
    await page.getByRole("tab", { name: "Layout" }).click();
    await press(page, "Without crossings");
    await expect(said(page)).toHaveText("This cannot be drawn in the plane without crossings.");
    await page.goto("/boards/draw?board=geodesic:2");
    await page.getByRole("tab", { name: "Layout" }).click();
    await press(page, "Without crossings");
    await expect(said(page)).toHaveText("Drawn without crossings.");
    await look(page, "draw-planar");
  });

  await test.step("the page passes all checks with a solid board", async () => {
    await page.goto("/boards/draw?board=mobius:15x5");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 75 points");
    await page.getByRole("tab", { name: "Layout" }).click();
    await look(page, "draw-space");
    await page.getByRole("tab", { name: "Use" }).click();
    await look(page, "draw-use");
  });

  await test.step("a board brings its lines, and Gomoku is played on it", async () => {
    await page.goto("/boards/draw?board=grid:7");
    await expect(stage(page)).toHaveAccessibleName("Drawing with 49 points");
    await page.getByRole("tab", { name: "Layout" }).click();
    await expect(page.getByText("You have drawn 36.")).toBeVisible();
    await press(page, "Detect them again");
    await page.getByLabel("Show lines").check();
    await expect(page.getByRole("button", { name: "Keep these lines" })).toBeEnabled();
    await press(page, "No lines");
    await page.getByRole("tab", { name: "Use" }).click();
    await page.getByRole("combobox", { name: "Game" }).selectOption("Gomoku");
    await press(page, "Try it against level 3");
    await expect(page.getByRole("alert")).toContainText("needs straight lines");
    await press(page, "Undo");
    await press(page, "Try it against level 3");
    await page.waitForURL(/\/game\//);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger draws, and everything else is in the drawer", async ({ page }) => {
    await begin(page);
    await tool(page, "Join").click();
    const box = (await stage(page).boundingBox())!;
    for (const [x, y] of [
      [100, 60],
      [200, 60],
      [200, 160],
    ] as const)
      await page.touchscreen.tap(box.x + x, box.y + y);
    await expect(stage(page)).toHaveAccessibleName("Drawing with 3 points");
    await press(page, "Use it");
    await expect(page.getByRole("button", { name: "Try it against level 3" })).toBeEnabled();
    await press(page, "Close");
    for (const button of await page.getByRole("toolbar").getByRole("button").all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
});
