// The review of a finished game: first fast, then deeper, one search for all viewers. Its mistakes become exercises.
import { expect, type Page } from "@playwright/test";

import type { CoachReply, GameInfo, MistakeAnswer, NewGame, Review } from "../src/wire.ts";
import { look, settled } from "./look.ts";
import { clickPoint } from "./places.ts";
import { Player } from "./player.ts";
import { test } from "./server.ts";

const review = (page: Page) => page.getByRole("region", { name: "Review" });
const graph = (page: Page) => page.getByRole("slider", { name: "Graph of the game, by moves" });
const tab = (page: Page, name: string) => review(page).getByRole("tab", { name });
const line = (page: Page) => page.locator("section.status .line");
const words = (page: Page) => page.locator("section.status .words");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Records the reviews that reach a page that is opened from now on. */
function reviewsOf(page: Page): Review[] {
  const heard: Review[] = [];
  page.on("websocket", (socket) => {
    if (!socket.url().endsWith("/api/coach/ws")) return;
    socket.on("framereceived", ({ payload }) => {
      const reply = JSON.parse(payload.toString()) as CoachReply;
      if (reply.review) heard.push(reply.review);
    });
  });
  return heard;
}

/** Makes the page record that it shows progress, which may be over before a test looks. */
const noteProgress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const look = () => {
      if (document.querySelector("progress")) Object.assign(window, { hasShownProgress: true });
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });

/** Starts a game by the API: other tests cover the form. Returns its address. */
async function made(page: Page, game: NewGame): Promise<string> {
  const answer = await page.request.post("/api/games", { data: game });
  expect(answer.ok(), await answer.text()).toBe(true);
  return `/game/${((await answer.json()) as GameInfo).id}`;
}

async function resign(player: Player): Promise<void> {
  await player.button("Resign").click();
  await player.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(player.line).toHaveText(/resigned/);
}

/** Waits until the review is complete. */
async function known(page: Page): Promise<void> {
  await expect(review(page).getByText("These are estimates, except where marked certain.")).toBeVisible({
    timeout: 60_000,
  });
}

