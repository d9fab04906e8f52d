// Programs: an account becomes a bot's, with a token from the page; moyo bot plays with it, until the token is
// revoked.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { look } from "../../e2e/look.ts";
import { binary, expect, test } from "../../e2e/server.ts";
import { Person } from "../../e2e/sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

test("an account becomes a bot, which plays with its token until that is revoked", async ({
  browser,
  server,
}) => {
  const robo = await Person.guest(browser, server);
  await robo.signIn(server, "Robo");
  const { page } = robo;
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Programs" });
  const button = (name: string) => part.getByRole("button", { name });

  await test.step("the page asks first, and the user can cancel", async () => {
    await button("Turn into a bot account").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("cannot be undone")).toBeVisible();
    await look(page, "programs-ask");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await button("Turn into a bot account").click();
    await dialog.getByRole("button", { name: "Turn into a bot" }).click();
    await expect(part.getByText("This is a bot account:")).toBeVisible();
    await expect(button("Turn into a bot account")).toHaveCount(0);
  });

  const token = await test.step("a token is made, and shown once", async () => {
    await part.getByLabel("Token name").fill("My engine");
    await part.getByLabel("Create games and find opponents").uncheck();
    await button("Create a token").click();
    const secret = await part.getByLabel("Your new token").inputValue();
    await expect(
      part.getByText("See what you see, except chat (always) · Play games that it joins or creates", {
        exact: false,
      }),
    ).toBeVisible();
    await look(page, "programs");
    await page.reload();
    await expect(part.getByText("My engine")).toBeVisible();
    await expect(part.getByLabel("Your new token")).toHaveCount(0);
    return secret;
  });

  const asks = (method: "GET" | "POST", path: string, data?: unknown) =>
    fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(data ? { body: JSON.stringify(data) } : {}),
    });

  await test.step("it allows what it was made for, and nothing else", async () => {
    expect(((await (await asks("GET", "/api/me")).json()) as { name: string }).name).toBe("Robo");
    const game = { board: "grid:5", rules: "nogo", color: "black", opponent: "anyone", name: "" };
    expect((await asks("POST", "/api/games", game)).status).toBe(403);
  });

  await test.step("moyo bot plays with it", async () => {
    const ada = await Person.guest(browser, server);
    await ada.signIn(server, "Ada");
    const child = spawn(binary, ["bot", "level:1", "--server", server.url, "--game", "nogo"], {
      env: { ...process.env, MOYO_TOKEN: token },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const game = await ada.game("grid:5", "nogo", { opponent: "player", to: "Robo" });
      await expect.poll(async () => (await ada.see(game)).state.phase).toBe("playing"); // it has taken its seat
      await ada.play(game, "C3");
      await expect.poll(async () => (await ada.see(game)).state.ply).toBeGreaterThan(1);
      await ada.page.goto(`/game/${game}`);
      const marks = ada.page.getByText("bot", { exact: true }).filter({ visible: true });
      await expect(marks.first()).toBeVisible();
    } finally {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    }
  });

  await test.step("a revoked token gives no access", async () => {
    await button("Revoke").click();
    await expect(part.getByText("My engine has been revoked.")).toBeVisible();
    expect((await asks("GET", "/api/me")).status).toBe(401);
  });
});
