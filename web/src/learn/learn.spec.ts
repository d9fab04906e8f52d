// A user takes the lessons: every step of Capture Five with some wrong moves, a reload in the middle, by mouse and by
// keyboard.
import { type Page } from "@playwright/test";

import { look, overruns, sizes } from "../../e2e/look.ts";
import { clickPoint } from "../../e2e/places.ts";
import { expect, test } from "../../e2e/server.ts";

/** A learner in a lesson on a grid. */
class Learner {
  readonly page: Page;
  readonly width: number;
  readonly height: number;

  constructor(page: Page, width: number, height: number) {
    this.page = page;
    this.width = width;
    this.height = height;
  }

  /** Clicks on a point when the lesson waits for a move. */
  async click(name: string): Promise<void> {
    await this.ready();
    await this.point(name);
  }

  /** Clicks on a point immediately. */
  async point(name: string): Promise<void> {
    const x = "ABCDEFGHJ".indexOf(name.charAt(0));
    const point = (this.height - Number(name.slice(1))) * this.width + x;
    await clickPoint(this.page, point);
  }

  /** Waits until the lesson waits for a move. */
  async ready(): Promise<void> {
    await expect(this.button("Show me")).toBeEnabled();
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  async says(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole("status").filter({ hasText: text })).toBeVisible();
  }

  /** Plays a wrong move, reads the reason, and takes it back. */
  async misses(name: string, text: string | RegExp): Promise<void> {
    await this.click(name);
    await this.says(text);
    await this.button("Try again").click();
  }

  async title(text: string): Promise<void> {
    await expect(this.page.locator(".line")).toHaveText(text);
  }

  async next(): Promise<void> {
    await this.page.getByRole("link", { name: "Next step" }).click();
  }
}

/** Completes the seven steps of Capture Five. */
async function captureFive(page: Page, looking: boolean): Promise<void> {
  const she = new Learner(page, 7, 7);
  const see = async (name: string) => {
    if (looking) await look(page, `lesson-${name}`);
  };
  await page.goto("/learn");
  await page.getByRole("link", { name: "Begin: Capture Five" }).click();

  await she.title("1. Liberties");
  await see("begin");
  await she.misses("E5", "E5 is not right beside the stone on D4.");
  await she.click("D5");
  await she.says("3 liberties left");
  await see("pause");
  await she.button("Continue").click();
  await she.click("C2");
  await she.says("Well done.");
  await she.next();

  await she.title("2. Capture");
  await she.misses("E3", "still has one liberty, at D3");
  await she.click("D3");
  await she.button("Continue").click();
  await she.click("A6");
  await she.next();

  await she.title("3. Atari");
  await she.click("D3");
  await she.button("Continue").click();
  await she.click("G1");
  await she.says("White still takes your stone on D4, with D3.");
  await see("wrong");
  await she.button("Try again").click();
  await she.click("D3");
  await she.button("Continue").click();

  // After a reload in the middle of a step, it continues there.
  await page.reload();
  await she.title("3. Atari");
  await she.says("Running to D3 does not help here");
  await she.click("E3");
  await she.says("Well done.");
  await page.reload();
  await she.next();

  await she.title("4. Snapback");
  await she.misses("D2", "White answers D1, and the chain has 3 liberties.");
  await she.click("D1");
  await she.says("count the liberties of the white chain now");
  await she.click("D1");
  await she.says("Three stones for one");
  await see("done");
  await she.next();

  await she.title("5. Ko");
  await she.click("D4");
  await she.says("White just took your stone on D4 with E4");
  await see("ko");
  await she.misses("G1", "White need not answer that");
  await she.click("B3");
  await she.says("White saved its stone");
  await she.click("D4");
  await she.says("Well done.");
  await she.next();

  await she.title("6. Suicide");
  await she.click("C4");
  await she.says("First try to play on D4");
  await she.click("D4");
  await she.says("That is suicide.");
  await she.button("Continue").click();
  await she.click("A1");
  await she.next();

  await she.title("7. The winning line");
  await she.misses("A1", "Now White wins, at F5.");
  await she.ready();
  await she.button("Show me").click();
  await she.says("Play F5. It stops White's win at F5.");
  await she.click("F5");
  await she.button("Continue").click();
  await she.click("D3");
  await she.click("D4");
  await she.says("Five in a row: you win.");
  await see("won");
  await page.goto("/learn");
  await expect(page.getByRole("link", { name: "Again: Capture Five" })).toBeVisible();
  await page.goto("/learn/capturefive#7");
  await she.button("Your first game").click();
  await expect(page).toHaveURL(/\/game\//);
}

test("Capture Five has seven steps", { tag: "@long" }, async ({ page }) => {
  await page.goto("/learn");
  await expect(page.getByRole("link", { name: "Begin: Capture Five" })).toBeVisible();
  await look(page, "lessons");
  await captureFive(page, true);
});

test("on a phone, too", { tag: "@long" }, async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: { width: sizes[1].width, height: sizes[1].height },
    hasTouch: true,
    baseURL: server.url,
  });
  await captureFive(await context.newPage(), false);
  await context.close();
});

