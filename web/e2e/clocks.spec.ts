// Timed games, and the requests that players send each other.
import type { APIRequestContext, Browser, Page } from "@playwright/test";

import { speeds } from "../src/play/newgame/clockchoice.ts";
import type { GameInfo } from "../src/wire.ts";
import { look, picture } from "./look.ts";
import { Player, unfold } from "./player.ts";
import { expect, test, type Server } from "./server.ts";

/** Makes a game by the API, as the form does. */
async function make(
  request: APIRequestContext,
  clock: string,
  rules = "weiqi",
  board = "grid:9",
): Promise<GameInfo> {
  const data = { board, rules, clock, color: "black", opponent: "human", name: "Ann" };
  const answer = await request.post("/api/games", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as GameInfo;
}

/**
 * Ann, who has Black, and a guest at one board, each in their own browser, where a script may record what happens.
 */
async function sitDown(
  browser: Browser,
  server: Server,
  clock: string,
  { rules, board, note }: { rules?: string; board?: string; note?: () => void } = {},
) {
  const [ann, bob] = (await Promise.all(
    [1, 2].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      if (note) await context.addInitScript(note);
      return new Player(await context.newPage(), seed);
    }),
  )) as [Player, Player];
  const { id } = await make(ann.page.request, clock, rules, board);
  await ann.page.goto(`/game/${id}`);
  await ann.arrived();
  await bob.page.goto(`/game/${id}`);
  await bob.join("Join as White");
  for (const p of [ann, bob]) await expect.poll(() => p.view.state.phase).toBe("playing");
  return [ann, bob] as const;
}

const clockOf = (player: Player, color: string) =>
  player.page.getByRole("timer", { name: new RegExp(`^${color}: `) });

/** In the page: adds up layout shifts that follow no input. */
function watchShifts(): void {
  const notes = { shifts: 0 };
  Object.assign(window, { notes });
  new PerformanceObserver((list) => {
    for (const e of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!e.hadRecentInput) notes.shifts += e.value;
  }).observe({ type: "layout-shift" });
}

interface Words {
  text: string;
  /** The sum of layout shifts before the players came. */
  shifts: number;
}

/** In the page: records what appears beside Black's clock. */
function noteWords(): void {
  const words: Words[] = [];
  Object.assign(window, { words });
  const look = () => {
    const text = document.querySelector(".players li .clock .more")?.textContent ?? "";
    const { notes } = window as unknown as { notes?: { shifts: number } };
    if (text !== "" && text !== words.at(-1)?.text) words.push({ text, shifts: notes?.shifts ?? 0 });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { notes: { shifts: number } }).notes.shifts);

test("byo-yomi on 9×9 runs out for both players at the same time, and nothing shifts", async ({
  browser,
  server,
}) => {
  const [ann, bob] = await sitDown(browser, server, "byoyomi=9s+3x5s", { note: noteWords });
  await ann.move("E5");
  await bob.turn();
  await expect(clockOf(bob, "White").locator(".numerals")).toHaveText(/^\d\.\d$/);
  await bob.move("C3");
  await ann.turn();
  for (const p of [ann, bob]) await p.page.evaluate(watchShifts);
  const black = (p: Player) => p.page.locator(".players li").first();
  await expect(black(ann).locator(".clock")).toHaveClass(/running/);
  await expect(black(ann).locator(".clock")).toHaveClass(/low/);
  await expect(ann.line).toHaveText("You lost: you ran out of time");
  for (const p of [ann, bob]) {
    const words = await p.page.evaluate(() => (window as unknown as { words: Words[] }).words);
    expect(words.map((w) => w.text)).toEqual(["then 3 × 5 s", "3 periods", "2 periods", "last period"]);
    expect(words.at(-1)!.shifts).toBeLessThan(0.001);
  }
  await expect(bob.line).toHaveText("You won: Black ran out of time");
  await expect(ann.page.getByRole("log", { name: "Moves as they are made" })).toHaveText(
    "Black ran out of time. White wins on time.",
  );
  await expect(clockOf(ann, "Black").locator(".numerals")).toHaveText("0.0");
  await expect(black(ann).locator(".clock")).not.toHaveClass(/running/);
  await look(bob.page, "clock-flag");
});

