// Two players and a spectator, each in their own browser.
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

/** The result of a count is fully visible above the bar, on every screen. */
async function expectSum({ page }: Player): Promise<void> {
  const before = page.viewportSize();
  const seen = () =>
    page.locator("tfoot tr, .hint").evaluateAll((all) => {
      const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? 0;
      const sums = all.filter((e) => /Total|Black has/.test(e.textContent ?? ""));
      return sums.some((e) => e.getBoundingClientRect().bottom <= bar);
    });
  for (const [width, height] of [
    [390, 844],
    [375, 667],
    [320, 568],
    [844, 390],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(seen, { message: `at ${width}x${height}` }).toBe(true);
  }
  if (before) await page.setViewportSize(before);
}

test("two browsers play each other, and a third one watches", async ({ browser, server }) => {
  const people = await Promise.all(
    [1, 2, 3].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), seed);
    }),
  );
  const [ann, bob, eve] = people as [Player, Player, Player];

  await ann.page.goto("/new?board=grid:5&game=weiqi");
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.begin("grid:5", { game: "weiqi", opponent: "Anyone" });
  await expect(ann.line).toHaveText("Waiting for White");
  const link = await ann.page.getByLabel(/Send this link/).inputValue();

  await test.step("the lobby lists the game, and drops it when a player joins", async () => {
    await eve.page.goto("/");
    const card = eve.page.locator(`a[href="${new URL(link).pathname}"]`);
    const open = card.filter({ hasText: "Join" });
    await expect(open).toBeVisible();
    await bob.page.goto(link);
    await bob.join("Join as White");
    await expect(bob.page.getByText("You play White.")).toBeVisible();
    await expect(open).toBeHidden();
    await card.filter({ hasText: "Watch" }).click();
    await eve.arrived();
    await expect(eve.page.getByText("You are watching.")).toBeVisible();
  });
  await expect(ann.line).toHaveText("Your turn");

  await expect(ann.button("Take back")).toBeDisabled();

  const play = async (who: Player, move: string) => {
    await who.turn();
    await who.move(move);
    for (const p of people) await expect.poll(() => p.view.moves.at(-1)).toBe(move);
  };
  await test.step("everyone sees a move at the same time", async () => {
    for (const [who, move] of [
      [ann, "C3"],
      [bob, "C4"],
      [ann, "B4"],
      [bob, "A1"],
      [ann, "D4"],
      [bob, "A2"],
      [ann, "C5"],
    ] as const)
      await play(who, move);
    await expect(bob.button("Take back")).toBeEnabled();
    // C5 captured the stone on C4.
    for (const p of people) {
      expect(p.view.state.captures.black).toBe(1);
      await expect(p.page.locator(".players li").first()).toContainText("1");
    }
  });

  await test.step("a move out of turn and an illegal move are explained", async () => {
    await ann.type("E1");
    await expect(ann.page.getByText("It is White's turn.")).toBeVisible();
    await bob.type("C3");
    await expect(bob.page.locator(".notice")).toHaveText("There is already a stone on that point.");
    await bob.type("Z9");
    await expect(bob.page.locator(".notice")).toContainText("There is no point “Z9”");
    await bob.type("C4");
    await expect(bob.page.locator(".notice")).toContainText("no liberties");
    expect(await eve.input.count()).toBe(0);
  });

  await play(bob, "pass");
  await play(ann, "pass");
  for (const p of people) await expect(p.line).toHaveText("Mark the dead stones");
  await expect.poll(() => ann.view.state.score !== null).toBe(true);
  await expectSum(ann);
  await ann.button("Accept").click();
  await expect(ann.page.getByText("You accepted.")).toBeVisible();
  await test.step("a changed count must be accepted again, and the request then disappears", async () => {
    const marked = () => bob.view.state.dead.length > 0;
    const before = marked();
    for (const expected of [!before, before]) {
      await bob.type("A1");
      await expect.poll(marked).toBe(expected);
    }
    await expect(ann.page.locator(".notice")).toContainText("White changed the marks");
    await bob.button("Accept").click();
    await ann.button("Accept").click();
    for (const p of people) {
      await expect(p.line).toHaveText(/(won|lost|wins) by/);
      await expect(p.page.locator(".notice")).toHaveCount(0);
    }
  });
  await test.step("the list of moves shows the last one, also when the game is reopened", async () => {
    await ann.page.setViewportSize({ width: 1024, height: 600 });
    const last = ann.page.locator(".moves [aria-current]");
    await expect(last).toBeInViewport();
    await ann.page.reload();
    await ann.arrived();
    await expect(last).toBeInViewport();
  });

  await test.step("a rematch is offered, declined, offered again and accepted; resigning ends it", async () => {
    await expectSum(ann);
    await bob.button("Rematch").click();
    await expectSum(ann);
    await ann.button("Decline").click();
    await bob.button("Rematch").click();
    await expect(bob.button("Withdraw rematch")).toBeVisible();
    await ann.button("Accept rematch").click();
    await expect(bob.page).not.toHaveURL(link);
    await expect.poll(() => ann.page.url() === bob.page.url()).toBe(true);
    await expect(eve.page.getByRole("link", { name: "Next game" })).toBeVisible();
    await expect(ann.page.getByText("You play White.")).toBeVisible();
    await bob.arrived();
    await expect.poll(() => bob.view.moves.length).toBe(0); // of the new game
    await bob.move("C3");
    await expect(ann.page.locator("section.status .line")).toHaveText("Your turn");
    // Before both have moved, the game can only be called off.
    await ann.move("C4");
    await expect(bob.page.locator("section.status .line")).toHaveText("Your turn");
    await ann.button("Resign").click();
    await ann.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(ann.line).toHaveText("You resigned: Black won");
    await expect(bob.line).toHaveText("You won: White resigned");
  });
});
