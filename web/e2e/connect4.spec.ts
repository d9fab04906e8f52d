// Connect Four: columns instead of points, against the solver with its values shown, by keyboard, and after a reload.
import type { Page } from "@playwright/test";

import { look } from "./look.ts";
import { Player } from "./player.ts";
import { moving } from "./motion.ts";
import { expect, test } from "./server.ts";
import { Person } from "./sheet/person.ts";

test.use(moving);

/** The texts below the columns that have a value, from left to right, and which of them are the best. */
async function values(page: Page): Promise<{ text: string; best: boolean }[]> {
  return page.locator("svg g.value").evaluateAll((groups) =>
    groups.map((g) => ({
      text: [...g.querySelectorAll("text")].map((t) => t.textContent).join(" "),
      best: g.classList.contains("best"),
    })),
  );
}

/** The point where a stone lands that is dropped into a column, counted from 0. */
function landing(player: Player, width: number, column: number): number {
  return player.view.state.landings.find((p) => p % width === column) ?? -1;
}

test("the solver's values are right: following them wins against the strongest level", async ({ page }) => {
  const player = new Player(page, 3);
  // Four rows of three in a row: Black wins soon, and the solver sees it immediately.
  await page.goto("/new?board=grid:5x4&rules=connect4:n=3");
  await expect(page.getByRole("radio", { name: "Connect Three" })).toBeChecked();
  await page.getByRole("slider").fill("9");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  await expect(page.getByRole("heading", { name: "Connect Three on Grid 5×4" })).toBeAttached();
  await player.button("Values").click();

  for (let move = 0; move < 10 && player.view.state.phase === "playing"; move++) {
    await player.turn();
    if (player.view.state.phase !== "playing") break;
    // The values belong to this position: one for each column with room, and exact.
    const open = player.view.state.landings.map((p) => p % 5).sort();
    await expect.poll(async () => (await values(page)).length, { timeout: 30_000 }).toBe(open.length);
    const shown = await values(page);
    if (move === 0) await look(page, "connect4-values");
    const best = shown.findIndex((v) => v.best);
    expect(shown[best]?.text).toMatch(/^Win in \d+$/);
    for (const v of shown) expect(v.text).toMatch(/^(Win in \d+|Draw|Loss in \d+)$/);
    const ply = player.view.moves.length;
    await page.getByRole("application").focus();
    await page.keyboard.press(String(open[best]! + 1));
    await expect.poll(() => player.view.moves.length).toBeGreaterThan(ply);
  }
  await expect(player.line).toHaveText("You won with three in a row");
  expect(player.view.state.figure).toHaveLength(3);
  await expect(page.locator("svg path.figure")).toHaveCount(2);
  await expect(page.locator(".players li").first()).toContainText("3/3");
});

