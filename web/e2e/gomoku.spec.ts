// Gomoku and its variants: the opening dialogue, forbidden points, and boards without edges.
import type { Page } from "@playwright/test";

import { look } from "./look.ts";
import { middlemost, placeOf } from "./places.ts";
import { Player, unfold } from "./player.ts";
import { expect, test } from "./server.ts";
import { Person } from "./sheet/person.ts";

test("a game with swap2: three stones, two more, a choice of colour, and play to the end", async ({
  browser,
  server,
}) => {
  const [ann, bob] = (await Promise.all(
    [1, 2].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), seed);
    }),
  )) as [Player, Player];
  await ann.start("grid:15", { rules: "gomoku:opening=swap2", opponent: "human", name: "Ann" });
  await bob.page.goto(ann.page.url());
  await bob.join("Join as White");
  await expect(ann.line).toHaveText("Your turn");
  await expect(bob.line).toHaveText("Ann to play");
  await expect(ann.page.getByText(/Place three stones/)).toBeVisible();

  for (const move of ["H8", "J9", "H10"]) {
    await ann.click(move);
    await expect.poll(() => bob.view.moves.at(-1)).toBe(move);
  }
  await expect(ann.line).toHaveText("Guest to play");
  const choices = bob.page.getByRole("group", { name: "Opening choices" });
  await expect(choices.getByRole("button")).toHaveText(["Take Black", "Take White", "Place two more"]);
  await expect(ann.page.getByText("Guest decides.")).toBeVisible();
  await expect(ann.page.getByRole("group", { name: "Opening choices" })).toHaveCount(0);
  await look(bob.page, "swap2-choice");
  await bob.click("A1");
  await expect(bob.page.locator(".notice.bad")).toContainText("Not now. Take Black");
  await choices.getByRole("button", { name: "Place two more" }).click();
  await expect(choices).toHaveCount(0);
  await expect(bob.page.locator(".ply")).toHaveText("Move 3");
  expect(bob.view.state.last).toBe((await bob.board()).names.indexOf("H10"));
  for (const move of ["G7", "G9"]) {
    await bob.click(move);
    for (const p of [ann, bob]) await expect.poll(() => p.view.moves.at(-1)).toBe(move);
  }

  await expect(ann.line).toHaveText("Your turn");
  await ann.button("Take White").click();
  await expect(ann.page.locator(".notice")).toHaveText("You now have White.");
  await expect(bob.page.locator(".notice")).toContainText("Ann chose: Take White. You now have Black.");
  await expect(ann.line).toHaveText("Your turn");
  const rows = ann.page.locator(".players li");
  await expect(rows.nth(0)).toContainText(/White:\s*Ann/);
  await expect(rows.nth(1)).toContainText(/Black:\s*Guest/);
  expect(ann.view.stones.match(/x/g)).toHaveLength(3);
  expect(ann.view.stones.match(/o/g)).toHaveLength(2);
  await expect(ann.button("Pass")).toHaveCount(0);

  await test.step("a draw is offered and declined", async () => {
    await ann.button("Offer a draw").click();
    await expect(bob.page.getByText("White offers a draw.", { exact: true })).toBeVisible();
    await bob.button("Decline").click();
    await expect(ann.page.locator(".notice")).toHaveText("Black declined the draw.");
  });

  // White: A2 B2 C2 D2 E2; Black plays elsewhere.
  const moves = ["A2", "A14", "B2", "C14", "C2", "E14", "D2", "G14", "E2"];
  for (const [i, move] of moves.entries()) {
    const who = i % 2 === 0 ? ann : bob;
    if (i < moves.length - 2) {
      await who.send(move);
      continue;
    }
    await who.turn();
    await who.click(move);
    await expect.poll(() => who.view.moves.at(-1)).toBe(move);
  }
  await expect(ann.line).toHaveText("You won with five in a row");
  await expect(bob.line).toHaveText("You lost: White has five in a row");
  expect(bob.view.state.figure).toHaveLength(5);
  await expect(bob.page.locator("svg path.figure")).toHaveCount(2);
  await expect(bob.page.getByRole("button", { name: "two more stones" })).toBeVisible();
  await expect(bob.page.locator(".ply")).toHaveText("Move 14");
  await look(bob.page, "gomoku-won");

  await test.step("the player looks back over the opening", async () => {
    for (let i = 0; i < moves.length + 2; i++) await bob.page.keyboard.press("[");
    await expect(bob.line).toHaveText("Looking back");
    await expect(bob.page.locator("svg circle.stone")).toHaveCount(4);
    await bob.button("Back to the game").click();
  });
});

