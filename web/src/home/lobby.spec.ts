// How players meet: games for a friend, quick pairing, and lists of games.
import type { Browser } from "@playwright/test";

import { look } from "../../e2e/look.ts";
import { Player } from "../../e2e/player.ts";
import { expect, test, type Server } from "../../e2e/server.ts";

// An empty lobby.
test.use({ ownServer: true });

/** A number of people, each in their own browser. */
async function people(browser: Browser, server: Server, n: number): Promise<Player[]> {
  return Promise.all(
    Array.from({ length: n }, async (_, i) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), i + 1);
    }),
  );
}

test("only the friend finds and joins a game for a friend", async ({ browser, server }) => {
  const [ann, bob, eve] = (await people(browser, server, 3)) as [Player, Player, Player];
  await eve.page.goto("/");
  await expect(eve.page.getByText("No open challenges right now.")).toBeVisible();
  await ann.page.goto("/new?board=grid:9&game=weiqi");
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.begin("grid:9", { game: "weiqi", opponent: "Private link", color: "Random" });
  await expect(ann.line).toHaveText("Waiting for a player");
  const link = ann.page.url();

  await test.step("a guest with the link sees the game, and is asked for a name once", async () => {
    await bob.page.goto(link);
    await bob.button("Join").click();
    const dialog = bob.page.getByRole("dialog", { name: "Play Ann" });
    await expect(dialog).toContainText("Grid 9×9");
    await expect(dialog).toContainText("No clock");
    await look(bob.page, "join");
    await dialog.getByLabel("Your name").fill("Bob");
    await dialog.getByRole("button", { name: "Join" }).click();
    await expect.poll(() => [ann.view.you, bob.view.you].sort()).toEqual(["black", "white"]);
    await expect(ann.page.locator(".players")).toContainText("Bob");
  });
  await test.step("other people do not find it, and there is no free seat", async () => {
    await expect(eve.page.getByText("No open challenges right now.")).toBeVisible();
    for (const path of ["/api/games", "/api/games/search", "/api/games/live"])
      expect(await (await eve.page.request.get(path)).text()).not.toContain(link.split("/").at(-1));
    await eve.page.goto(link);
    await eve.arrived();
    await expect(eve.page.getByText("You are watching.")).toBeVisible();
    await expect(eve.page.getByRole("button", { name: /Join/ })).toHaveCount(0);
  });
  await test.step("its players find it among their games", async () => {
    await bob.page.goto("/");
    await expect(bob.page.getByRole("link", { name: /Ann.*Continue/ })).toBeVisible();
    await bob.page.goto("/history");
    await expect(bob.page.getByRole("link", { name: /Ann.*Continue/ })).toBeVisible();
    await bob.page.getByLabel("Names").fill("nobody");
    await expect(bob.page.getByText("No games match.")).toBeVisible();
    await bob.page.getByLabel("Names").fill("ann");
    await expect(bob.page.getByRole("link", { name: /Ann.*Continue/ })).toBeVisible();
    await look(bob.page, "history");
  });
});

test(
  "two players with the same wish are paired, and appear in the list of running games",
  { tag: "@long" },
  async ({ browser, server }) => {
    const [ann, bob, eve] = (await people(browser, server, 3)) as [Player, Player, Player];
    for (const who of [ann, bob]) {
      await who.page.goto("/");
      await who.page.getByLabel("Board", { exact: true }).selectOption("Grid 9×9");
      await who.page.getByLabel("Clock", { exact: true }).selectOption("Rapid, 10 min + 5 s");
    }
    await ann.button("Find an opponent").click();
    await expect(ann.page.getByText("No one else is looking yet.")).toBeVisible();
    await look(ann.page, "pairing");
    await ann.button("Stop looking").click();
    await ann.button("Go · Grid 9×9 · Rapid").click(); // remembered
    await bob.button("Find an opponent").click();
    for (const who of [ann, bob]) {
      await who.page.waitForURL(/\/game\//);
      await who.arrived();
    }
    expect(ann.page.url()).toBe(bob.page.url());
    expect(ann.view.game).toMatchObject({ clock: "fischer=10m+5s", board: "grid:9", private: false });
    const [black, white] = ann.view.you === "black" ? [ann, bob] : [bob, ann];
    await black.move("E5");
    await white.turn();
    await white.move("C3");
    await eve.page.goto("/");
    await expect(eve.page.getByRole("heading", { name: "Watch" })).toBeVisible();
    await expect(eve.page.getByText("Go, 2 moves")).toBeVisible();
    await black.turn();
    await black.move("G3");
    await expect(eve.page.getByText("Go, 3 moves")).toBeVisible();
    await eve.page.getByRole("heading", { name: "Watch" }).scrollIntoViewIfNeeded();
    await look(eve.page, "watch");
  },
);

test(
  "a player who calls three games off sees how long they must wait",
  { tag: "@long" },
  async ({ browser, server }) => {
    const [ann, cy, ...others] = (await people(browser, server, 5)) as [Player, Player, ...Player[]];
    await cy.page.goto("/new?board=grid:9&game=weiqi");
    await cy.begin("grid:9", { game: "weiqi", opponent: "Anyone", color: "Random" });
    const challenge = cy.page.url();
    for (const bob of others) {
      for (const who of [ann, bob]) {
        await who.page.goto("/");
        await who.button("Find an opponent").click();
      }
      for (const who of [ann, bob]) {
        await who.page.waitForURL(/\/game\//);
        await who.arrived();
      }
      await ann.button("Call off").click();
      await ann.page.getByRole("dialog").getByRole("button", { name: "Call it off" }).click();
      await expect(bob.line).toHaveText("This game was called off");
    }
    const refusal = /You left 3 games .* again in 5 minutes, at \d\d:\d\d\./;
    await ann.page.setViewportSize({ width: 390, height: 844 });
    await ann.page.goto("/");
    await ann.button("Find an opponent").click();
    await expect(ann.page.getByRole("alert")).toHaveText(refusal);
    await expect(ann.button("Find an opponent")).toBeVisible();
    await ann.page.getByRole("alert").scrollIntoViewIfNeeded();
    await look(ann.page, "left-pairing");
    await ann.page.goto(challenge);
    await ann.button("Join").click();
    await ann.page.getByRole("dialog").getByRole("button", { name: "Join" }).click();
    await expect(ann.page.getByRole("region", { name: "Game status" })).toContainText(refusal);
    await look(ann.page, "left-join");
  },
);