test("columns by pointer, keyboard and name; a reload keeps the game", { tag: "@long" }, async ({ page }) => {
  const player = new Player(page, 4);
  await page.goto("/");
  await page.getByRole("link", { name: /^Connect Four/ }).click();
  await expect(page.getByText("Stones fall.", { exact: false })).toBeVisible();
  await look(page, "connect4-new");
  await page.getByRole("slider").fill("1");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  const board = page.getByRole("application");

  await test.step("a click anywhere in a column drops a stone there", async () => {
    await player.turn();
    const box = (await board.boundingBox())!;
    const names = (await player.board()).names;
    const d1 = names.indexOf("D1");
    // The middle of the board is in column D, far above the lowest hole.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
    await expect(page.locator("svg .waiting")).toHaveCount(1);
    await expect(page.locator("svg .ghost")).toHaveCount(1);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    await expect.poll(() => player.view.moves[0]).toBe("D1");
    expect(landing(player, 7, 3)).not.toBe(d1);
  });

  await test.step("arrow keys move over the columns, Enter drops, and the column is announced", async () => {
    await player.turn();
    const ply = player.view.moves.length;
    await board.focus();
    await page.mouse.move(0, 0);
    await page.keyboard.press("Home");
    await expect(page.locator("p[aria-live]").first()).toContainText("Column A:");
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("p[aria-live]").first()).toContainText(/Column B: .* lands on B\d/);
    await page.keyboard.press("Enter");
    await expect.poll(() => player.view.moves[ply]).toMatch(/^B/);
  });

  await test.step("a column by its number, its letter, and a point above the stones", async () => {
    await player.turn();
    let ply = player.view.moves.length;
    await player.type("7");
    await expect.poll(() => player.view.moves[ply]).toMatch(/^G/);
    await player.turn();
    ply = player.view.moves.length;
    await player.type("a");
    await expect.poll(() => player.view.moves[ply]).toMatch(/^A/);
    await player.turn();
    ply = player.view.moves.length;
    await player.type("C6");
    await expect(page.locator(".notice.bad")).toContainText("A stone falls to the lowest empty point");
    expect(player.view.moves).toHaveLength(ply);
  });

  await look(page, "connect4-game");

  await test.step("a reload shows the same game", async () => {
    await player.turn();
    const { moves, stones } = player.view;
    await page.reload();
    await player.arrived();
    await expect.poll(() => player.view.moves).toEqual(moves);
    expect(player.view.stones).toBe(stones);
    await expect(page.locator("svg g.disc.stone")).toHaveCount(moves.length);
  });

  await test.step("the player looks back, and takes moves back until none is left", async () => {
    const moves = player.view.moves.length;
    await page.keyboard.press("[");
    await expect(player.line).toHaveText("Looking back");
    await expect(page.locator("svg g.disc.stone")).toHaveCount(moves - 1);
    await player.button("Back to the game").click();
    for (let left = moves; left > 0; left = player.view.moves.length) {
      await player.turn();
      await player.button("Take back").click();
      await expect.poll(() => player.view.moves.length).toBeLessThan(left);
    }
    await expect(player.button("Take back")).toBeDisabled();
    await expect(page.locator("svg g.disc.stone")).toHaveCount(0);
  });
});

test("a full column takes no stone, and the player keeps the turn", async ({ page, browser, server }) => {
  const player = new Player(page, 5);
  await player.start("grid:3x4", { rules: "connect4:n=4", opponent: "human" });
  const game = player.view.game.id;
  const other = await Person.guest(browser, server);
  await other.tell(game, { type: "join", name: "Bo" });
  await expect(player.line).toHaveText("Your turn"); // no stone falls before that
  const drop = async (i: number, column: string) => {
    const names = (await player.board()).names;
    const move = names.find((name, p) => name.startsWith(column) && player.view.state.landings.includes(p))!;
    if (i % 2 === 0) await player.send(move);
    else await other.play(game, move);
    await expect.poll(() => player.view.moves.length).toBe(i + 1);
  };
  for (let i = 0; i < 4; i++) await drop(i, "A");
  await player.turn();
  await page.getByRole("application").focus();
  await page.keyboard.press("1");
  await expect(page.locator(".notice.bad")).toHaveText("Column A is full. Choose another one.");
  expect(player.view.moves).toHaveLength(4);
  // Players get no help in games between people.
  await expect(player.button("Values")).toHaveCount(0);
  await expect(player.button("Hint")).toHaveCount(0);
  // Twelve stones and no four in a row: the board fills up.
  await page.keyboard.press("2");
  await expect.poll(() => player.view.moves.length).toBe(5);
  for (let i = 5; i < 10; i++) await drop(i, "ABC"[Math.floor(i / 4)]!);
  await player.turn();
  await player.type("3");
  await expect.poll(() => player.view.moves.length).toBe(11);
  await drop(11, "C");
  await expect(player.line).toHaveText("Draw: the board is full");
});

test("a disc falls, but appears immediately for users who prefer reduced motion", async ({ page }) => {
  const player = new Player(page, 7);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await player.start("grid:7x6", { rules: "connect4" });
  await player.type("4");
  await expect.poll(() => player.view.moves.length).toBe(2);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((a) => a.playState === "running").length);
  expect(await moving()).toBe(0);
  await expect(page.locator("svg g.disc.stone")).toHaveCount(2);
});
