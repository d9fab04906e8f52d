// Two players and a spectator chat; one is muted, reported and suspended.
import type { Page } from "@playwright/test";

import { look, picture, settled } from "./look.ts";
import { Player } from "./player.ts";
import { expect, test, type Server } from "./server.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

/** Makes an account as the operator does, and returns its code. */
function invite(server: Server, name: string, role: string): string {
  const out = server.admin("create", name, "--role", role, "--json");
  return (JSON.parse(out) as { code: string }).code;
}

async function signIn(page: Page, code: string): Promise<void> {
  await page.goto("/redeem");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("You are signed in as")).toBeVisible();
}

const attack = '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) \u202eevil';

test("players and spectators chat; one is muted, reported and suspended", async ({ browser, server }) => {
  const people = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), seed);
    }),
  );
  const [ann, bob, eve, mo] = people as [Player, Player, Player, Player];
  await signIn(bob.page, invite(server, "Bob", "player"));
  await signIn(mo.page, invite(server, "Mo", "moderator"));

  await ann.page.goto("/new?board=grid:9&game=weiqi");
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.begin("grid:9", { game: "weiqi", opponent: "Private link" });
  await bob.page.goto(ann.page.url());
  await bob.button("Join as White").click();
  await eve.page.goto(ann.page.url());
  await eve.arrived();

  const square = (p: Player) =>
    settled(p.page, async () => JSON.stringify(await p.page.locator("main.board .square").boundingBox()));
  const tab = (p: Player) => p.page.getByRole("tab", { name: /^Chat/ });
  const lines = (p: Player) => p.page.locator("div.lines");
  const say = async (p: Player, text: string) => {
    await p.page.getByPlaceholder("Say something").fill(text);
    await p.page.getByPlaceholder("Say something").press("Enter");
    await expect(p.page.getByPlaceholder("Say something")).toHaveValue("");
  };

  await test.step("players chat; markup stays text; the board does not move", async () => {
    await expect(tab(ann)).toBeVisible();
    const before = await square(ann);
    await tab(bob).click();
    await say(bob, attack);
    await expect(tab(ann)).toContainText("1");
    await expect(ann.page.getByRole("log", { name: "Chat messages" })).toContainText("evil");
    await tab(ann).click();
    await expect(lines(ann)).toContainText(
      '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) evil',
    );
    expect(await lines(ann).locator("img, .text a").count()).toBe(0);
    await expect(tab(ann)).not.toContainText("1");
    await say(ann, "Hello Bob. 頑張って! שלום");
    await expect(lines(bob)).toContainText("頑張って");
    await say(
      bob,
      "A line that is rather long, so that it goes on to the next one: " +
        "Z\u0300\u0301\u0302\u0303\u0304".repeat(20),
    );
    expect(await square(ann)).toBe(before);
    await look(ann.page, "chat");
  });

  await test.step("a spectator does not see the players' chat, and needs an account to write", async () => {
    await tab(eve).click();
    await expect(eve.page.getByText("Please sign in to chat here.")).toBeVisible();
    await expect(lines(eve)).not.toContainText("Bob");
    await picture(eve.page, "chat-watcher");
  });

  await test.step("on a phone the chat is in the drawer", async () => {
    await ann.page.setViewportSize({ width: 390, height: 844 });
    const before = await square(ann);
    await say(bob, "Are you there?");
    await ann.page.getByRole("button", { name: /^More/ }).click();
    await expect(lines(ann)).toContainText("Are you there?");
    expect(await square(ann)).toBe(before);
    await picture(ann.page, "chat-phone");
    await ann.page.getByRole("button", { name: "Close" }).click();
    await ann.page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a muted opponent's messages stay hidden after a reload", async () => {
    const more = ann.page.getByRole("button", { name: "Mute, block or report Bob" });
    await more.first().click();
    await picture(ann.page, "chat-line");
    await ann.page.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(lines(ann)).not.toContainText("Are you there?");
    await ann.page.reload();
    await tab(ann).click();
    await expect(ann.page.getByText("You have muted someone.")).toBeVisible();
    await expect(lines(ann)).toContainText("Hello Bob.");
    await expect(lines(ann)).not.toContainText("Are you there?");
    await ann.button("Show all").click();
    await expect(lines(ann)).toContainText("Are you there?");
  });

  await test.step("a report reaches a moderator, who suspends the account", async () => {
    await ann.page.getByRole("button", { name: "Mute, block or report Bob" }).first().click();
    await ann.button("Report").click();
    await ann.page.getByRole("radio", { name: /Insults/ }).check();
    await ann.page.getByLabel("Details (optional)").fill("He attacks the page <b>!");
    await look(ann.page, "report");
    await ann.button("Send report").click();
    await expect(ann.page.getByText("The moderators will look at it.")).toBeVisible();
    await ann.button("Close").click();

    await mo.page.goto("/moderate");
    await expect(mo.page.getByText("He attacks the page <b>!")).toBeVisible();
    await look(mo.page, "moderate-queue");
    await mo.button("View report").click();
    await expect(mo.page.locator(".marked")).toContainText("<img src=x");
    await mo.button("Assign to me").click();
    await expect(mo.page.getByText("This is assigned to you.")).toBeVisible();
    await mo.page.getByRole("radio", { name: /^Suspend/ }).check();
    await mo.page.getByLabel("Reason (they will see it)").fill("Attacks");
    await look(mo.page, "moderate-case");
    await mo.button("Suspend").click();
    await expect(mo.page.getByText("Closed: Mo suspended")).toBeVisible();
    await mo.page.getByRole("tab", { name: "Audit log" }).click();
    await expect(mo.page.getByRole("tabpanel")).toContainText("Mo suspended Bob");
    await expect(mo.page.getByRole("tabpanel")).toContainText("The operator created the account Mo");
    await look(mo.page, "moderate-log");
  });

  await test.step("a suspended account sees why, and may only watch", async () => {
    await bob.page.reload();
    await expect(bob.page.getByText(/You are suspended until .* and can only watch/)).toBeVisible();
    await look(bob.page, "suspended");
    await bob.button("I understand").click();
    await tab(bob).click();
    await bob.page.getByPlaceholder("Say something").fill("But why?");
    await bob.page.getByPlaceholder("Say something").press("Enter");
    await expect(bob.page.locator(".problem")).toContainText("Attacks");
  });
});

test("only moderators can open their page", async ({ page }) => {
  await page.goto("/moderate");
  await expect(page.getByText("This needs an account: please sign in.")).toBeVisible();
});