test("Go lessons lead to a first game, and terms open as cards", async ({ page }) => {
  const she = new Learner(page, 9, 9);
  await test.step("Back leads to the previous step, and a step shows which part is done", async () => {
    await page.goto("/learn");
    await page.getByRole("link", { name: "Begin: Go", exact: true }).click();
    await expect(page).toHaveURL(/\/learn\/weiqi#1$/);
    await expect(page.getByRole("img", { name: /, 0 done\. You can play after step 7$/ })).toBeVisible();
    await expect(page.getByText(/^Part 1 of \d/)).toBeVisible();
    await page.getByRole("navigation", { name: "Steps" }).getByRole("link").last().click();
    await expect(page.locator(".line")).toHaveText(/^2\. /);
    await page.goBack();
    await expect(page.locator(".line")).toHaveText(/^1\. /);
    await page.goBack();
    await expect(page).toHaveURL(/\/learn$/);
  });

  await test.step("a term opens as a card beside it, and the click that closes it is not a move", async () => {
    await page.goto("/learn/weiqi#2");
    await she.ready();
    const word = page.getByRole("button", { name: "liberty", exact: true });
    const card = page.getByRole("dialog", { name: "Liberty" });
    await word.focus();
    await expect(card).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(card).toBeFocused();
    await expect(card).toHaveAccessibleDescription(/^An empty point beside a chain/);
    await expect(word).toHaveAttribute("aria-expanded", "true");
    await look(page, "term-lesson");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await expect(word).toBeFocused();

    await word.click();
    await expect(card).toBeVisible();
    await page.mouse.click(300, 300); // the board
    await expect(card).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "Not yet." })).toHaveCount(0);

    await page.mouse.move(0, 0);
    await word.hover();
    await expect(card).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(card).toHaveCount(0);

    await page.setViewportSize(sizes[1]);
    await word.click();
    await expect.poll(() => card.boundingBox()).toMatchObject({ x: 0, width: sizes[1].width });
    const sheet = await card.boundingBox();
    expect(sheet!.y + sheet!.height).toBe(sizes[1].height);
    await card.getByRole("button", { name: "Close" }).click();
    await expect(card).toHaveCount(0);
    await expect(page).toHaveURL(/\/learn\/weiqi#2$/);
    await page.setViewportSize(sizes[0]);
  });

  await test.step("a question is answered by a button", async () => {
    await page.goto("/learn/weiqi#6");
    await she.ready();
    await look(page, "lesson-go-question");
    await she.button("27").click();
    await she.says("27 is not right. Count again.");
    await she.click("C5");
    await she.says(/^Choose an answer\./);
    await she.button("31").click();
    await she.button("Continue").click();
    await she.button("Show me").click();
    await expect(page.locator(".said")).toHaveText("The answer is 41.");
    await she.button("41").click();
    await she.says("White wins by 6.5 points.");
  });

  await test.step("after seven steps the learner can play", async () => {
    await page.goto("/learn/weiqi#7");
    await she.title("7. The end of a game");
    await expect(page.getByRole("img", { name: "Step 7 of 16, 1 done" })).toBeVisible();
    await she.click("A1");
    await she.says("White comes in there");
    await expect(she.button("Try again")).toBeVisible();
    await she.point("E9"); // the place of White's stone, which disappears with the wrong one
    await she.button("Continue").click();
    await she.click("E5");
    await she.says("There is no dead stone on E5.");
    await she.click("B5");
    await she.says("When your opponent agrees, it is removed");
    await she.click("C5");
    await she.says("You now know all the rules.");
    await look(page, "lesson-go-rules");
    for (const size of [sizes[2], { width: 320, height: 640 }, { width: 360, height: 740 }, sizes[1]]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(overruns), `${size.width} pixels`).toEqual([]);
    }
    await page.setViewportSize(sizes[0]);
    await expect(she.button("Start over")).toBeVisible();
    await she.button("Play now").click();
    await expect(page).toHaveURL(/\/game\//);
    await expect(page.getByRole("application")).toBeVisible();
  });

  await test.step("a term at the table does not leave the game, and the rules are one link away", async () => {
    const address = page.url();
    await page.getByRole("button", { name: "taken" }).first().click();
    const card = page.getByRole("dialog", { name: "Capture" });
    await expect(card).toBeFocused();
    await look(page, "term-game");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    expect(page.url()).toBe(address);
    const rules = page.getByRole("link", { name: "Learn the rules" });
    await expect(
      page.getByText("Go. Surround more of the board than your opponent.").locator(rules),
    ).toBeVisible();
    await page.getByRole("tab", { name: "About" }).click();
    await page.getByRole("tabpanel").locator(rules).click();
    await expect(page).toHaveURL(/\/learn\/weiqi#7$/); // where she was
    await page.goto("/new?rules=gomoku:rule=renju");
    await expect(page.getByRole("link", { name: "Learn the rules" })).toHaveAttribute("href", "/learn/renju");
  });
});

test("lessons by keyboard and in columns, and a missing one", async ({ page }) => {
  await test.step("a step by keyboard alone", async () => {
    await page.goto("/learn/capturefive#2");
    const she = new Learner(page, 7, 7);
    await she.ready();
    await page.getByRole("application").focus();
    await expect(page.locator("h1")).toHaveText("Learn Capture Five: step 2, Capture");
    // The first key shows the cursor, on the middle point with the white stone.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await she.says("The stone is gone");
    await she.button("Continue").press("Enter");
    await she.says("three stones at once");
  });

  await test.step("Connect Four lessons use columns", async () => {
    await page.goto("/learn/connect4");
    const she = new Learner(page, 7, 6);
    await she.title("1. Falling");
    await she.click("A6");
    await she.says("You played A1.");
    await she.point("D6"); // without a click to take the wrong stone back
    await she.says("It landed on D2.");
    await she.next();
    await she.click("D6");
    await she.says("four in a row");
    await look(page, "lesson-connect4");
    await she.button("Continue").click();
    await she.click("F6");
    await she.next();
    await she.click("E6");
    await she.says("White can stop only one end.");
    await she.ready();
    await she.button("Show me").click();
    await she.says("Play F1. It wins at once: 4 in a row.");
    await she.click("F6");
    await she.says("Well done.");
  });

  await test.step("the lesson does not exist", async () => {
    await page.goto("/learn/chess");
    await expect(page.getByRole("heading", { name: "Lesson not found" })).toBeVisible();
  });
});