test("a game of Go is reviewed, a better line is played out, and its mistakes become exercises", async ({
  page,
}) => {
  const player = new Player(page, 5);
  await test.step("at first there are no exercises", async () => {
    await page.goto("/train/mistakes");
    await expect(page.getByText("Nothing here yet.")).toBeVisible();
    await look(page, "mistakes-none");
  });

  await test.step("a game is lost", async () => {
    const rules = "weiqi";
    await page.goto(
      await made(page, { board: "grid:9", rules, color: "black", opponent: "level:1", name: "" }),
    );
    await player.arrived();
    await expect(player.button("Review this game")).toHaveCount(0);
    for (const move of ["A1", "J1", "A9", "J9", "B1"]) {
      await player.turn();
      if (await player.mayPlay(move)) await player.move(move);
    }
    await player.turn();
    await resign(player);
  });

  await test.step("a first result comes immediately, the rest later", async () => {
    const place = () => settled(page, async () => JSON.stringify(await review(page).boundingBox()));
    const heard = reviewsOf(page);
    await noteProgress(page);
    await player.button("Review this game").click();
    await expect(graph(page)).toBeVisible({ timeout: 8_000 });
    const before = await place();
    await known(page);
    expect(await place()).toBe(before);
    expect([heard[0]?.ended, heard.at(-1)?.ended]).toEqual([false, true]);
    expect(await page.evaluate(() => "hasShownProgress" in window)).toBe(true);
    await expect(graph(page).locator(".line")).toHaveAttribute("d", /^M.+L/);
  });

  await test.step("the graph moves through the game", async () => {
    const last = player.view.moves.length;
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(last));
    await graph(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(last - 1));
    await expect(player.line).toHaveText("Looking back");
    await page.keyboard.press("Home");
    await expect(graph(page)).toHaveAttribute("aria-valuetext", /^Before the first move: /);
    await page.keyboard.press("PageDown");
    await expect(graph(page)).toHaveAttribute("aria-valuetext", /(blunder|mistake|inaccuracy)/);
    const box = await graph(page).boundingBox();
    await page.mouse.click(box!.x + 46 + (box!.width - 54) / 2, box!.y + 60);
    await expect(graph(page)).toHaveAttribute("aria-valuenow", String(Math.round(last / 2)));
    await page.getByRole("button", { name: "Points", exact: true }).click();
    await expect(graph(page).getByText("even")).toBeVisible();
    await look(page, "review-course");
    await page.getByRole("button", { name: "Win chance", exact: true }).click();
  });

  await test.step("how well each side played", async () => {
    await tab(page, "Players").click();
    await expect(page.getByRole("row", { name: /^Accuracy \d+ % \d+ %$/ })).toBeVisible();
    await look(page, "review-sides");
  });

  await test.step("the review is there when the game is opened again", async () => {
    const heard = reviewsOf(page);
    await page.reload();
    await player.arrived();
    await player.button("Review this game").click();
    await known(page);
    expect(heard.map((r) => r.ended)).toEqual([true]); // without another search
  });

  await test.step("the worst moves, with better ones", async () => {
    await tab(page, "Mistakes").click();
    const worst = page.getByRole("region", { name: "Black's worst moves" });
    await worst
      .getByRole("button", { name: /(blunder|mistake|inaccuracy)/ })
      .first()
      .click();
    await worst.getByRole("button", { name: "Play out the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(1);
    await worst.getByRole("button", { name: "Forward one move in the better line" }).click();
    await expect(page.locator(".line circle")).toHaveCount(2);
    await look(page, "review-worst");
    await worst.getByRole("button", { name: "Back to the game" }).click();
    await expect(page.locator(".line circle")).toHaveCount(0);
  });

  await test.step("they become exercises", async () => {
    await button(page, "Train my mistakes").click();
    await expect(page.getByText(/positions? added to your training/)).toBeVisible();
    await look(page, "mistakes-added");
    await page.getByRole("link", { name: "Train now" }).click();
    await expect(line(page)).toHaveText(/^Black to move: better than [A-J][1-9]$/);
    await look(page, "mistakes-open");
  });

  let answer: MistakeAnswer | null = null;
  let played = -1;
  page.on("response", (response) => {
    if (response.url().endsWith("/try") && response.ok())
      void response.json().then((a: MistakeAnswer) => (answer = a));
  });

  await test.step("a demonstration of the answer does not count", async () => {
    await button(page, /^See the answer to [A-J][1-9]$/).click();
    await expect(line(page)).toHaveText("The solution", { timeout: 20_000 });
    await expect(words(page)).toContainText("This was played.");
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await expect.poll(() => answer?.counted).toBe(false);
    played = answer!.steps[0]!.point;
    await look(page, "mistakes-played");
    await button(page, "Try again").click();
  });

  await test.step("the board shows the refutation of a bad move", async () => {
    answer = null;
    await clickPoint(page, played);
    await expect(line(page)).toHaveText("There is a better move", { timeout: 20_000 });
    await expect.poll(() => answer?.counted).toBe(true);
    await expect(words(page)).toContainText("It comes back in 10 minutes.");
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await look(page, "mistakes-wrong");
  });

  await test.step("the engine's move is correct", async () => {
    answer = null;
    await button(page, "Show me").click();
    await expect.poll(() => answer?.verdict, { timeout: 20_000 }).toBe("shown");
    const better = answer!.steps[0]!.point;
    await expect(button(page, "Show me")).toBeEnabled({ timeout: 20_000 });
    await button(page, "Try again").click();
    await clickPoint(page, better);
    await expect(line(page)).toHaveText("Correct", { timeout: 20_000 });
    await look(page, "mistakes-right");
  });

  await test.step("all exercises are in a list, and can be removed", async () => {
    await page.goto("/train/mistakes");
    const rows = page.locator("li.card");
    await expect(rows).not.toHaveCount(0); // the list loads after the page
    const before = await rows.count();
    await look(page, "mistakes-list");
    await rows
      .last()
      .getByRole("button", { name: /^Delete move/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(rows).toHaveCount(before - 1);
  });
});

test("a game between people is reviewed when it is over, for spectators too", async ({ browser, server }) => {
  const visit = async () => {
    const context = await browser.newContext({ baseURL: server.url });
    return new Player(await context.newPage());
  };
  const [ada, bo, watcher] = [await visit(), await visit(), await visit()];
  const address = await made(ada.page, {
    board: "grid:15",
    rules: "gomoku",
    color: "black",
    opponent: "human",
    name: "Ada",
  });
  for (const one of [ada, bo, watcher]) await one.page.goto(address);
  await bo.join("Join as White", "Bo");
  for (const one of [ada, watcher]) await one.arrived();
  for (const [i, move] of ["H8", "A1", "H9", "A2", "H10", "A4", "H11", "A5"].entries()) {
    const one = i % 2 === 0 ? ada : bo;
    await one.turn();
    await one.move(move);
  }
  for (const one of [ada, bo, watcher]) await expect(one.button("Review this game")).toHaveCount(0);
  const heard = reviewsOf(ada.page);
  await resign(bo);
  await watcher.button("Review this game").click();
  await known(watcher.page);
  await expect(graph(watcher.page)).toHaveAttribute("aria-valuetext", /Black wins for certain/);
  await ada.button("Review this game").click();
  await known(ada.page);
  expect(heard.map((r) => r.ended)).toEqual([true]); // the review that the spectator has waited for
  await look(ada.page, "review-people");
});