test("a Renju game meets a forbidden point", async ({ page, browser, server }) => {
  const player = new Player(page, 3);
  await player.start("grid:15", { rules: "gomoku:rule=renju", opponent: "human" });
  const game = player.view.game.id;
  const other = await Person.guest(browser, server);
  await other.tell(game, { type: "join", name: "Bo" });
  await expect(player.line).toHaveText("Your turn");
  // Black gets two rows of two that cross at H10; White plays at the edge.
  for (const [i, move] of ["H8", "A1", "H9", "A3", "J10", "A5", "K10", "A7"].entries())
    if (i % 2 === 0) await player.send(move);
    else await other.play(game, move);
  await player.turn();
  await expect.poll(() => player.view.state.forbidden.length).toBeGreaterThan(0);
  await expect(page.locator(".mark.forbidden").first()).toBeVisible();
  await player.click("H10");
  await expect(page.locator(".notice.bad")).toContainText("Renju forbids Black");
  expect(player.view.moves).toHaveLength(8);
  await look(page, "renju-forbidden");
  const white = new Player(other.page, 4);
  await other.page.goto(page.url());
  await white.arrived();
  await expect(other.page.locator(".mark.forbidden")).toHaveCount(0);
  await player.move("H11");
  await white.turn();
  await white.move("H10");
});

test("columns are named A to O, with I, wherever a move is shown or typed", async ({ page }) => {
  const player = new Player(page, 8);
  const begin = () => player.start("grid:15", { rules: "gomoku", opponent: "random" });
  await begin();
  const { names } = await player.board();
  /** Converts the server's name of a point to the one that the page shows. */
  const shown = (point: number) => "ABCDEFGHIJKLMNO"[point % 15] + String(15 - Math.floor(point / 15));
  const letters = async () => {
    const all = await page.locator("svg text.coordinate").allTextContents();
    return [...new Set(all.map((l) => l.trim()).filter((l) => /[A-Z]/.test(l)))].join("");
  };
  await expect.poll(letters).toBe("ABCDEFGHIJKLMNO");

  await player.type("P8");
  await expect(page.locator(".notice.bad")).toContainText(/A15.*O1/);
  const coach = page.getByRole("region", { name: "What the coach says" });
  const log = page.getByRole("log", { name: "Moves as they are made" });
  const record = page.getByRole("region", { name: "Moves", exact: true });
  // The computer plays at random, and rarely on either side of a row of four.
  const mine = ["J8", "K8", "L8", "M8"];
  for (let i = 0; i < mine.length; i++) {
    await player.turn();
    const typed = mine[i] ?? "";
    const point = 7 * 15 + 9 + i;
    // In one game of forty it plays into the row: then the test starts another game.
    if (!player.view.stones.startsWith(".".repeat(mine.length - i), point)) {
      await begin();
      i = -1;
      continue;
    }
    await player.type(typed);
    await expect.poll(() => player.view.moves[2 * i]).toBe(names[point]);
    await player.turn();
    const answer = shown(names.indexOf(player.view.moves[2 * i + 1] ?? ""));
    await expect(log).toHaveText(`White plays ${answer}. Your turn.`);
    await expect(page.locator("section.status")).toContainText(`White plays ${answer}.`);
    await expect(record.getByRole("button", { name: `Black ${typed}` })).toBeVisible();
    await expect(record.getByRole("button", { name: `White ${answer}`, exact: true })).toBeVisible();
  }
  expect(player.view.moves[0]).toBe("K8");

  await test.step("the coach, the pointer and the keyboard use the same names", async () => {
    await player.button("Coach").click();
    await expect(coach).toContainText(/ [IN]8\b/);
    await player.button("Hint").click();
    await expect(coach).toContainText(/Hint: [IN]8\./, { timeout: 30_000 });
    const at = await placeOf(page, names.indexOf("J7"));
    await page.mouse.move(at.x, at.y);
    const lit = page.locator(".coordinate.lit");
    await expect(lit).toHaveText(["I", "I", "7", "7"]);
    await page.getByRole("application").focus();
    await page.keyboard.press("ArrowLeft");
    const [letter, , row] = await lit.allTextContents();
    await expect(page.locator(".moyo-board [aria-live]").first()).toContainText(`${letter}${row}: `);
    await page.getByRole("tab", { name: "In words" }).click();
    await expect(page.getByRole("tabpanel").locator(".names").first()).toHaveText("J8 K8 L8 M8");
    await page.getByRole("tab", { name: "Moves" }).click();
    await look(page, "gomoku-letters");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("group", { name: "The last moves" }).getByText("7 M8")).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the review and the analysis of the game use them too", async () => {
    await player.type(player.view.stones[7 * 15 + 8] === "." ? "I8" : "N8");
    await expect(player.line).toHaveText("You won with five in a row");
    expect(["J8", "O8"]).toContain(player.view.moves.at(-1));
    await player.button("Review this game").click();
    const graph = page.getByRole("slider", { name: "Graph of the game, by moves" });
    await expect(graph).toHaveAttribute("aria-valuetext", /^Move 9, Black [IN]8: Black has won/, {
      timeout: 60_000,
    });
    await graph.focus();
    await page.keyboard.press("Home");
    for (const name of mine) {
      await page.keyboard.press("ArrowRight");
      await expect(graph).toHaveAttribute("aria-valuetext", new RegExp(`Black ${name}:`));
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("End");
    await page.getByRole("contentinfo").getByRole("link", { name: "Analyse" }).click();
    const moves = page.getByRole("region", { name: "Moves and variations" });
    await expect(moves.getByRole("button").last()).toHaveText(/: [IN]8,/);
    for (const name of mine) await expect(moves).toContainText(name);
  });
});

