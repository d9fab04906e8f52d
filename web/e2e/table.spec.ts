// The table holds still: whatever is said, nothing on it moves, and nothing runs over its edge.
import type { Page } from "@playwright/test";

import { settled } from "./look.ts";
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

/** Where the parts of the table are. */
const places = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const parts = {
      board: ".square",
      players: ".players",
      headline: ".head",
      middle: ".middle",
      bar: ".bar",
    };
    return Object.fromEntries(
      Object.entries(parts).map(([name, selector]) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return [name, box ? [box.x, box.y, box.width].map(Math.round).join(" ") : ""];
      }),
    );
  });

/** Buttons and words of the table whose text runs over them or out of the window. */
const overruns = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ".bar .button, .middle .button, .players .score, .line, .hint",
      ),
    ]
      .filter((e) => {
        const box = e.getBoundingClientRect();
        // The words themselves: what can be pressed reaches further than they do.
        const range = document.createRange();
        range.selectNodeContents(e);
        const words = range.getBoundingClientRect();
        const runsOver = words.right > box.right + 1 || words.left < box.left - 1;
        const over = e.scrollWidth > e.clientWidth + 1 && runsOver;
        return over || box.right > innerWidth + 1 || box.left < -1;
      })
      .map((e) => e.innerText),
  );

for (const [name, width, height] of [
  ["wide", 1440, 900],
  ["small", 1024, 768],
  ["phone", 390, 844],
  ["sideways", 844, 390],
] as const)
  test(`nothing moves whatever is said: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const player = new Player(page, 31);
    await player.begin("grid:9", { level: 1 });
    const read = () => settled(page, async () => JSON.stringify(await places(page)));
    const before = await read();
    const still = async (state: string) => expect(await read(), state).toEqual(before);

    const play = async () => {
      await player.click("E5");
      await expect.poll(() => player.view.moves).toHaveLength(2);
      await player.turn();
      await expect(player.line).toHaveText("Your turn");
    };
    await play();
    await still("after a move");
    await player.click("E5");
    await expect(page.locator(".notice")).toHaveText(/This stone has \d libert/);
    await still("with a short answer");
    await test.step("what was said of a stone goes when it is taken back", async () => {
      await player.button("Take back").click();
      await expect.poll(() => player.view.moves).toHaveLength(0);
      await expect(page.locator(".notice")).toHaveCount(0);
    });
    await play();
    if (name === "wide" || name === "small") {
      await player.type("a point that there is not, and which has a name of many words");
      await expect(page.locator(".notice.bad")).toBeVisible();
      await still("with a long error");
      await page.getByRole("application").focus();
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("[");
    await expect(player.line).toHaveText("Looking back");
    await still("looking back");
    await player.button("Back to the game").click();
    await player.button("Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(player.line).toHaveText("You resigned: White won");
    await still("at the end");
    expect(await overruns(page)).toEqual([]);
  });

test("at twice the size and on the smallest screen every button has room for its words", async ({ page }) => {
  const player = new Player(page, 32);
  await page.setViewportSize({ width: 720, height: 450 });
  await player.begin("grid:9", { level: 1 });
  const look = async (state: string) => {
    for (const [width, height] of [
      [720, 450],
      [512, 384],
      [360, 640],
      [320, 568],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overruns(page), `${state} at ${width}x${height}`).toEqual([]);
    }
  };
  await look("at first");
  await page.setViewportSize({ width: 720, height: 450 });
  await player.click("E5");
  await expect.poll(() => player.view.moves).toHaveLength(2);
  await expect(player.line).toHaveText("Your turn");
  await look("in the middle");
  await page.setViewportSize({ width: 720, height: 450 });
  await page.keyboard.press("[");
  await look("looking back");
});

test("arrows go through the moves, and walk over a board that was come to by keyboard", async ({ page }) => {
  const player = new Player(page, 33);
  await player.begin("grid:9", { level: 1 });
  await player.click("E5");
  await expect.poll(() => player.view.moves).toHaveLength(2);
  await expect(player.line).toHaveText("Your turn");
  const back = player.button("Back to the game");
  await page.keyboard.press("ArrowLeft"); // the board was clicked on
  await expect(player.line).toHaveText("Looking back");
  await page.keyboard.press("ArrowRight");
  await expect(back).toBeHidden();
  await player.button("Resign").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(back).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("application").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".moyo-board rect.cursor")).toBeVisible();
  await expect(back).toBeHidden();
});

test("an early pass is asked about once, and the words say why", async ({ page }) => {
  const player = new Player(page, 34);
  await player.begin("grid:9", { level: 1 });
  await player.button("Pass").click();
  await expect(page.getByRole("dialog")).toContainText("Much of the board is still open");
  await page.keyboard.press("Escape");
  expect(player.view.moves).toEqual([]);
  await player.button("Pass").click();
  await expect.poll(() => player.view.moves[0]).toBe("pass");
});

test("a game that is over before it began tells nobody to click, and a missing one is told of once", async ({
  page,
}) => {
  const player = new Player(page, 35);
  await player.begin("grid:9", { level: 1 });
  await expect(page.getByRole("region", { name: "Moves" })).toHaveText("The moves will appear here.");
  await player.button("Call off").click();
  await player.button("Call it off").click();
  await expect(player.line).toHaveText("This game was called off");
  await expect(page.getByRole("region", { name: "Moves" })).toHaveText("No move was made.");
  await expect(page.getByText(/[Cc]lick/).filter({ visible: true })).toHaveCount(0);
  await page.goto("/game/nosuchgame");
  await expect(page.getByText("There is no such game")).toHaveCount(1);
});

test("a typed move has an example of this board, and folds away", async ({ page }) => {
  const player = new Player(page, 36);
  await player.begin("grid:5", { level: 1 });
  await expect(player.input).toHaveCount(0);
  await page.keyboard.press("t");
  await expect(player.input).toBeFocused();
  await expect(player.input).toHaveAttribute("placeholder", /^Such as C3/);
  await page.keyboard.press("Escape");
  await expect(player.input).toHaveCount(0);
});
