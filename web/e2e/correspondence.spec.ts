// Two people play by correspondence: conditional moves, notes, the coming week, vacations.
import type { Browser } from "@playwright/test";

import type { GameInfo } from "../src/wire.ts";
import { look } from "./look.ts";
import { Player } from "./player.ts";
import { expect, test, type Server } from "./server.ts";

// The test acts as the operator, and kills the server.
test.use({ ownServer: true });

/** A player with an account, in their own browser. */
async function comes(browser: Browser, server: Server, name: string, seed: number): Promise<Player> {
  const { code } = JSON.parse(server.admin("create", name, "--role", "player", "--json")) as { code: string };
  const context = await browser.newContext({ baseURL: server.url });
  const player = new Player(await context.newPage(), seed);
  await player.page.goto("/api/me");
  const answer = await player.page.request.post("/api/account/redeem", { data: { code } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return player;
}

/** Ada, who has Black, and Bo at one board. */
async function write(browser: Browser, server: Server): Promise<readonly [Player, Player, string]> {
  const [ada, bo] = [await comes(browser, server, "Ada", 1), await comes(browser, server, "Bo", 2)];
  const data = {
    board: "grid:9",
    rules: "weiqi",
    clock: "correspondence=3d",
    color: "black",
    opponent: "human",
    name: "",
  };
  const answer = await ada.page.request.post("/api/games", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id } = (await answer.json()) as GameInfo;
  await ada.page.goto(`/game/${id}`);
  await ada.arrived();
  await bo.page.goto(`/game/${id}`);
  await bo.join("Join as White");
  for (const p of [ada, bo]) await expect.poll(() => p.view.state.phase).toBe("playing");
  return [ada, bo, id];
}

const own = (player: Player) => player.page.getByRole("tab", { name: "Only you" });

test("conditional moves are played immediately, and stay secret", async ({ browser, server }) => {
  const [ada, bo, id] = await write(browser, server);
  await own(ada).click();
  await expect(ada.page.getByText("You can plan ahead during your opponent's turn.")).toBeVisible();
  await ada.move("E5");

  await test.step("one line is entered on the board, and another one typed", async () => {
    await ada.button("Add a line").click();
    const bar = ada.page.getByRole("region", { name: "New line" });
    await expect(bar).toContainText("Choose White's move.");
    await ada.click("C3");
    await expect(bar).toContainText("If White plays C3 …");
    await expect(ada.button("Keep this line")).toBeDisabled();
    await ada.click("G7");
    await look(ada.page, "plan-entering");
    await ada.button("Keep this line").click();
    await expect(ada.page.getByText("If White plays C3, you answer G7.")).toBeVisible();
    await ada.button("Continue from here").click();
    await ada.type("C7");
    await ada.type("G3");
    await ada.button("Keep this line").click();
    await expect(ada.page.getByText("If White plays C7, you answer G3.")).toBeVisible();
    await ada.button("Add a line").click();
    await ada.type("D4");
    await ada.type("D5");
    await ada.button("Keep this line").click();
    await expect(ada.page.locator("li", { hasText: "you answer D5" })).toBeVisible();
  });

  await test.step("an impossible line is refused with a reason, and the saved lines stay", async () => {
    await ada.button("Add a line").click();
    await ada.type("E5");
    await ada.type("A1");
    await ada.button("Keep this line").click();
    await expect(ada.page.locator("section.status")).toContainText("E5 is not allowed there");
    await expect(ada.page.locator("li", { hasText: "you answer D5" })).toBeVisible();
    await look(ada.page, "plan");
  });

  await test.step("notes are private", async () => {
    await ada.page.getByRole("textbox", { name: "Private note" }).fill("His corner is weak.");
    await ada.button("Save note").click();
    await expect(ada.page.getByText("Saved.")).toBeVisible();
    await own(bo).click();
    await expect(bo.page.getByRole("textbox", { name: "Private note" })).toHaveValue("");
    await expect(bo.page.getByText(/^If .* you answer/)).toHaveCount(0);
  });

  await test.step("the answers are played immediately, although the server was killed and Ada is away", async () => {
    await ada.page.goto("/");
    await server.kill();
    await server.start();
    await bo.move("C3");
    await expect.poll(() => bo.view.moves.join(" ")).toBe("E5 C3 G7");
    await bo.turn();
    await bo.move("C7");
    await expect.poll(() => bo.view.moves.join(" ")).toBe("E5 C3 G7 C7 G3");
  });

  await test.step("at the end of the lines it is Ada's turn", async () => {
    await bo.turn();
    await bo.move("A1");
    await ada.page.goto(`/game/${id}`);
    await ada.arrived();
    await expect(ada.line).toHaveText("Your turn");
    await own(ada).click();
    await expect(ada.page.getByRole("textbox", { name: "Private note" })).toHaveValue("His corner is weak.");
    await expect(ada.page.getByText(/^If .* you answer/)).toHaveCount(0);
  });
});

test("the clocks stop during a vacation, and the coming week says so", async ({ browser, server }) => {
  const [ada, bo] = await write(browser, server);
  await ada.move("E5");
  await ada.page.goto("/history");
  await expect(ada.page.getByRole("heading", { name: "The week ahead" })).toBeVisible();
  await expect(ada.page.locator("main li").first()).toContainText("Their turn");
  await look(ada.page, "week");
  await ada.page.getByRole("spinbutton", { name: "Days" }).fill("9");
  await ada.button("Start vacation").click();
  await expect(ada.page.getByText(/^You are on vacation until/)).toBeVisible();
  await expect(ada.page.getByText("21 days left this year.")).toBeVisible();

  await expect(bo.page.locator(".players li").first()).toContainText("vacation: ");
  await expect(bo.page.locator("section.status")).toContainText(
    "Black is on vacation: the clocks are stopped.",
  );
  await look(bo.page, "game-vacation");
  await bo.page.goto("/history");
  await expect(bo.page.locator("li.mine")).toContainText("Your turn");
  await expect(bo.page.getByText(/^on vacation until/)).toBeVisible();
  await expect(bo.page.getByRole("heading", { name: "Later" })).toBeVisible();
  await look(bo.page, "week-vacation");

  await ada.button("End vacation").click();
  await expect(ada.button("Start vacation")).toBeVisible();
  await expect(ada.page.getByText("29 days left this year.")).toBeVisible();
  await bo.page.reload();
  await expect(bo.page.getByRole("heading", { name: "Later" })).toHaveCount(0);
  await expect(bo.page.getByText("on vacation until")).toHaveCount(0);
});

test("a button leads from one game to the next that waits for the player", async ({ browser, server }) => {
  const [ada, bo, first] = await write(browser, server);
  await ada.move("E5");
  const data = {
    board: "grid:5",
    rules: "weiqi",
    clock: "correspondence=3d",
    color: "black",
    opponent: "human",
    name: "",
  };
  const answer = await ada.page.request.post("/api/games", { data });
  const { id } = (await answer.json()) as GameInfo;
  await bo.page.goto(`/game/${id}`);
  await bo.join("Join as White");
  await expect.poll(() => bo.view.game.id).toBe(id);
  await ada.page.getByRole("link", { name: "Next game waiting for you" }).click();
  await expect(ada.page).toHaveURL(new RegExp(id));
  await expect(ada.line).toHaveText("Your turn");
  await bo.page.getByRole("link", { name: "Next game waiting for you" }).click();
  await expect(bo.page).toHaveURL(new RegExp(first));
});