/** The name of the visible point nearest to the middle of the board. */
async function nearest(page: Page, names: readonly string[]): Promise<string> {
  return names[await middlemost(page, [...names.keys()])] ?? "";
}

test("a game of Gomoku on a torus is won across its seam", { tag: "@long" }, async ({ page }) => {
  const player = new Player(page, 5);
  await player.begin("torus:15x15", { game: "gomoku", opponent: "Random" });
  await expect(page.getByRole("heading", { name: "Gomoku on Torus 15×15" })).toBeAttached();
  const { names } = await player.board();
  await player.click(await nearest(page, names));
  await expect.poll(() => player.view.moves.length).toBeGreaterThan(0);
  // The computer plays at random: in one of the rows five points around the seam stay free.
  const seam = [13, 14, 0, 1, 2];
  for (let row = 0; row < 15 && player.view.state.phase === "playing"; row++)
    for (const column of seam) {
      await player.turn();
      const point = row * 15 + column;
      if (player.view.state.phase !== "playing" || player.view.stones[point] === "o") break;
      if (player.view.stones[point] === ".") await player.move(names[point] ?? "");
      if (row === 0 && column === 0) await look(page, "gomoku-torus");
    }
  await expect(player.line).toHaveText("You won with five in a row");
  expect(player.view.state.figure).toHaveLength(5);
  await look(page, "gomoku-torus-over");
});

test("on a board without edges the window follows the stones", { tag: "@long" }, async ({ page }) => {
  const player = new Player(page, 6);
  await page.goto("/new?game=gomoku");
  await unfold(page);
  await page.getByRole("radio", { name: "Endless" }).check();
  await expect(page.getByRole("heading", { name: "Endless" })).toBeVisible();
  await page.getByLabel("Rule", { exact: true }).selectOption("Caro");
  await look(page, "new-gomoku");
  await page.getByRole("radio", { name: "Private link" }).check();
  await player.button("Create link").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  const other = new Player(await (await page.context().browser()!.newContext()).newPage(), 7);
  await other.page.goto(page.url());
  await other.join("Join as White");
  const { names } = await player.board();
  const at = (column: number, row: number) => names[row * 99 + column] ?? "";
  // Moves to the right, farther than one window reaches.
  for (let i = 0; i < 12; i++) {
    const who = i % 2 === 0 ? player : other;
    await who.turn();
    await who.click(at(49 + 2 * i, 49 + (i % 3)));
    await expect.poll(() => who.view.moves).toHaveLength(i + 1);
  }
  expect(await page.locator("svg *").count()).toBeLessThan(150);
  await expect(page.locator("svg circle.stone").first()).toBeVisible();
  await look(page, "gomoku-endless");
  await player.button("All stones").click();
  await expect(page.locator("svg circle.stone")).toHaveCount(12);
});
