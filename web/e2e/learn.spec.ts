// The lessons, as somebody works through them: every step of Capture Five with
// wrong moves in some, a reload in the middle, by mouse and by keyboard.
import { type Page } from "@playwright/test";

import "../src/board/inspect.ts";
import { look, sizes } from "./look.ts";
import { expect, test } from "./server.ts";

/** A learner at a lesson on a grid. */
class Learner {
  readonly page: Page;
  readonly width: number;
  readonly height: number;

  constructor(page: Page, width: number, height: number) {
    this.page = page;
    this.width = width;
    this.height = height;
  }

  /** Clicks on a point. */
  async click(name: string): Promise<void> {
    const x = "ABCDEFGHJ".indexOf(name.charAt(0));
    const point = (this.height - Number(name.slice(1))) * this.width + x;
    await this.ready();
    const place = await this.page.locator(".moyo-board").evaluate((element, p) => {
      const at = (element as HTMLElement).moyoBoard!.placeOf(p);
      const stage = element.querySelector('[role="application"]')!.getBoundingClientRect();
      return { x: stage.x + at.x, y: stage.y + at.y };
    }, point);
    await this.page.mouse.click(place.x, place.y);
  }

  /** Waits until a move is awaited. */
  async ready(): Promise<void> {
    await expect(this.button("Show me")).toBeEnabled();
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  async says(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole("status").filter({ hasText: text })).toBeVisible();
  }

  /** Plays a wrong move, reads why, and takes it back. */
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

/** Works through the seven steps of Capture Five. */
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
  await she.button("Go on").click();
  await she.click("C2");
  await she.says("Well done.");
  await she.next();

  await she.title("2. Capture");
  await she.misses("E3", "still has one liberty, at D3");
  await she.click("D3");
  await she.button("Go on").click();
  await she.click("A6");
  await she.next();

  await she.title("3. Atari");
  await she.click("D3");
  await she.button("Go on").click();
  await she.click("G1");
  await she.says("White still takes your stone on D4, with D3.");
  await see("wrong");
  await she.button("Try again").click();
  await she.click("D3");
  await she.button("Go on").click();

  // Reloaded in the middle of a step, it goes on there.
  await page.reload();
  await she.title("3. Atari");
  await she.says("Running to D3 would not help here");
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
  await she.says("White has saved its stone");
  await she.click("D4");
  await she.says("Well done.");
  await she.next();

  await she.title("6. Suicide");
  await she.click("C4");
  await she.says("First see what the rules say to D4");
  await she.click("D4");
  await she.says("That is suicide.");
  await she.button("Go on").click();
  await she.click("A1");
  await she.next();

  await she.title("7. The winning line");
  await she.misses("A1", "Now White wins, at F5.");
  await she.ready();
  await she.button("Show me").click();
  await she.says("Play F5. It stops White's win at F5.");
  await she.click("F5");
  await she.button("Go on").click();
  await she.click("D3");
  await she.click("D4");
  await she.says("Five in a row: you win.");
  await see("won");
  await page.goto("/learn");
  await expect(page.getByRole("link", { name: "Again: Capture Five" })).toBeVisible();
  await page.goto("/learn/capturefive#7");
  await page.getByRole("link", { name: "Play a game" }).click();
  await expect(page).toHaveURL(/\/new\?board=grid:9&game=capturefive/);
}

test("Capture Five is learned in seven steps", { tag: "@long" }, async ({ page }) => {
  await page.goto("/learn");
  await expect(page.getByRole("link", { name: "Begin: Capture Five" })).toBeVisible();
  await look(page, "lessons");
  await captureFive(page, true);
});

test("and on a phone", { tag: "@long" }, async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: { width: sizes[1].width, height: sizes[1].height },
    hasTouch: true,
    baseURL: server.url,
  });
  await captureFive(await context.newPage(), false);
  await context.close();
});

test("a step by keyboard alone", async ({ page }) => {
  await page.goto("/learn/capturefive#2");
  const she = new Learner(page, 7, 7);
  await she.ready();
  await page.getByRole("application").focus();
  await expect(page.locator("h1")).toHaveText("Learn Capture Five: step 2, Capture");
  // The first key shows the cursor, on the middle point where the white stone is.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await she.says("The stone is gone");
  await she.button("Go on").press("Enter");
  await she.says("three stones at once");
});

test("Connect Four is learned in columns", async ({ page }) => {
  await page.goto("/learn/connect4");
  const she = new Learner(page, 7, 6);
  await she.title("1. Falling");
  await she.misses("A6", "That is A1.");
  await she.click("D6");
  await she.says("It has come to rest on D2.");
  await she.next();
  await she.click("D6");
  await she.says("four in a row");
  await look(page, "lesson-connect4");
  await she.button("Go on").click();
  await she.click("F6");
  await she.next();
  await she.click("E6");
  await she.says("White can stop one end only.");
  await she.ready();
  await she.button("Show me").click();
  await she.says("Play F1. It wins at once: 4 in a row.");
  await she.click("F6");
  await she.says("Well done.");
});

test("there is no such lesson", async ({ page }) => {
  await page.goto("/learn/chess");
  await expect(page.getByRole("heading", { name: "There is no such lesson" })).toBeVisible();
});
