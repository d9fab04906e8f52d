// Accounts: a guest who makes one keeps everything, and can sign in again in each way.
import type { BrowserContext } from "@playwright/test";

import { accountPage, host, signUpByPassword, strong, withAuthenticator } from "../../e2e/account.ts";
import { look, picture } from "../../e2e/look.ts";
import { Player } from "../../e2e/player.ts";
import { expect, test } from "../../e2e/server.ts";

// Each account name can be used only once.
test.use({ ownServer: true });

test("a guest makes an account with a passkey, keeps the game, and signs in with the key", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: host(server) });
  const page = await context.newPage();
  await withAuthenticator(page);
  const ann = new Player(page);
  await page.goto("/new?board=grid:5&game=weiqi");
  await ann.begin("grid:5", { game: "weiqi" });
  await ann.turn();
  await ann.move("C3");
  const address = page.url();

  await page.goto("/account");
  const at = accountPage(page);
  await test.step("the page refuses taken or confusable names during typing", async () => {
    await at.tab("Create an account").click();
    await at.name.fill("Admin");
    await expect(page.locator("#name-check")).toContainText(/not|name/i);
    await expect(at.button("Create with a passkey")).toBeDisabled();
    await look(page, "account-new");
  });
  await at.name.fill("Ann-Passkey");
  await expect(page.locator("#name-check")).toContainText("is free");
  await at.button("Create with a passkey").click();
  await expect(at.menu).toBeVisible();

  await test.step("the game is still hers", async () => {
    await page.goto(address);
    await expect(page.locator("section.status .line")).toHaveText("Your turn");
  });
  await test.step("the data of the account", async () => {
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "Passkeys" })).toBeVisible();
    await page.getByRole("button", { name: "Create recovery codes" }).click();
    await expect(page.getByText("Write these down now")).toBeVisible();
    await look(page, "account");
  });
  await test.step("she signs out, loses access to the game, and signs in with the key", async () => {
    await at.menu.click();
    await at.button("Sign out").click();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.goto(address);
    await expect(page.getByText("You are watching.")).toBeVisible();
    await page.goto("/account");
    await at.button("Sign in with a passkey").click();
    await expect(at.menu).toBeVisible();
    await page.goto(address);
    await expect(page.locator("section.status .line")).toHaveText("Your turn");
  });
  await context.close();
});

test("a password, a second device, and signing it out from the first", async ({ browser, server }) => {
  const [first, second] = (await Promise.all([
    browser.newContext({ baseURL: host(server) }),
    browser.newContext({ baseURL: host(server) }),
  ])) as [BrowserContext, BrowserContext];
  const [here, there] = [await first.newPage(), await second.newPage()];
  await test.step("a password that is too short is reported at its field", async () => {
    await here.goto("/account");
    const at = accountPage(here);
    await at.tab("Create an account").click();
    await at.password.fill("short");
    await expect(at.password).toHaveAttribute("aria-invalid", "false");
    await at.name.fill("Bo-Password");
    await expect(at.password).toHaveAttribute("aria-invalid", "true");
    await expect(here.getByText("Too short:")).toBeVisible();
  });
  await signUpByPassword(here, "Bo-Password");
  await test.step("recovery codes are mentioned once, and the last way to sign in cannot be removed", async () => {
    await expect(here.getByText("So that you can always come back")).toBeVisible();
    await here.reload();
    await expect(here.getByRole("heading", { name: "Play someone now" })).toBeVisible();
    await expect(here.getByText("So that you can always come back")).toHaveCount(0);
    await here.goto("/account");
    await expect(here.getByRole("button", { name: "Change password" })).toBeVisible();
    await expect(here.getByRole("button", { name: "Remove the password" })).toHaveCount(0);
  });

  await test.step("a wrong password reveals nothing, the right one signs in", async () => {
    await there.goto("/account");
    const at = accountPage(there);
    await at.name.fill("bo-password");
    await at.password.fill("not that one");
    await at.button("Sign in").last().click();
    await expect(there.getByText("Wrong name or password")).toBeVisible();
    await picture(there, "account-wrong");
    await at.password.fill(strong);
    await at.button("Sign in").last().click();
    await expect(at.menu).toBeVisible();
  });
  await test.step("the first device ends the second one's session", async () => {
    await here.goto("/account");
    await here.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect(here.getByText("You have been signed out everywhere else.")).toBeVisible();
    await there.reload();
    await expect(there.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
  await test.step("the account is deleted, and its name no longer signs in", async () => {
    await here.getByRole("button", { name: "Delete account" }).click();
    const dialog = here.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Delete it" })).toBeDisabled();
    await dialog.getByLabel(/Type/).fill("Bo-Password");
    await picture(here, "account-delete");
    await dialog.getByRole("button", { name: "Delete it" }).click();
    await expect(here.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
  await Promise.all([first.close(), second.close()]);
});
