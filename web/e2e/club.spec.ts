// An evening at a club: two people make accounts, meet and play.
import { member } from "./account.ts";
import { look } from "./look.ts";
import { type Player, unfold } from "./player.ts";
import { expect, test } from "./server.ts";

// Each account name can be used only once.
test.use({ ownServer: true });

/** Challenges a player by name, with two periods of a minute, and opens the game. */
async function challenge(
  from: Player,
  to: string,
  { board, game }: { board: string; game: string },
): Promise<void> {
  const { page } = from;
  await page.goto(`/new?board=${board}&game=${game}`);
  await unfold(page);
  await page.getByRole("radio", { name: "A player here" }).check();
  await page.getByLabel("Player name").fill(to);
  await page.getByRole("radio", { name: "Black (moves first)" }).check();
  await page.getByRole("radio", { name: "Custom", exact: true }).check();
  await page.getByLabel("Type of clock").selectOption("byoyomi");
  await page.getByLabel("Main time, minutes").fill("0");
  await page.getByLabel("Periods").fill("2");
  await page.getByLabel("Period, seconds").fill("60");
  await from.button("Play").click();
  await page.waitForURL(/\/game\//);
  await from.arrived();
}

test("two register, meet, ask for a move back, and agree on a draw", async ({ browser, server }) => {
  const people = (await Promise.all(
    ["Ann", "Bo-K"].map((name, seed) => member(browser, server, name, seed)),
  )) as [Player, Player];
  const [ann, bo] = people;

  await test.step("both request the same game, and are paired", async () => {
    for (const { page } of people) {
      await page.goto("/");
      await page.getByLabel("Board", { exact: true }).selectOption("Grid 9×9");
      await page.getByRole("button", { name: "Find an opponent" }).click();
    }
    for (const p of people) {
      await p.page.waitForURL(/\/game\//);
      await p.arrived();
    }
    expect(ann.page.url()).toBe(bo.page.url());
    await ann.button("Call off").click();
    await ann.page.getByRole("dialog").getByRole("button", { name: "Call it off" }).click();
    await expect(bo.line).toHaveText("This game was called off");
  });

  await test.step("one challenge by name is declined, and another one accepted", async () => {
    await bo.page.goto("/");
    await challenge(ann, "bo-k", { board: "grid:9", game: "weiqi" });
    await bo.page.getByRole("link", { name: /Answer/ }).click();
    await expect(bo.line).toHaveText("Ann challenges you");
    await expect(bo.page.getByText("You play White.")).toBeVisible();
    await look(bo.page, "challenged");
    await bo.button("Decline").click();
    await expect(ann.page.getByText(/called off|declined/i).first()).toBeVisible();
    await bo.page.goto("/");
    await challenge(ann, "bo-k", { board: "grid:9", game: "weiqi" });
    await bo.page.getByRole("link", { name: /Answer/ }).click();
    await bo.page.getByRole("button", { name: "Accept" }).click();
    for (const p of people) await expect.poll(() => p.view.state.phase).toBe("playing");
  });

  await test.step("one player resigns (clocks.spec.ts tests the loss on time)", async () => {
    await ann.move("E5");
    await bo.turn();
    await bo.move("C3");
    await ann.button("Resign").click();
    await ann.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(bo.line).toHaveText("You won: Black resigned");
  });

  await test.step("a rematch with swapped colours, in which a move is taken back on request", async () => {
    const before = ann.page.url();
    await ann.button("Rematch").click();
    await bo.button("Accept rematch").click();
    await expect.poll(() => people.every((p) => p.page.url() !== before)).toBe(true);
    expect(ann.page.url()).toBe(bo.page.url());
    await expect.poll(() => bo.view.you === "black" && bo.view.state.phase === "playing").toBe(true);
    await bo.move("G7");
    await bo.button("Take back").click();
    await ann.button("Accept").click();
    for (const p of people) await expect.poll(() => p.view.moves).toEqual([]);
    await bo.move("F6");
    await ann.turn();
    await ann.move("C3");
    await bo.button("Resign").click();
    await bo.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(bo.line).toHaveText("You resigned: White won");
    await expect(ann.line).toHaveText("You won: Black resigned");
  });

  await test.step("in Gomoku a draw offer is refused once, and accepted later", async () => {
    await bo.page.goto("/");
    await challenge(ann, "Bo-K", { board: "grid:15", game: "gomoku" });
    await bo.page.getByRole("link", { name: /Answer/ }).click();
    await bo.page.getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => ann.view.state.phase).toBe("playing");
    await ann.move("H8");
    await bo.turn();
    await bo.move("H9");
    await ann.turn();
    await ann.button("Offer a draw").click();
    await bo.button("Decline").click();
    await expect(ann.page.locator(".notice")).toHaveText("White declined the draw.");
    await ann.move("J9");
    await bo.turn();
    await bo.button("Offer a draw").click();
    await ann.button("Accept draw").click();
    for (const p of people) await expect(p.line).toHaveText("Draw by agreement");
  });
});