/** In the page: counts the oscillators of sounds that start while Black's clock shows ten seconds or fewer. */
function noteChimes(): void {
  const notes = { chimes: 0 };
  Object.assign(window, { notes });
  const create = BaseAudioContext.prototype.createOscillator;
  BaseAudioContext.prototype.createOscillator = function () {
    const shown = document.querySelector(".players li .clock .numerals")?.textContent ?? "";
    if (/^(0:10|10|\d\.\d)$/.test(shown)) notes.chimes++;
    return create.call(this);
  };
}

test("at ten seconds there is one sound, and only for one's own clock", async ({ browser, server }) => {
  const [ann, bob] = await sitDown(browser, server, "fischer=14s+1s", { note: noteChimes });
  const CHIME = 4; // oscillators of one
  const chimes = (p: Player) =>
    p.page.evaluate(() => (window as unknown as { notes: { chimes: number } }).notes.chimes);
  await expect(ann.page.locator(".clock [role=status]")).toHaveText("10 seconds left.");
  await expect(bob.page.locator(".clock [role=status]")).toHaveText("");
  await expect.poll(() => chimes(ann)).toBe(CHIME); // a page's first sound waits until its text is painted
  await expect(clockOf(ann, "Black").locator(".numerals")).toHaveText(/^[0-7]\.\d$/);
  expect([await chimes(ann), await chimes(bob)]).toEqual([CHIME, 0]);
});

test("a move is taken back only when the opponent agrees", { tag: "@long" }, async ({ browser, server }) => {
  const [ann, bob] = await sitDown(browser, server, "fischer=20m+10s");
  await ann.move("E5");
  await expect(ann.page.locator(".clock.running")).toHaveCount(1);
  await bob.turn();
  await bob.move("C3");
  await ann.turn();
  await bob.page.evaluate(watchShifts);

  await test.step("asked and denied", async () => {
    await ann.button("Take back").click();
    await expect(bob.page.locator(".ask")).toContainText("Black wants to take back E5, and your C3 with it.");
    expect(await shifts(bob.page), "the question has its place").toBeLessThan(0.001);
    await look(bob.page, "undo-asked");
    await picture(ann.page, "undo-asking");
    await bob.button("No").click();
    await expect(ann.page.locator(".notice")).toHaveText("White declined the takeback.");
    await ann.button("Take back").click();
    await expect(ann.page.locator(".notice.bad")).toContainText("Play on first");
  });

  await test.step("requested and withdrawn", async () => {
    await bob.button("Take back").click();
    await expect(ann.button("Accept")).toBeVisible();
    await bob.button("Withdraw").click();
    await expect(ann.button("Accept")).toBeHidden();
  });

  await test.step("requested and granted", async () => {
    await ann.move("G7");
    await bob.turn();
    await bob.move("C7");
    await bob.button("Take back").click();
    await ann.button("Accept").click();
    for (const p of [ann, bob]) await expect.poll(() => p.view.moves).toEqual(["E5", "C3", "G7"]);
    await expect(bob.page.locator(".notice")).toHaveText("1 move taken back. White to play.");
    await expect(bob.page.locator("svg circle.stone")).toHaveCount(3);
  });

  await test.step("a player gives the opponent time", async () => {
    const before = bob.view.state.clocks!.white.main;
    await ann.page.getByRole("tab", { name: "About" }).click();
    await ann.button("Give White 1 minute").click();
    await expect(bob.page.locator(".notice")).toHaveText("Black gives White 1 minute.");
    expect(bob.view.state.clocks!.white.main).toBeGreaterThan(before);
  });

  await test.step("the clock continues where it was after a reload", async () => {
    const shown = async (p: Player) => (await clockOf(p, "White").locator(".numerals").textContent()) ?? "";
    const seconds = (text: string) => text.split(":").reduce((sum, n) => sum * 60 + Number(n), 0);
    await bob.page.reload();
    await bob.arrived();
    expect(Math.abs(seconds(await shown(ann)) - seconds(await shown(bob)))).toBeLessThanOrEqual(1);
  });
});

