// Every screen in three sizes, light and dark: axe finds nothing, and nothing is wider than the window. With PICTURES
// set, the tests save a picture of each in e2e/pictures.
import { look, picture, sizes, visit } from "./look.ts";
import { chooseFile, Player, torusOBJ, unfold } from "./player.ts";
import { expect, test } from "./server.ts";

const longName = "Maximiliane von und zu Hohenstaufen-Zähringen";

test.describe(() => {
  test.use({ ownServer: true }); // The lists are empty.

  test("home, empty and with games", async ({ page, browser, server }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Add a board" })).toBeVisible();
    await expect(page.getByText("No open challenges right now.")).toBeVisible();
    await look(page, "home-empty");

    const other = new Player(await (await browser.newContext({ baseURL: server.url })).newPage(), 4);
    await other.start("torus:9x9", { opponent: "anyone", color: "white", name: longName.slice(0, 40) });
    await other.start("grid:9");
    await other.playSome(2);
    await expect(page.getByRole("link", { name: /Join/ })).toBeVisible();
    await expect(page.getByRole("link", { name: /Watch/ })).toBeVisible();
    await page.getByRole("heading", { name: "Open challenges" }).scrollIntoViewIfNeeded();
    await look(page, "home-games");
  });
});

test("new game, own board, glossary, settings with high contrast", async ({ page }) => {
  await page.goto("/new?board=geodesic:3");
  await unfold(page);
  await expect(page.getByLabel("Komi")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await look(page, "new");
  await visit(page, "/new?game=weiqi&board=grid:9");
  await unfold(page);
  await page.getByRole("radio", { name: "Japanese", exact: true }).check();
  await look(page, "new-rulesets");
  await visit(page, "/new?game=connect4");
  await page.getByText("Boards made for other games").click();
  await expect(page.getByRole("radio", { name: /Torus 9×9/ })).toHaveAccessibleDescription(/stones fall/);
  await look(page, "new-connect4");
  await visit(page, "/new?board=tours:9x9");
  await expect(page.getByRole("alert")).toContainText("torus");
  await look(page, "new-error");

  await visit(page, "/boards/import");
  await look(page, "import-empty");
  await chooseFile(page, "ring.obj", torusOBJ(12, 8));
  await expect(page.getByRole("application")).toBeVisible();
  await look(page, "import-torus");
  await chooseFile(page, "broken.obj", "v 0 0 0\nl 1 7\n");
  await expect(page.locator(".error")).toBeVisible();
  await look(page, "import-error");

  await visit(page, "/learn#ko");
  await expect(page.getByText("Liberty").first()).toBeAttached();
  await look(page, "learn");

  await visit(page, "/");
  await expect(page.getByRole("link", { name: "Add a board" })).toBeVisible();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("High contrast").check();
  await look(page, "settings");
});

test("missing page, missing game", async ({ page }) => {
  expect((await page.goto("/nowhere"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await look(page, "missing");
  expect((await page.goto("/game/nosuchgame"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Game not found" })).toBeVisible();
});

test("a game on a grid", async ({ page }) => {
  const player = new Player(page, 11);
  await player.start("grid:9", { name: longName.slice(0, 40) });
  await player.playSome(6);
  await player.turn();
  await player.type("Z99"); // a torus checks the table without an error
  await expect(page.locator(".notice.bad")).toBeVisible();
  await look(page, "game-error");

  await page.setViewportSize(sizes[1]);
  await player.button("More").click();
  await expect(page.getByRole("tab", { name: "Moves" })).toBeVisible();
  await picture(page, "game-drawer-phone-dark");
  await player.button("Close").click();
  await page.setViewportSize(sizes[0]);

  await player.passToTheEnd();
  await expect.poll(() => player.view.state.score !== null).toBe(true);
  await look(page, "game-count");
  await player.button("Accept").click();
  await expect(player.line).toHaveText(/^You (won|lost) by/);
  await look(page, "game-over");
});

test("a game on a torus, and one that waits for an opponent", async ({ page }) => {
  const player = new Player(page, 12);
  await player.start("torus:7x7");
  await player.playSome(3);
  await player.turn();
  await look(page, "game-torus");
  await player.start("sphere:8x6", { opponent: "human" });
  await look(page, "game-waiting");
});
