// Accounts for tests.
import type { Browser, Page } from "@playwright/test";

import { Player } from "./player.ts";
import { expect, type Server } from "./server.ts";

/** Passkeys need a host name such as localhost; an IP address will not do. */
export const host = (server: Server): string => server.url.replace("127.0.0.1", "localhost");

/** A password that the server accepts. */
export const strong = "a torus has no corners";

/** A passkey device, simulated by Chromium, that asks the user nothing. */
export async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The fields and buttons of the account page. */
export const accountPage = (page: Page) => ({
  name: page.getByLabel("Name", { exact: true }),
  password: page.locator("input[type=password]"),
  tab: (title: string) => page.getByRole("tab", { name: title }),
  button: (title: string | RegExp) => page.getByRole("button", { name: title }),
  menu: page.getByRole("button", { name: "Your account" }),
});

/** Makes an account with a passkey for the user of the page. */
export async function signUpByPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/account");
  const at = accountPage(page);
  await at.tab("Create an account").click();
  await at.name.fill(name);
  await at.button("Create with a passkey").click();
  await expect(at.menu).toBeVisible();
}

/** Makes an account with a password for the user of the page. */
export async function signUpByPassword(page: Page, name: string): Promise<void> {
  await page.goto("/account");
  const at = accountPage(page);
  await at.tab("Create an account").click();
  await at.name.fill(name);
  await at.password.fill(strong);
  await at.button("Create with a password").click();
  await expect(at.menu).toBeVisible();
}

/** A member in their own browser, with a new account and a passkey. */
export async function member(browser: Browser, server: Server, name: string, seed = 1): Promise<Player> {
  const context = await browser.newContext({ baseURL: host(server) });
  const page = await context.newPage();
  await withAuthenticator(page);
  const player = new Player(page, seed);
  await signUpByPasskey(page, name);
  return player;
}