test(
  "a draw is offered and accepted, and a game is called off",
  { tag: "@long" },
  async ({ browser, server }) => {
    const [ann, bob] = await sitDown(browser, server, "", { rules: "gomoku", board: "grid:15" });
    await test.step("called off before both have moved", async () => {
      await ann.move("H8");
      await bob.button("Call off").click();
      await picture(bob.page, "call-off");
      await bob.page.getByRole("dialog").getByRole("button", { name: "Call it off" }).click();
      for (const p of [ann, bob]) await expect(p.line).toHaveText("This game was called off");
      await expect(ann.page.locator(".notice")).toHaveText("White called off the game.");
    });
    const [eve, dan] = await sitDown(browser, server, "", { rules: "gomoku", board: "grid:15" });
    await eve.move("H8");
    await dan.turn();
    await dan.move("H9");
    await expect(eve.button("Resign")).toBeVisible();
    await dan.button("Offer a draw").click();
    await expect(eve.button("Accept draw")).toBeVisible();
    await look(eve.page, "draw-offered");
    await eve.button("Accept draw").click();
    for (const p of [eve, dan]) await expect(p.line).toHaveText("Draw by agreement");
  },
);

test(
  "a vacation stops the clocks of a correspondence game",
  { tag: "@long" },
  async ({ browser, server }) => {
    const [ann, bob] = await sitDown(browser, server, "correspondence=3d");
    await expect(clockOf(ann, "Black").locator(".numerals")).toHaveText("2 d 23 h");
    await ann.button("Take leave").click();
    await expect(bob.page.locator(".players li").first()).toContainText("leave: 29 d 23 h");
    await expect(bob.page.locator(".clock.running")).toHaveCount(0);
    await look(ann.page, "clock-leave");
    await ann.button("I am back").click();
    await expect(bob.page.locator(".clock.running")).toHaveCount(1);
    await expect(bob.page.locator(".notice")).toHaveText("Black is back from leave.");
  },
);

test(
  "a player claims a game a minute after the opponent has left",
  { tag: "@long" },
  async ({ browser, server }) => {
    const [ann, bob] = await sitDown(browser, server, "fischer=5m+3s");
    await ann.move("E5");
    await bob.turn();
    await bob.page.close();
    await expect(ann.page.getByText(/White has left. You can claim the game in \d+ seconds/)).toBeVisible();
    await expect(ann.page.locator(".players")).toContainText("away");
    await expect(ann.button("Claim the win")).toBeVisible({ timeout: 75_000 });
    await look(ann.page, "claim");
    await ann.button("Claim the win").click();
    await expect(ann.line).toHaveText("You won: White has left");
  },
);

test("a clock is chosen with the game, and the lists show it", async ({ page }) => {
  const player = new Player(page, 7);
  await page.goto("/new?board=grid:9&game=weiqi");
  await unfold(page);
  await page.getByRole("radio", { name: "Rapid" }).check();
  await page.getByLabel("Time per player").selectOption("canadian=10m+25/5m");
  await look(page, "new-clock");
  await page.getByRole("radio", { name: "Custom", exact: true }).check();
  await page.getByLabel("Type of clock").selectOption("Byo-yomi");
  await page.getByLabel("Main time, minutes").fill("90");
  await page.getByLabel("Periods", { exact: true }).fill("1");
  await look(page, "new-clock-own");

  await test.step("the page shows what the server says about a clock", async () => {
    const field = page.getByLabel("Period, seconds");
    await field.evaluate((input) => input.removeAttribute("max"));
    await field.fill("4000");
    await player.button("Play").click();
    await expect(page.getByRole("alert")).toContainText("want 1s to 1h");
    await field.fill("60");
  });

  await page.getByRole("radio", { name: "The computer" }).check();
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  expect(player.view.game.clock).toBe("byoyomi=1h30m+1x1m");
  await expect(clockOf(player, "Black").locator(".numerals")).toHaveText(/^1:(30:00|29:5\d)$/);
  await look(page, "clock-computer");
  await page.goto("/new");
  await unfold(page);
  await expect(page.getByRole("radio", { name: "Custom", exact: true })).toBeChecked();
  await expect(page.getByLabel("Main time, minutes")).toHaveValue("90");
  await page.goto("/");
  await expect(
    page.getByText("Classical: 1 hour 30 minutes, then 1 period of 1 minute a move"),
  ).toBeVisible();
  await look(page, "list-clock");
});

test("every clock on offer is valid, and has the speed of its group", async ({ request }) => {
  for (const speed of speeds)
    for (const { spec } of speed.clocks) {
      const game = await make(request, spec);
      expect([game.clock, game.speed]).toEqual([spec, speed.id]);
    }
});
