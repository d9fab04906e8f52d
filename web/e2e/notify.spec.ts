// How people learn about their games while they look elsewhere: the bell, the title, push messages.
import type { BrowserContext, Page } from "@playwright/test";

import { look } from "./look.ts";
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const icon = (page: Page) => page.locator('link[rel="icon"]');

/** Two players of one game, in which it is Black's turn; Ann is White. */
async function begin(contexts: BrowserContext[]): Promise<[Player, Player, string]> {
  const [ann, bob] = (await Promise.all(
    contexts.map(async (context, seed) => new Player(await context.newPage(), seed)),
  )) as [Player, Player];
  await ann.page.goto("/new?board=grid:5&game=weiqi");
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.begin("grid:5", { game: "weiqi", opponent: "Private link", color: "White" });
  const path = new URL(ann.page.url()).pathname;
  await bob.page.goto(path);
  await bob.join("Join as Black");
  await expect(bob.page.locator("section.status .line")).toHaveText("Your turn");
  return [ann, bob, path];
}

test("title, icon and bell show on every page how many games wait for the user", async ({
  browser,
  server,
}) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: server.url })));
  const [ann, bob, path] = await begin(contexts);

  await test.step("the game on the screen does not count", async () => {
    await expect(bob.line).toHaveText("Your turn");
    await expect(bob.page).not.toHaveTitle(/^\(/);
    await expect(bell(bob.page)).toHaveAccessibleName("Notifications");
  });

  await test.step("on other pages it does, immediately", async () => {
    await ann.page.goto("/learn");
    await expect(ann.page).toHaveTitle("Learn · moyo");
    await bob.move("C3");
    await expect(ann.page).toHaveTitle("(1) Learn · moyo");
    await expect(icon(ann.page)).toHaveAttribute("href", /^data:image\/svg/);
    await expect(bell(ann.page)).toHaveAccessibleName("Notifications, 1 game is waiting for your move");
  });

  await test.step("a second tab of the same browser shows it too, without its own connection", async () => {
    const second = await contexts[0]!.newPage();
    const streams: string[] = [];
    second.on("request", (r) => r.url().endsWith("/api/me/events") && streams.push(r.url()));
    await second.goto("/new");
    await expect(second).toHaveTitle(/^\(1\)/);
    expect(streams).toEqual([]);
    await ann.page.close(); // the tab that had the connection
    await expect.poll(() => streams.length).toBe(1);
    await second.goto("/learn");
    await expect(second).toHaveTitle(/^\(1\)/);
    await bell(second).click();
    await look(second, "bell");
    await bell(second).click();
    await bell(second).click();
    const row = second.getByRole("link", { name: /Guest Go on/ });
    await expect(row).toContainText("1 move");
    await row.click();
    await expect(second).toHaveURL(new RegExp(path + "$"));
    await expect(second).not.toHaveTitle(/^\(/);
    await second.close();
  });
});

test("what happened while the user was away, and settings that are kept", async ({ browser, server }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: server.url })));
  const [ann, bob] = await begin(contexts);
  // Before both have moved, the game can only be called off.
  await bob.move("C3");
  await ann.turn();
  await ann.move("C4");
  await ann.page.goto("/learn");
  await bob.button("Resign").click();
  await bob.page.getByRole("button", { name: "Resign" }).last().click();
  await expect(bell(ann.page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(ann.page).click();
  const row = ann.page.getByRole("link", { name: /Your game of Go on .* is over\. White wins/ });
  await expect(row).toBeVisible();
  await look(ann.page, "bell-told");
  await expect(row).toBeVisible();
  await ann.button("Mark as read").click();
  await expect(bell(ann.page)).toHaveAccessibleName("Notifications");

  await ann.page.getByText("Notification settings").click();
  const box = (name: string) => ann.page.getByRole("checkbox", { name });
  await expect(box("Game ends")).toBeChecked();
  await look(ann.page, "bell-settings");
  await box("Game ends").click();
  await expect(box("Game ends")).not.toBeChecked();
  await box("Count in the title and on the icon").uncheck();
  await ann.page.reload();
  await bell(ann.page).click();
  await ann.page.getByText("Notification settings").click();
  await expect(box("Game ends")).not.toBeChecked();
  await expect(box("Game starts")).toBeChecked();
  await expect(box("Count in the title and on the icon")).not.toBeChecked();
});

test("a click turns messages on, and another turns them off", async ({ page }) => {
  // Headless Chromium reaches no push service and refuses messages: the test stands in for the browser and its user.
  await page.addInitScript(() => {
    let own: unknown = null;
    const manager = {
      getSubscription: () => Promise.resolve(own),
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
          "deriveBits",
        ]);
        const key = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
        const text = (b: Uint8Array) =>
          btoa(String.fromCharCode(...b))
            .replaceAll("+", "-")
            .replaceAll("/", "_")
            .replaceAll("=", "");
        own = {
          endpoint: "https://push.example/send/1",
          options: { applicationServerKey: (options.applicationServerKey as Uint8Array).buffer },
          toJSON: () => ({ keys: { p256dh: text(key), auth: text(new Uint8Array(16)) } }),
          unsubscribe: () => Promise.resolve((own = null)),
        };
        return own;
      },
    };
    Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", { get: () => manager });
    let permission: NotificationPermission = "default";
    Object.defineProperty(Notification, "permission", { get: () => permission });
    Notification.requestPermission = () => Promise.resolve((permission = "granted"));
  });
  const asked: string[] = [];
  page.on("request", (r) => r.url().endsWith("/api/me/push") && asked.push(r.method()));
  await page.goto("/learn");
  await bell(page).click();
  await page.getByText("Notification settings").click();
  const box = page.getByRole("checkbox", { name: "Notifications while no page is open" });
  await expect(box).toBeEnabled();
  await expect(box).not.toBeChecked();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((r) => r.length))).toBe(0);
  const answer = page.waitForResponse((r) => r.url().endsWith("/api/me/push"));
  await box.click();
  expect((await answer).status()).toBe(204);
  await expect(box).toBeChecked();
  await box.click();
  await expect(box).not.toBeChecked();
  expect(asked).toEqual(["POST", "DELETE"]);
});
