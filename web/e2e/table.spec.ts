// The table stays still: no message moves anything on it, and no text overflows.
import type { Page } from "@playwright/test";

import { settled } from "./look.ts";
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

/** The positions of the parts of the table. */
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

/** Buttons and texts of the table that overflow or leave the window. */
const overruns = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ".bar .button, .middle .button, .players .score, .line, .hint",
      ),
    ]
      .filter((e) => {
        const box = e.getBoundingClientRect();
        // Only the texts: what can be pressed has a larger area.
        const range = document.createRange();
        range.selectNodeContents(e);
        const words = range.getBoundingClientRect();
        const runsOver = words.right > box.right + 1 || words.left < box.left - 1;
        const over = e.scrollWidth > e.clientWidth + 1 && runsOver;
        return over || box.right > innerWidth + 1 || box.left < -1;
      })
      .map((e) => e.innerText),
  );

/** The sizes in which nothing may move. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/** Letters of twice the size, and the smallest screens. */
const small = [
  { width: 720, height: 450 },
  { width: 512, height: 384 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];

test("no message moves anything, in any size, and every button has room for its text", async ({ page }) => {
  const player = new Player(page, 31);
  await player.start("grid:9");
  /** The positions in each size, first those where a long error fits. */
  const read = async (where = sizes) => {
    const all: string[] = [];
    for (const size of where) {
      await page.setViewportSize(size);
      all.push(await settled(page, async () => JSON.stringify(await places(page))));
    }
    return all;
  };
  const room = async (state: string, where = small) => {
    for (const size of where) {
      await page.setViewportSize(size);
      await expect.poll(() => overruns(page), `${state} at ${size.width}x${size.height}`).toEqual([]);
    }
    await page.setViewportSize(sizes[0]!);
  };
  const before = await read();
  await room("at first");
  const still = async (state: string, where = sizes) => {
    expect(await read(where), state).toEqual(before.slice(0, where.length));
    await page.setViewportSize(sizes[0]!);
  };

  const play = async () => {
    await player.click("E5");
    await expect.poll(() => player.view.moves).toHaveLength(2);
    await player.turn();
    await expect(player.line).toHaveText("Your turn");
  };
  await play();
  await still("after a move");
  await room("in the middle");
  await player.click("E5");
  await expect(page.locator(".notice")).toHaveText(/This stone has \d libert/);
  await still("with a short answer");
  await test.step("a message about a stone disappears when it is taken back", async () => {
    await player.button("Take back").click();
    await expect.poll(() => player.view.moves).toHaveLength(0);
    await expect(page.locator(".notice")).toHaveCount(0);
  });
  await play();
  await player.type("a point that there is not, and which has a name of many words");
  await expect(page.locator(".notice.bad")).toBeVisible();
  await still("with a long error", sizes.slice(0, 2));
  await page.getByRole("application").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("[");
  await expect(player.line).toHaveText("Looking back");
  await still("looking back");
  await room("looking back");
  const back = player.button("Back to the game");
  await back.click();

  await test.step("arrow keys go through the moves, and over a board that has the focus", async () => {
    await player.click("E5"); // the position of a stone
    await page.keyboard.press("ArrowLeft"); // the board was clicked
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

  await player.button("Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(player.line).toHaveText("You resigned: White won");
  await still("at the end");
  await room("at the end", sizes);
});

test("what a table says before a game has begun, and about one that never does", async ({ page }) => {
  const player = new Player(page, 35);
  await player.start("grid:9");
  const moves = page.getByRole("region", { name: "Moves" });
  await expect(moves).toHaveText("The moves will appear here.");

  await test.step("the field for typed moves has an example for this board, and folds away", async () => {
    await expect(player.input).toHaveCount(0);
    await page.keyboard.press("t");
    await expect(player.input).toBeFocused();
    await expect(player.input).toHaveAttribute("placeholder", /^Such as E5/);
    await page.keyboard.press("Escape");
    await expect(player.input).toHaveCount(0);
  });

  await test.step("a game that ended before it began asks for no click", async () => {
    await player.button("Call off").click();
    await player.button("Call it off").click();
    await expect(player.line).toHaveText("This game was called off");
    await expect(moves).toHaveText("No moves were played.");
    await expect(page.getByText(/[Cc]lick/).filter({ visible: true })).toHaveCount(0);
  });

  await test.step("an early pass asks for confirmation once, and says why", async () => {
    await player.button("Play again").click();
    await expect(player.line).toHaveText("Your turn");
    await player.button("Pass").click();
    await expect(page.getByRole("dialog")).toContainText("Much of the board is still open");
    await page.keyboard.press("Escape");
    expect(player.view.moves).toEqual([]);
    await player.button("Pass").click();
    await expect.poll(() => player.view.moves[0]).toBe("pass");
  });

  await test.step("a missing game is reported once", async () => {
    await page.goto("/game/nosuchgame");
    await expect(page.getByText("Game not found")).toHaveCount(1);
  });
});
