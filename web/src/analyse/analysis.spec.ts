// Analysis: candidates, variations, stones placed by hand, "why not here", excluded points; the line of each move on
// the board, threats, and ownership.
import type { Locator, Page } from "@playwright/test";

import type { GameInfo } from "../wire.ts";
import { look } from "../../e2e/look.ts";
import { clickPoint } from "../../e2e/places.ts";
import { Player } from "../../e2e/player.ts";
import { expect, test } from "../../e2e/server.ts";

/** Clicks on a point of a grid, with Gomoku's names: with I. */
async function click(page: Page, name: string): Promise<void> {
  const [, letter, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  await clickPoint(page, (15 - Number(row)) * 15 + "ABCDEFGHIJKLMNO".indexOf(letter ?? ""));
}

const line = (page: Page): Locator => page.locator("section.status .line");
const stones = (page: Page): Locator => page.locator("svg circle.stone");
const candidates = (page: Page): Locator =>
  page.getByRole("region", { name: "Moves the computer considers" });

/** The engine's candidate moves. */
const rows = (page: Page): Locator => candidates(page).locator("tbody tr");
const ask = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Analyse more" }).getByRole("button", { name });

test("a position of Gomoku is analysed, by letters with I, and stones are placed by hand", async ({
  page,
}) => {
  await page.goto("/analyse?board=grid:15&rules=gomoku&moves=H8.G9.J9.H10.J10.J8.K9");
  await expect(line(page)).toHaveText("White to play");
  await expect(stones(page)).toHaveCount(7);
  await expect(candidates(page).getByRole("row")).not.toHaveCount(0);
  await expect(page.locator(".mark.best")).toHaveCount(1);
  await expect(page.getByText(/depth \d+/)).toBeVisible();
  await expect(page.getByText(/a second/)).toBeVisible();
  await look(page, "analysis");

  await test.step("back and forward, and a variation", async () => {
    await page.getByRole("button", { name: "Back one move" }).click();
    await expect(stones(page)).toHaveCount(6);
    await expect(line(page)).toHaveText("Black to play");
    await click(page, "L12");
    await expect(stones(page)).toHaveCount(7);
    await expect(page.locator(".variations button")).toHaveCount(9);
    await page.keyboard.press("[");
    await expect(stones(page)).toHaveCount(6);
    await page.keyboard.press("]");
    await expect(page.locator('.variations [aria-current="true"]')).toContainText("L12");
    await page.locator(".variations").getByRole("button", { name: "J9" }).click();
    await expect(stones(page)).toHaveCount(7);
  });

  await test.step("the best move is excluded", async () => {
    const best = page.locator(".mark.best");
    await expect(best).toHaveCount(1);
    // The engine is still searching: a move may leave the list before the click.
    let first = "";
    await expect(async () => {
      first = (await candidates(page).getByRole("button").first().textContent())?.trim() ?? "";
      await page.getByRole("button", { name: `Exclude ${first}` }).click({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByText(`Excluded: ${first}`)).toBeVisible();
    await expect(page.locator(".mark.excluded")).toHaveCount(1);
    await expect(candidates(page).getByRole("button", { name: first, exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Include all" }).click();
    await expect(page.locator(".mark.excluded")).toHaveCount(0);
  });

  await test.step("why not in the corner", async () => {
    await page.getByRole("button", { name: "Why not here?" }).click();
    await click(page, "A1");
    const why = page.locator(".why");
    await expect(why).toContainText("Why not A1?");
    await expect(why).toContainText(/The best answer to A1 is [A-O]\d+\./, { timeout: 30_000 });
    await why.getByRole("button", { name: "One move" }).click();
    await expect(stones(page)).toHaveCount(9);
    await look(page, "analysis-why");
    await why.getByRole("button", { name: "Back" }).click();
    await expect(stones(page)).toHaveCount(7);
    await expect(why).toHaveCount(0);
  });

  await test.step("notation uses I, links do not", async () => {
    // An open four: J8 and O8 in Go's letters.
    await page.goto("/analyse?board=grid:15&rules=gomoku&moves=K8.A1.L8.A3.M8.A5.N8.A7");
    const moves = page.getByRole("region", { name: "Moves and variations" });
    await expect(moves.getByRole("button")).toHaveText([
      /Start/,
      ...["J8", "A1", "K8", "A3", "L8", "A5", "M8", "A7"].map((move) => new RegExp(`: ${move},`)),
    ]);
    await expect(candidates(page).getByRole("button", { name: "I8", exact: true })).toBeVisible();
    await expect(candidates(page).getByRole("button", { name: "N8", exact: true })).toBeVisible();
    await candidates(page).getByRole("button", { name: "Exclude I8" }).click();
    await expect(page.getByText("Excluded: I8")).toBeVisible();
    await page.getByRole("button", { name: "Include all" }).click();
    await page.getByRole("button", { name: "Why not here?" }).click();
    await click(page, "I7");
    const why = page.locator(".why");
    await expect(why).toContainText("Why not I7?");
    await expect(why).toContainText(/The best answer to I7 is [IN]8\./, { timeout: 30_000 });
    await why.getByRole("button", { name: "Back" }).click();
    await page.getByRole("tab", { name: "About" }).click();
    await expect(page.getByLabel("Link to this position")).toHaveValue(/moves=K8\.A1\.L8/);
    // An impossible position: the server says why.
    await page.goto(
      `/analyse?board=grid:15&rules=gomoku&toPlay=white&stones=${".".repeat(113)}xxxxx${".".repeat(107)}`,
    );
    await expect(page.getByText(/won already by the stone on I8/)).toBeVisible();
  });

  await test.step("stones are placed by hand, and the side to move is chosen", async () => {
    await page.goto("/analyse?rules=gomoku");
    await expect(line(page)).toHaveText("Black to play");
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("radio", { name: "White stones" }).check();
    for (const point of ["G8", "H8", "I8", "J8"]) await click(page, point);
    await expect(stones(page)).toHaveCount(4);
    await page.getByRole("radio", { name: "Black stones" }).check();
    await click(page, "F8");
    await click(page, "A1");
    await click(page, "A1");
    await expect(stones(page)).toHaveCount(5);
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await expect(line(page)).toHaveText("White to play");
    await page.getByRole("radio", { name: "Play", exact: true }).check();
    await expect(page.getByText("White wins in 1 move")).toBeVisible();
    await click(page, "K8");
    await expect(line(page)).toHaveText("White wins with five in a row");
    await expect(page.locator("svg path.figure")).toHaveCount(2);
    await page.getByRole("button", { name: "Back one move" }).click();
    await page.getByRole("radio", { name: "The expected line" }).check();
    await expect(page.locator(".mark.line")).not.toHaveCount(0);
    await look(page, "analysis-setup");

    await test.step("the link restores the position", async () => {
      await page.getByRole("tab", { name: "About" }).click();
      const link = await page.getByLabel("Link to this position").inputValue();
      await page.goto(link);
      await expect(line(page)).toHaveText("White to play");
      await expect(stones(page)).toHaveCount(5);
    });
  });
});

test("lines, threats and ownership of a Go game, in one window at a time", async ({ page, context }) => {
  await page.goto("/analyse?board=grid:9&rules=weiqi&moves=E5.G7.C3.C7.G3.E3");
  await expect(page.getByText("an estimate")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/leads by about|about even in points/)).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toHaveText(/ % .*\d/);
  await expect(page.locator(".mark.best")).toHaveCount(1);
  await expect(page.locator(".mark.candidate")).toHaveCount(4);
  await expect(line(page)).toHaveText("Black to play");
  await expect(page.getByText(/\d positions/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Pass", exact: true })).toBeVisible();

  await test.step("a line by pointer, and by focus", async () => {
    await rows(page).nth(1).hover();
    await expect(page.locator(".mark.line").nth(1)).toBeVisible();
    await expect(page.locator(".mark.line").first()).toHaveText("1");
    await expect(page.locator(".mark.best")).toHaveCount(0);
    await page.mouse.move(10, 10);
    await expect(page.locator(".mark.line")).toHaveCount(0);
    await rows(page).first().getByRole("button").first().focus();
    await expect(page.locator(".mark.line").nth(1)).toBeVisible();
    await ask(page, "Area").focus();
    await expect(page.locator(".mark.line")).toHaveCount(0);
  });

  await test.step("ownership, as a tint", async () => {
    await ask(page, "Area").click();
    await expect(page.locator("path.owned.black").first()).toBeAttached({ timeout: 20_000 });
    await expect(page.locator("path.owned.white").first()).toBeAttached();
    await expect(rows(page)).toHaveCount(5);
    await look(page, "analyse-owners");
    await ask(page, "Area").click();
    await expect(page.locator("path.owned")).toHaveCount(0);
  });

  await test.step("the opponent's threat", async () => {
    await ask(page, "If Black passes").click();
    await expect(page.getByText(/^If Black passes, White plays [A-J]\d/)).toBeVisible({ timeout: 20_000 });
    await expect(page.locator(".mark.line.of-white").first()).toHaveText("1");
    await look(page, "analyse-threat");
    await page.keyboard.press("[");
    await expect(page.getByText(/^If Black passes, White plays/)).toHaveCount(0);
    await expect(ask(page, "If White passes")).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("more moves", async () => {
    await expect(rows(page)).toHaveCount(5);
    await ask(page, "More moves").click();
    await expect(async () => expect(await rows(page).count()).toBeGreaterThan(5)).toPass();
  });

  await test.step("the board keeps its analysis when another window takes the engine", async () => {
    const before = await stones(page).count();
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("radio", { name: "Black stones" }).check();
    const board = page.getByRole("application");
    await board.focus();
    await page.keyboard.press("ArrowUp"); // shows the cursor, on the stone in the middle
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(stones(page)).toHaveCount(before + 1);
    await expect(candidates(page).getByRole("row").nth(1)).toBeVisible();
    const other = await context.newPage();
    await other.goto("/analyse?board=grid:9&rules=weiqi");
    await expect(page.getByText("You are using the computer in another window")).toBeVisible();
    await expect(stones(page)).toHaveCount(before + 1);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(stones(page)).toHaveCount(before + 2);
    await expect(other.getByText("You are using the computer in another window")).toBeVisible();
    await other.close();
  });

  await test.step("nonsense gets an error message", async () => {
    await page.goto("/analyse?board=gird:9");
    await expect(page.getByRole("heading", { name: "Nothing to analyse" })).toBeVisible();
    await page.goto("/analyse?board=grid:9&rules=gomoku&moves=A1.A1");
    await expect(page.getByText(/There is a stone on that point/i)).toBeVisible();
  });
});

test("a resumed game is analysed to its real end", async ({ page }) => {
  const player = new Player(page, 8);
  const wish = { board: "grid:3", rules: "weiqi", color: "black", opponent: "level:1", name: "" };
  const made = await page.request.post("/api/games", { data: wish });
  await page.goto(`/game/${((await made.json()) as GameInfo).id}`);
  await player.arrived();
  await player.passToTheEnd();
  const passed = player.view.moves.length;
  await player.button("Resume play").click();
  await expect.poll(() => player.view.state.phase).toBe("playing");
  await player.turn();
  await player.move("pass");
  await expect.poll(() => player.view.moves.length).toBeGreaterThan(passed + 1);
  if (player.view.state.phase === "scoring") await player.button("Resume play").click();
  await expect.poll(() => player.view.state.phase).toBe("playing");
  await player.button("Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(player.line).toHaveText("You resigned: White won");
  const { length } = player.view.moves;
  await expect(page.getByRole("link", { name: "Download as SGF" })).toHaveAttribute("href", /\/sgf$/);
  await look(page, "game-ended-record");

  await page.getByRole("contentinfo").getByRole("link", { name: "Analyse" }).click();
  await expect(line(page)).toHaveText("White wins: Black resigned");
  await expect(page.locator("section.status .ply")).toContainText(String(length));
  await expect(page.locator("section.status .words.bad")).toHaveCount(0);
  await look(page, "analysis-resumed");
  for (let ply = length; ply > passed; ply--)
    await page.getByRole("button", { name: "Back one move" }).click();
  await expect(page.locator("section.status .ply")).toContainText(String(passed));
  await expect(line(page)).toHaveText(/to play$/);
});
