// Life and death: draw a problem, solve it, stop, play right and wrong moves.
import type { Locator, Page } from "@playwright/test";

import { look } from "../../e2e/look.ts";
import { placeOf as placeOfPoint, type Place } from "../../e2e/places.ts";
import { expect, test } from "../../e2e/server.ts";

/** Where a point of a grid of that size is on the page. */
async function placeOf(page: Page, name: string, size = 9): Promise<Place> {
  const [, letter, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  return placeOfPoint(page, (size - Number(row)) * size + "ABCDEFGHJKLMNOPQRST".indexOf(letter ?? ""));
}

async function click(page: Page, name: string): Promise<void> {
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
}

/** Drags from one point to another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const [a, b] = [await placeOf(page, from), await placeOf(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 10 });
  await page.mouse.up();
}

const line = (page: Page): Locator => page.locator("section.status .line");
const stones = (page: Page): Locator => page.locator("svg circle.stone");
const box = (page: Page): Locator => page.locator(".verdict .box");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Three points in a row in the corner, whose middle decides; White is to kill. */
async function drawThree(page: Page): Promise<void> {
  await page.goto("/solve");
  await press(page, "Begin");
  await drag(page, "A8", "D8");
  await click(page, "D9");
  await page.keyboard.press("w");
  await drag(page, "A7", "E7");
  await drag(page, "E8", "E9");
  await expect(stones(page)).toHaveCount(12);
  await press(page, "Target");
  await click(page, "B8");
  await expect(page.locator(".mark.target")).toHaveCount(1);
}

/** Only the three points and the stones around them are playable. */
async function paintEight(page: Page): Promise<void> {
  await press(page, "Region");
  await drag(page, "A9", "C9");
  await expect(page.getByText("3 points are playable.")).toBeVisible();
  await press(page, "Everything else out of bounds");
  await expect(page.getByText("8 points are playable.")).toBeVisible();
}

test("a problem is drawn, solved and played through, and verdicts state their assumptions", async ({
  page,
}) => {
  await drawThree(page);

  await test.step("the side to move and the question depend on each other", async () => {
    await expect(line(page)).toHaveText("Black to play and live");
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await expect(line(page)).toHaveText("White to play and kill");
    await page.getByRole("radio", { name: "live", exact: true }).check();
    await expect(line(page)).toHaveText("Black to play and live");
    await press(page, "Take back");
    await expect(line(page)).toHaveText("White to play and kill");
  });

  await test.step("drawing can be undone", async () => {
    await click(page, "J1");
    await page.keyboard.press("e");
    await expect(page.getByRole("button", { name: "Erase" })).toHaveAttribute("aria-pressed", "true");
    await click(page, "A8");
    await expect(stones(page)).toHaveCount(11);
    await page.keyboard.press("Control+z");
    await expect(stones(page)).toHaveCount(12);
  });
  await look(page, "solve-draw");
  await paintEight(page);

  await test.step("the answer", async () => {
    await press(page, "Solve");
    await expect(box(page).locator("strong")).toHaveText("White succeeds: Black is dead");
    await expect(box(page)).toContainText("The only move that works is B9");
    await expect(page.locator(".mark.good")).toHaveCount(1);
    await expect(page.locator("svg path.tint")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Move 1, White B9" })).toBeVisible();
  });

  await test.step("a wrong move is refuted", async () => {
    await click(page, "A9");
    await expect(line(page)).toHaveText("Black to play");
    await expect(box(page)).toContainText("A9 fails");
    await expect(box(page)).toContainText("This fails because Black answers B9");
    await expect(box(page)).toContainText("Black lives");
    await expect(page.locator(".mark.line")).not.toHaveCount(0);
    await look(page, "solve-wrong");
    await press(page, "One move");
    await expect(page.getByRole("button", { name: /Move 2, Black B9/ })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.keyboard.press("[");
    await press(page, "Take back");
    await expect(box(page)).toContainText("Black is dead");
  });

  await test.step("the correct one is confirmed, and the other side has no good move", async () => {
    await click(page, "B9");
    await expect(box(page)).toContainText("Correct: B9");
    await click(page, "A9");
    await expect(box(page)).toContainText("A9 does not help");
    await click(page, "J1");
    await expect(page.locator("section.status .words")).toContainText("out of bounds");
  });

  await test.step("the tree is navigated by keys, and every move is tried", async () => {
    await page.getByRole("button", { name: "The problem" }).click();
    await press(page, "Try every move here");
    await expect(page.getByRole("button", { name: "Move 1, White C9, fails" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try every move here" })).toBeEnabled();
    await look(page, "solve-tree");
    await page.getByRole("button", { name: "The problem" }).click();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("button", { name: /Move 1, White B9, correct/ })).toBeFocused();
  });

  await test.step("the search covers only the painted region, until moyo chooses it", async () => {
    await press(page, "Edit");
    await page.getByRole("radio", { name: "Black", exact: true }).check();
    await press(page, "Solve");
    await expect(box(page).locator("strong")).toHaveText(/: Black lives$/);
    await expect(page.getByText("8 points are playable, as given.")).toBeVisible();
    await expect(page.locator(".mark.wall")).toHaveCount(0);
    await press(page, "Edit");
    await press(page, "Let moyo find it");
    await expect(page.getByText("No region painted")).toBeVisible();
  });

  await test.step("the link restores the problem", async () => {
    await page.getByRole("tab", { name: "Files" }).click();
    const link = await page.getByLabel("Link to this problem").inputValue();
    await page.goto("/learn");
    await page.goto(link);
    await expect(line(page)).toHaveText("Black to play and live");
    await expect(stones(page)).toHaveCount(12);
  });

  await test.step("a verdict that depends on the region says so, and shows the assumed stones", async () => {
    await page.goto("/solve#b=grid:19&s=304.4o15.3xo34.&m=w&q=kill&t=323");
    await press(page, "Solve");
    await expect(box(page).locator("strong")).toHaveText(
      "White succeeds: Black is dead, if nothing outside the region helps Black",
      { timeout: 60_000 }, // slow on one processor of a busy machine
    );
    const walls = page.locator(".mark.wall.of-white");
    await expect(walls).toHaveCount(7);
    await expect(walls.first()).toHaveText("#");
    await expect(page.getByText("white stones on the points marked #")).toBeVisible();
    await expect(page.getByText("chains that reach outside are assumed safe")).toBeVisible();
    await expect(page.locator("svg path.tint")).toHaveCount(1);
    await look(page, "solve-rests");

    await test.step("the board says which points have an assumed stone", async () => {
      const { x, y } = await placeOf(page, "G3", 19);
      await page.mouse.move(x, y);
      await page.getByRole("application").focus();
      await page.keyboard.press("ArrowDown"); // starts at the pointer
      await expect(
        page.getByText("G3: empty, beyond the region, a white stone is assumed here."),
      ).toBeAttached();
      await page.keyboard.press("Escape");
    });

    await test.step("a move is judged under the same assumptions", async () => {
      await press(page, "Pass");
      await expect(box(page)).toContainText("Black is dead, if nothing outside the region helps Black.");
      await expect(walls).toHaveCount(7);
    });

    await test.step("while the problem is being drawn nothing is assumed", async () => {
      await press(page, "Edit");
      await expect(page.locator(".mark.wall")).toHaveCount(0);
    });
  });
});

test("a problem is drawn by keyboard, a search is stopped, and problems are opened and saved", async ({
  page,
}) => {
  await test.step("a verdict that holds despite assumed stones states no assumption", async () => {
    await page.goto("/solve#b=grid:19&s=285.5o14.4xo17.xo33.&m=b&q=live&t=304");
    await look(page, "solve-help");
    await page.getByRole("button", { name: "Begin" }).focus();
    await page.keyboard.press("Enter");
    await press(page, "Solve");
    await expect(box(page).locator("strong")).toHaveText("Black succeeds: Black lives");
    await expect(page.getByText("nothing outside can change the result")).toBeVisible();
    await expect(page.getByText("a white stone on the point marked #")).toContainText("not help");
    await expect(page.locator(".mark.wall")).toHaveCount(1);
  });

  await test.step("a problem without a target cannot be solved", async () => {
    await press(page, "Edit");
    await press(page, "Clear the board");
    await page.getByRole("tab", { name: "Problem" }).click();
    await page.getByLabel("Board", { exact: true }).selectOption("grid:9");
    await page.getByRole("radio", { name: "find the status" }).check();
    await press(page, "Solve");
    await expect(page.locator("section.status .words")).toContainText("needs a target");
  });

  await test.step("a problem is drawn by keyboard alone", async () => {
    await page.getByRole("application").focus();
    for (const key of ["ArrowUp", "Enter", "ArrowLeft", "w", "Enter", "ArrowRight", "t", "Enter"])
      await page.keyboard.press(key);
    await expect(stones(page)).toHaveCount(2);
    await expect(page.locator(".mark.target.on-black")).toHaveCount(1);
    await expect(page.getByText(/^E5: black stone, target/)).toBeAttached();
    await page.keyboard.press("r");
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect(page.getByText("1 point is playable.")).toBeVisible();
  });

  await test.step("a long search shows its progress, and can be stopped", async () => {
    await press(page, "Clear the board");
    await page.keyboard.press("b");
    await page.getByRole("tab", { name: "Problem" }).click();
    await page.getByLabel("Board", { exact: true }).selectOption("grid:19");
    await expect(page.getByLabel("Columns")).toHaveValue("19");
    // One stone on a wide board: no solver finds out quickly whether it lives.
    const { x, y } = await placeOf(page, "K10", 19);
    await page.mouse.click(x, y);
    await press(page, "Target");
    await page.mouse.click(x, y);
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await press(page, "Solve");
    await expect(page.getByText(/positions/)).toBeVisible();
    await press(page, "Stop");
    await expect(box(page)).toContainText("Not decided yet");
    await expect(page.getByRole("button", { name: "Keep searching" })).toBeVisible();
    await press(page, "Edit");
    await page.getByRole("radio", { name: "find the status" }).check();
    await expect(line(page)).toContainText("what is the result?");
  });

  await test.step("problems are opened and saved", async () => {
    await page.getByRole("button", { name: "Help" }).click();
    await press(page, "Show an example");
    await expect(line(page)).toHaveText("White to play and kill");
    await page.getByRole("tab", { name: "Files" }).click();
    for (const [button, name] of [
      ["SGF", "problem.sgf"],
      ["Text", "problem.txt"],
      ["JSON", "problem.jsonl"],
      ["Picture (SVG)", "problem.svg"],
      ["Picture (PNG)", "problem.png"],
    ] as const) {
      const download = page.waitForEvent("download");
      await press(page, button);
      expect((await download).suggestedFilename()).toBe(name);
    }
    const sgf = "(;GM[1]SZ[9]AB[aa][ba][bb]AW[ca][cb][bc][ac]PL[W]MA[ba]C[A note.\nAnd more.])";
    await page.getByLabel("Or paste it here").fill(`${sgf}${sgf.replace("PL[W]", "PL[B]")}`);
    await press(page, "Read text");
    await page.getByLabel("Which problem").selectOption("1");
    await expect(stones(page)).toHaveCount(7);
    await expect(line(page)).toHaveText("Black to play and live");
    await page.getByRole("tab", { name: "Problem" }).click();
    await expect(page.getByLabel("Notes")).toHaveValue("A note.\nAnd more.");
    await page.getByLabel("Columns").fill("11");
    await page.getByLabel("Columns").press("Enter");
    await expect(page.getByLabel("Board", { exact: true })).toHaveValue("grid:11x9");
    await expect(stones(page)).toHaveCount(7);
    await page.getByRole("tab", { name: "Files" }).click();
    await page.getByLabel("Or paste it here").fill("nonsense");
    await press(page, "Read text");
    await expect(page.locator(".said")).toContainText("no rows of x, o, - and *");
  });

  await test.step("an invalid link is reported", async () => {
    await page.goto("/solve#b=grid:9&s=nonsense");
    await expect(page.getByRole("heading", { name: "Nothing to solve" })).toBeVisible();
  });
});
