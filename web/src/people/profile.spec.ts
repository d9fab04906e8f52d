// Two accounts play a rated game and view each other: rating changes, profile, leader boards, follow, block.
import type { Browser } from "@playwright/test";

import type { Profile } from "../wire.ts";
import { look, picture } from "../../e2e/look.ts";
import { Player, unfold } from "../../e2e/player.ts";
import { expect, test, type Server } from "../../e2e/server.ts";

// The test acts as the operator, who makes accounts; the lists have no other accounts.
test.use({ ownServer: true });

/** A user with an account of that name, made by the operator. */
async function member(browser: Browser, server: Server, name: string, seed: number): Promise<Player> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const out = server.admin("create", name, "--role", "player", "--json");
  const { code } = JSON.parse(out) as { code: string };
  await page.goto("/redeem");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("You are signed in as")).toBeVisible();
  const listening = page.waitForResponse((r) => r.url().endsWith("/api/me/events")); // before that they are not online
  await page.goto("/account"); // the first page takes three times as long
  await listening;
  await expect(page.getByRole("button", { name: "Your account" })).toBeVisible();
  return new Player(page, seed);
}

const section = (p: Player, name: string) => p.page.getByRole("region", { name, exact: true });

test("two accounts play a rated game; their profiles show it", async ({ browser, server }) => {
  const ada = await member(browser, server, "Ada", 1);
  const boName = "Maximilian_Hohenzol";
  const bo = await member(browser, server, boName, 2);

  await test.step("a profile before the first game", async () => {
    await ada.page.goto(`/people/${encodeURIComponent(boName)}`);
    await expect(ada.page.getByRole("heading", { name: boName })).toBeVisible();
    await expect(ada.page.getByText("No rated games yet.")).toBeVisible();
    await expect(ada.page.getByText("Online now.")).toBeVisible();
    await look(ada.page, "profile-new");
  });

  await test.step("Ada challenges Bo from his profile to a rated game", async () => {
    await ada.page.getByRole("link", { name: "Challenge" }).click();
    await expect(ada.page.getByLabel("Player name")).toHaveValue(boName);
    await unfold(ada.page);
    await ada.page.getByRole("radio", { name: "9×9", exact: true }).check();
    await ada.page.getByLabel("Rated: the result counts").check();
    await expect(ada.page.getByRole("radio", { name: "Black (moves first)" })).toHaveCount(0);
    await expect(ada.page.getByRole("radio", { name: "Random" })).toBeChecked();
    await picture(ada.page, "new-rated");
    await test.step("without a clock the server says why not", async () => {
      await ada.page.getByRole("radio", { name: "No clock" }).check();
      await ada.button("Play").click();
      await expect(ada.page.getByRole("alert")).toContainText("A rated game needs a clock");
    });
    await ada.page.getByRole("radio", { name: "Blitz" }).check();
    await ada.button("Play").click();
    await ada.page.waitForURL(/\/game\//);
    await bo.page.goto(ada.page.url());
    await bo.button("Accept").click();
    await ada.arrived();
    await bo.arrived();
  });

  const players = () => (ada.view.you === "black" ? [ada, bo] : [bo, ada]) as [Player, Player];
  await test.step("names at the table are links, with a question mark for newcomers", async () => {
    await expect.poll(() => ada.view.state.phase).toBe("playing");
    const link = ada.page.locator(".players").getByRole("link", { name: boName });
    await expect(link).toHaveAttribute("href", `/people/${encodeURIComponent(boName)}`);
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(ada.page.locator(".players .rank")).toHaveText(["?", "?"]);
    await look(ada.page, "rated-game");
  });

  await test.step("followers see on their home page that Bo plays, and so does his profile", async () => {
    const other = await ada.page.context().newPage();
    await other.goto(`/people/${encodeURIComponent(boName)}`);
    await other.getByRole("button", { name: "Follow" }).click();
    await expect(other.getByRole("button", { name: "Following" })).toBeVisible();
    await expect(other.getByText(/Playing Go on .* against Ada/)).toBeVisible();
    await other.goto("/");
    await expect(other.getByRole("heading", { name: "Following" })).toBeVisible();
    await expect(other.getByRole("link", { name: new RegExp(`Watch ${boName} play Go`) })).toBeVisible();
    await look(other, "home-following");
    await other.close();
  });

  await test.step("the game ends, and both see their rating changes", async () => {
    const [black, white] = players();
    for (const [who, move] of [
      [black, "C3"],
      [white, "G7"],
      [black, "C7"],
      [white, "G3"],
    ] as const) {
      await who.turn();
      await who.move(move);
    }
    await bo.button("Resign").click();
    await bo.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(ada.page.locator(".status .hint")).toContainText(/Your rating: 1500 → 1\d\d\d, \d+k\?/);
    await expect(bo.page.locator(".status .hint")).toContainText(/Your rating: 1500 → 1[0-4]\d\d, \d+k\?/);
    await expect(ada.page.locator(".players")).toContainText(/\(\+\d+\)/);
    await expect(ada.page.locator(".players")).toContainText(/\(−\d+\)/);
    await look(ada.page, "rated-over");
  });

  await test.step("head to head, form and history", async () => {
    // A casual game on another board, so that there is more than one.
    await bo.page.goto("/new?board=grid:13&game=weiqi&to=Ada");
    await unfold(bo.page);
    await bo.page.getByRole("radio", { name: "Black (moves first)" }).check();
    await bo.button("Play").click();
    await bo.page.waitForURL(/\/game\//);
    await ada.page.goto(bo.page.url());
    await ada.button("Accept").click();
    await bo.arrived();
    await ada.arrived();
    for (const [who, move] of [
      [bo, "C3"],
      [ada, "G7"],
      [bo, "C7"],
    ] as const) {
      await who.turn();
      await who.move(move);
    }
    await ada.button("Resign").click();
    await ada.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(ada.line).toContainText("resigned");

    await ada.page.goto(`/people/${encodeURIComponent(boName)}`);
    await expect(ada.page.getByText(/0 won, 1 lost\s+in 1 finished game/)).toBeVisible(); // only they see the private one
    await expect(section(ada, "Ratings")).toContainText("Go 9×9, blitz");
    await expect(section(ada, "Recent results").getByRole("listitem")).toHaveCount(1);
    await expect(section(ada, "Head to head")).toContainText(/1 won, 1 lost\s+in 2 finished games/);
    await expect(section(ada, "Games").getByRole("link", { name: /Review/ })).toHaveCount(1);
    await look(ada.page, "profile-other");
  });

  await test.step("filters of the history", async () => {
    const games = section(ada, "Games");
    await games.getByLabel("Result").selectOption("won");
    await expect(games.getByText("No games match.")).toBeVisible();
    await games.getByLabel("Result").selectOption("lost");
    await games.getByRole("link", { name: /Review/ }).click();
    await ada.page.waitForURL(/\/game\//);
    await ada.page.goBack();
  });

  await test.step("the user's own profile has the private game, too, and links to the account", async () => {
    await bo.page.goto("/");
    await bo.page.getByRole("button", { name: "Your account" }).click();
    await bo.page.getByRole("link", { name: "Your profile" }).click();
    await expect(bo.page.getByText("This is you. You joined")).toBeVisible();
    await expect(bo.page.getByText(/1 won, 1 lost\s+in 2 finished games/)).toHaveCount(2);
    await expect(bo.page.getByRole("link", { name: "Account and devices" }).last()).toBeVisible();
    await expect(section(bo, "Recent results").getByRole("listitem")).toHaveCount(2);
    await look(bo.page, "profile-own");
  });

  await test.step("Ada blocks Bo, who can no longer challenge her and sees her offline", async () => {
    await ada.page.goto(`/people/${encodeURIComponent(boName)}`);
    await ada.page.getByRole("button", { name: "Block" }).click();
    await picture(ada.page, "profile-block");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
    await expect(ada.page.getByText(/You have blocked/)).toBeVisible();
    await expect(ada.page.getByRole("link", { name: "Challenge" })).toHaveCount(0);
    const answer = await bo.page.request.get("/api/people/Ada");
    expect(((await answer.json()) as Profile).here).toBe(false);
    await bo.page.goto("/new?board=grid:9&game=weiqi&to=Ada");
    await bo.button("Play").click();
    await expect(bo.page.getByRole("alert")).toContainText("not open to you");
    await ada.page.goto("/people/Ada");
    await expect(ada.page.getByText("Following")).toBeVisible();
    await ada.page.getByRole("button", { name: `Unblock ${boName}` }).click();
    await expect(ada.page.getByRole("button", { name: `Unblock ${boName}` })).toHaveCount(0);
  });

  await test.step("a guest's view, with a request to sign in; missing and deleted accounts", async () => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto("/people/Ada");
    await expect(page.getByRole("link", { name: "Sign in to challenge" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Report" })).toHaveCount(0);
    await page.goto("/people/Nobody%20at%20all");
    await expect(page.getByRole("heading", { name: "Player not found" })).toBeVisible();
    await look(page, "profile-nobody");
    await context.close();
  });
});

test("leader boards, with the computer's levels", { tag: "@long" }, async ({ page, browser, server }) => {
  const ada = await member(browser, server, "Ada", 1);
  await page.goto("/");
  await page.getByRole("link", { name: "Leaders" }).click();
  await expect(page.getByRole("heading", { name: "Leaderboards" })).toBeVisible();
  await expect(page.getByText("No players yet.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Computer, level 9" })).toBeVisible();
  await look(page, "leaders");
  await test.step("on a phone the settings panel has them", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("link", { name: "Leaders" })).toBeHidden();
    await page.getByRole("button", { name: "Settings" }).click();
    await picture(page, "nav-phone");
    await expect(page.getByRole("link", { name: "Leaderboards" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Gomoku" });
  await expect(page).toHaveURL(/pool=gomoku/);
  await expect(page.getByLabel("Speed")).toHaveCount(0);

  await test.step("in a rated game against the computer no move can be taken back", async () => {
    await ada.page.goto("/new?board=grid:9&game=weiqi");
    await unfold(ada.page);
    await ada.page.getByRole("radio", { name: "The computer" }).check();
    await ada.page.getByLabel("Rated: the result counts").check();
    await ada.page.getByRole("radio", { name: "Rapid" }).check();
    await ada.button("Play").click();
    await ada.page.waitForURL(/\/game\//);
    await ada.arrived();
    await ada.turn();
    await ada.move("E5");
    await ada.turn();
    await expect(ada.button("Resign")).toBeVisible();
    await expect(ada.button("Take back")).toHaveCount(0);
    await expect(ada.button("Move now")).toHaveCount(0);
    await picture(ada.page, "rated-computer");
  });
});

test("open challenges can be filtered by game, board, speed and rating", async ({
  page,
  browser,
  server,
}) => {
  const ada = await member(browser, server, "Ada", 1);
  for (const [board, rated] of [
    ["grid:9", true],
    ["torus:9x9", false],
  ] as const) {
    await ada.page.goto(`/new?board=${board}&game=weiqi`);
    await unfold(ada.page);
    await ada.page.getByRole("radio", { name: "Anyone" }).check();
    if (rated) await ada.page.getByLabel("Rated: the result counts").check();
    else await ada.page.getByLabel("Rated: the result counts").uncheck();
    await ada.page.getByRole("radio", { name: rated ? "Blitz" : "No clock" }).check();
    await ada.button("Play").click();
    await ada.page.waitForURL(/\/game\//);
    await ada.arrived();
  }
  await page.goto("/");
  const open = page.getByRole("link", { name: /Join/ });
  await expect(open).toHaveCount(2);
  const filters = page.getByRole("group", { name: "Filter open challenges" });
  await filters.scrollIntoViewIfNeeded();
  await look(page, "challenges");
  await filters.getByLabel("Board").selectOption({ index: 1 });
  await expect(open).toHaveCount(1);
  await filters.getByLabel("Board").selectOption("");
  await filters.getByLabel("Rated or casual").selectOption("Rated");
  await expect(open).toHaveCount(1);
  await filters.getByLabel("Rated or casual").selectOption("");
  await filters.getByLabel("Opponent's rating").selectOption({ index: 2 });
  await expect(page.getByText("No open challenge matches.")).toBeVisible(); // her strength is unknown
  await expect(page.getByRole("link", { name: "Ada", exact: true }).first()).toHaveCount(0);
  await filters.getByLabel("Opponent's rating").selectOption("");
  await page.getByRole("link", { name: "Ada", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Ada" })).toBeVisible();
});
