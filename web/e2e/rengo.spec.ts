// Rengo: two players on each side, two of the four on phones, and a spectator.
import type { Inbox } from "../src/wire.ts";
import { people } from "./crowd.ts";
import { look, picture } from "./look.ts";
import { Player, unfold } from "./player.ts";
import { expect, test } from "./server.ts";
import { Person } from "./sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const phone = { width: 390, height: 844 };

/** Phones in both orientations, the smallest ones too, and a low window. */
const low = [
  { width: 375, height: 667 },
  phone,
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 1024, height: 600 },
];

test("four people play two against two", async ({ browser, server }) => {
  const [ada, bo, cy] = (await people(browser, server, ["Ada", "Bo", "Cy"])).map(
    ({ page }) => new Player(page),
  ) as [Player, Player, Player];
  // A guest, whom the page asks for a name.
  const di = new Player((await Person.guest(browser, server)).page);
  const watcher = new Player((await Person.guest(browser, server)).page);
  for (const { page } of [bo, di]) await page.setViewportSize(phone);
  let game = "";

  /** Opens the game and its dialog for choosing a place. */
  async function choose(player: Player) {
    await player.page.goto(game);
    await player.arrived();
    await player.button("Take a seat").click();
    return player.page.getByRole("dialog", { name: "Take a seat" });
  }

  /** Takes a place on a side. */
  async function take(player: Player, side: string, place: number, name = "") {
    const dialog = await choose(player);
    await dialog
      .getByRole("group", { name: side, exact: true })
      .getByRole("radio", { name: `${place}. Free seat` })
      .check();
    if (name) await dialog.getByLabel("Your name").fill(name);
    await dialog.getByRole("button", { name: "Take a seat" }).click();
    await expect(dialog).toBeHidden();
  }

  await test.step("the game is made", async () => {
    const { page } = ada;
    await page.goto("/new?board=grid:9&game=weiqi");
    const box = page.getByRole("checkbox", { name: "Rengo (pair Go): several players per side" });
    await page.getByRole("radio", { name: "The computer" }).check();
    await expect(box).toBeHidden();
    await page.getByRole("radio", { name: "Private link" }).check();
    await box.check();
    await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
    await expect(page.getByText("Go: rengo, 2 against 2")).toBeVisible();
    await unfold(page);
    // Rengo has no random colours, no opponents by rank, and no rating.
    await expect(page.getByRole("radio", { name: "Random" })).toBeHidden();
    await expect(page.getByRole("radio", { name: "By rank, with handicap" })).toBeHidden();
    const rated = page.getByText("Rated: the result counts");
    await page.getByRole("radio", { name: "Anyone" }).check();
    await expect(rated).toBeHidden();
    await box.uncheck();
    await expect(rated).toBeVisible();
    await box.check();
    await page.getByRole("radio", { name: "Private link" }).check();
    await look(page, "rengo-new");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.waitForURL(/\/game\//);
    game = new URL(page.url()).pathname;
    await ada.arrived();
    await expect(ada.line).toHaveText("Waiting for 3 more players");
  });

  await test.step("players choose, leave and take places", async () => {
    const dialog = await choose(bo);
    await expect(dialog.getByText("1. Ada")).toBeVisible();
    await look(bo.page, "rengo-places");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await bo.page.setViewportSize(phone);
    await take(bo, "Black", 2);
    await expect(bo.line).toHaveText("Waiting for 2 more players");
    await expect(bo.line).toBeFocused(); // the button that had the focus is gone
    await expect(ada.line).toHaveText("Waiting for 2 more players");

    await take(cy, "White", 2);
    await expect(ada.line).toHaveText("Waiting for 1 more player");
    await expect(ada.button("Leave my seat")).toBeHidden();
    await cy.button("Leave my seat").click();
    await expect(cy.line).toBeFocused();
    await expect(ada.line).toHaveText("Waiting for 2 more players");
    await expect(ada.page.locator(".notice")).toHaveText("Cy left their seat.");
    await take(cy, "White", 1);
    await expect(ada.page.locator(".notice")).toBeHidden();
    await expect(ada.line).toHaveText("Waiting for 1 more player");
    // The creator calls the game off, and is not confused with the first player of the other side.
    await expect(cy.button("Leave my seat")).toBeVisible();
    await expect(ada.button("Call off the game")).toBeVisible();
    await look(ada.page, "rengo-waiting");

    await take(di, "White", 2, "Di");
    for (const player of [bo, cy, di]) await expect(player.line).toHaveText("Ada to play");
    await expect(ada.line).toHaveText("Your turn");
    await watcher.page.goto(game);
    await watcher.arrived();
    await expect(watcher.line).toHaveText("Ada to play");
    await expect(watcher.button("Take a seat")).toBeHidden();
  });

  await test.step("a player out of turn sees whose turn it is", async () => {
    await expect(bo.page.locator(".hint")).toContainText("You play every second move of Black");
    await bo.click("E5");
    await expect(bo.page.locator(".notice")).toHaveText("It is your partner Ada's turn.");
    await cy.click("E5");
    await expect(cy.page.locator(".notice")).toHaveText("It is Ada's turn.");
    await watcher.click("E5");
    await expect(watcher.page.locator(".notice")).toContainText("You are watching");
    // The server would refuse it, too.
    const refused = new Person(bo.page).tell(game.split("/").at(-1)!, { type: "play", ply: 0, move: "E5" });
    await expect(refused).rejects.toThrow("turn.partner");
    expect(bo.view.stones).not.toContain("x");
  });

  await test.step("the turn passes from player to player", async () => {
    const order = [ada, cy, bo, di] as const;
    const names = ["Ada", "Cy", "Bo", "Di"];
    const moves = ["E5", "C3", "G7", "C7", "G3", "D4"];
    for (const [i, move] of moves.entries()) {
      const player = order[i % 4]!;
      await player.turn();
      await expect(player.line).toHaveText("Your turn");
      await expect(watcher.line).toHaveText(`${names[i % 4]} to play`);
      await player.click(move);
      await expect.poll(() => watcher.view.moves[i]).toBe(move);
    }
    await expect(di.line).toHaveText("Bo to play");
    await look(watcher.page, "rengo-playing");
    await picture(bo.page, "rengo-playing-own");
  });

  await test.step("lists and the bell know which partner is to move", async () => {
    const waiting = async ({ page }: Player) =>
      ((await (await page.request.get("/api/me/inbox")).json()) as Inbox).waiting.length;
    await expect.poll(() => waiting(bo)).toBe(1);
    expect(await waiting(ada)).toBe(0);
    await cy.page.goto("/");
    const card = cy.page.getByRole("listitem").filter({ hasText: "rengo, 2 against 2" });
    await expect(card).toContainText("Ada & Bo");
    await expect(card).toContainText("Cy & Di");
    await expect(card).toContainText("Bo to play");
    await bo.page.goto("/");
    await expect(bo.page.getByRole("listitem").filter({ hasText: "rengo, 2 against 2" })).toContainText(
      "Your turn",
    );
    await bo.page.goto(game);
    await bo.arrived();
    await look(cy.page, "rengo-list");
    await cy.page.goto(game);
    await cy.arrived();
  });

  await test.step("one player resigns for both, after a warning", async () => {
    await di.button("Resign").click();
    const question = di.page.getByRole("dialog");
    await expect(question).toContainText("The game also ends for your partner");
    await question.getByRole("button", { name: "Resign" }).click();
    await expect(di.line).toHaveText("Your side resigned: Black won");
    await expect(cy.line).toHaveText("Your side resigned: Black won");
    await expect(cy.page.locator(".notice")).toHaveText("Di resigned for White.");
    await expect(ada.line).toHaveText("You won: White resigned");
    await expect(watcher.line).toHaveText("Black wins: White resigned");
  });

  await test.step("another game starts when all agree", async () => {
    await ada.button("Rematch").click();
    await expect(ada.button("Rematch · 1 of 4")).toBeFocused();
    await expect(ada.button("No rematch")).toBeVisible();
    for (const [i, player] of [bo, cy, di].entries())
      await player.button(`Accept rematch · ${i + 1} of 4`).click();
    await expect.poll(() => new URL(ada.page.url()).pathname).not.toBe(game);
    await ada.arrived();
    // Sides are swapped, and the last player of each side becomes the first.
    await expect(ada.line).toHaveText("Di to play");
    await di.page.waitForURL(ada.page.url());
    await expect(di.line).toHaveText("Your turn");
  });
});

test("with four on a side the buttons stay visible on phones, and the last moves on all but the smallest", async ({
  browser,
  server,
  page,
}) => {
  const me = new Person(page);
  await me.arrive();
  const wish = { name: "Ada", partners: 4, clock: "fischer=5m+3s" };
  const game = await me.game("grid:9", "weiqi", wish);
  for (const name of ["Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal of the long name that has no end"])
    await (await Person.guest(browser, server)).tell(game, { type: "join", color: "", name });
  await me.tell(game, { type: "play", ply: 0, move: "E5" });
  await page.goto("/game/" + game);
  for (const size of low) {
    await page.setViewportSize(size);
    const above = () =>
      page.evaluate(() => {
        const bar = document.querySelector(".bar")!.getBoundingClientRect();
        const last = (
          document.querySelector(".middle .last") ?? document.querySelector(".details")!
        ).getBoundingClientRect();
        return { bar: bar.bottom <= innerHeight, moves: last.height > 40 && last.top + 40 <= bar.top };
      });
    const message = `${size.width}x${size.height}`;
    // On the smallest phone the moves are below, where the user scrolls to them.
    const moves = Math.max(size.width, size.height) < 700 ? expect.any(Boolean) : true;
    await expect.poll(above, { message }).toEqual({ bar: true, moves });
    await picture(page, `rengo-eight-${message}`);
  }
});
