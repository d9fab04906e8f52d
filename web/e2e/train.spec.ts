// A puzzle: a wrong move is explained, help shows the right one, and the puzzle
// is solved.
import { look } from "./look.ts";
import { clickPoint } from "./places.ts";
import { expect, test } from "./server.ts";

test("a puzzle is solved with help, after a wrong move", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Train" }).click();
  await page.getByRole("link", { name: "Gomoku" }).click();
  const line = page.locator("section.status .line");
  const words = page.locator("section.status .words");
  await expect(line).toHaveText(/(Black|White) to play and win/);
  await expect(words).toHaveText(/Win by fours in 3 moves/);
  await look(page, "train");

  /** The point that help marks. */
  const hint = async (): Promise<number> => {
    await page.getByRole("button", { name: "Help" }).click();
    await expect(words).toHaveText(/^Play [A-O]\d+\.$/);
    const [, letter, row] = /Play ([A-O])(\d+)/.exec((await words.textContent()) ?? "") ?? [];
    return (15 - Number(row)) * 15 + "ABCDEFGHIJKLMNO".indexOf(letter ?? "");
  };
  const stones = page.locator("svg circle.stone");
  const before = await stones.count();

  await test.step("a move in the empty part of the board", async () => {
    const good = await hint();
    const taken = await page.evaluate(() => document.querySelectorAll(".mark.offered").length);
    expect(taken).toBe(1);
    expect(good).not.toBe(112);
    await clickPoint(page, 112);
    await expect(words).toHaveText(/makes no four|makes five in a row|blocks at/);
    await look(page, "train-wrong");
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(stones).toHaveCount(before);
  });

  await test.step("the way that help shows", async () => {
    for (let i = 0; i < 3 && (await line.textContent())?.trim() !== "Solved"; i++) {
      const count = await stones.count();
      await clickPoint(page, await hint());
      await expect.poll(() => stones.count()).toBeGreaterThan(count);
      await expect(words).toHaveText(/^Right|solved/);
    }
    await expect(line).toHaveText("Solved");
    await expect(page.locator("svg path.figure")).toHaveCount(2);
    await expect(page.getByText(/1 puzzle of \d+ solved, this one too/)).toBeVisible();
  });

  await test.step("the next one, of Renju", async () => {
    await page.getByRole("button", { name: "Next" }).click();
    await expect(line).toHaveText(/to play and win/);
    await page.getByLabel("Rule").selectOption("Renju");
    await page.getByLabel("Moves to the win").selectOption("4");
    await expect(page.getByRole("region", { name: "What your move did" })).toContainText(
      /Renju.*in 4 moves/s,
    );
  });
});
