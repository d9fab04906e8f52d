// A simultaneous exhibition: a host and three guests, from the link to the score.
import type { Simul } from "../wire.ts";
import { insist, people } from "../../e2e/crowd.ts";
import { look } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const names = ["Ada", "Bo", "Cy", "Maximiliane_Hohenzol"];

test("a host plays three guests at the same time", async ({ browser, server }) => {
  const all = await people(browser, server, names);
  const [host, bo, cy, max] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]];
  const page = host.page;

  await test.step("the exhibition is made", async () => {
    await page.goto("/simuls");
    await look(page, "simuls-empty");
    await page.getByRole("button", { name: "Host an exhibition" }).click();
    await look(page, "simul-new");
    await page.getByLabel("Name", { exact: true }).fill("Friday against all");
    await page.getByLabel("Handicap").selectOption("each");
    await page.getByRole("button", { name: "Create exhibition" }).click();
    await page.waitForURL(/\/simul\//);
    await expect(page.getByText("No requests yet.")).toBeVisible();
  });
  const id = page.url().split("/").at(-1) ?? "";

  await test.step("guests ask, and the host accepts them and sets handicaps", async () => {
    await bo.page.goto(`/simul/${id}`);
    await bo.page.getByRole("button", { name: "Ask to play" }).click();
    await expect(bo.page.getByText("You asked to play.")).toBeVisible();
    for (const guest of [cy, max]) await insist(guest, `/api/simuls/${id}/acts`, { do: "ask" });
    for (const name of names.slice(1))
      await page.getByRole("button", { name: `Accept ${name}`, exact: true }).click();
    await page.getByLabel("Stones for Bo").selectOption("2");
    await expect(bo.page.getByText("You are in. When Ada starts")).toBeVisible();
    await expect(bo.page.getByText("2 stones")).toBeVisible();
    const stones = page.getByLabel("Stones for Bo");
    await expect(stones.locator("option")).toHaveCount(9); // none, and 2 to 9
    await page.route("**/acts", (route) =>
      route.continue({ postData: { do: "accept", player: "Bo", stones: 77 } }),
    );
    await stones.selectOption("3"); // whose update arrives
    await expect(page.getByRole("listitem").filter({ hasText: "Bo" }).getByRole("alert")).toContainText(
      "2 to 9 stones",
    );
    await expect(stones).toHaveValue("2");
    await look(page, "simul-open-refused");
    await page.unroute("**/acts");
    await stones.selectOption("4");
    await expect(bo.page.getByText("4 stones")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await stones.selectOption("2");
    await expect(bo.page.getByText("2 stones")).toBeVisible();
    await look(page, "simul-open-host");
    await look(bo.page, "simul-open-guest");
  });

  let now: Simul | undefined;
  const see = async () => {
    now = (await (await page.request.get(`/api/simuls/${id}`)).json()) as Simul;
    return now;
  };
  const game = (number: number) => now?.games[number - 1]?.id ?? "";

  await test.step("all games start together", async () => {
    await page.getByRole("button", { name: "Start all 3 games" }).click();
    await expect(bo.page.getByRole("link", { name: "To your game" })).toBeVisible();
    await expect.poll(async () => (await see()).games.filter((g) => g.turn).length).toBe(3);
    // With two stones on the board the host, who is White, has the first move.
    await expect(page.getByText("1 board is waiting for you.")).toBeVisible();
  });

  await test.step("the wall follows the games, with those first that wait for the host", async () => {
    for (const [guest, number] of [
      [cy, 2],
      [max, 3],
    ] as const) {
      await guest.arrive();
      await guest.play(game(number), "E5");
    }
    await expect(page.getByText("3 boards are waiting for you.")).toBeVisible();
    await expect(page).toHaveTitle(/3 boards waiting/);
    await expect(page.locator("li[data-number]").first()).toContainText("your turn");
    await look(page, "simul-wall-host");
    await bo.page.getByRole("link", { name: "To your game" }).click();
    await expect(bo.page.getByRole("link", { name: "Game in Friday against all" })).toBeVisible();
    await bo.page.goBack();
    await expect(bo.page.getByText("Ada is to move").first()).toBeVisible();
    await look(bo.page, "simul-wall-guest");
  });

  await test.step("a key leads from board to board", async () => {
    await page.keyboard.press("n");
    await page.waitForURL(new RegExp(game(1)));
    await expect(page.getByRole("link", { name: "Next board (N)" })).toBeVisible();
    await look(page, "simul-board-host");
    await page.keyboard.press("n");
    await page.waitForURL(new RegExp(game(2)));
    await host.arrive();
    await host.play(game(2), "C3");
    await page.goto(`/game/${game(2)}`);
    await page.getByRole("link", { name: "Next board (N)" }).click();
    await page.waitForURL(new RegExp(game(1)));
  });

  await test.step("the score is shown", async () => {
    await host.arrive();
    await host.play(game(1), "D4");
    await host.play(game(3), "C3");
    await host.tell(game(1), { type: "resign" });
    for (const [guest, number] of [
      [cy, 2],
      [max, 3],
    ] as const)
      await guest.tell(game(number), { type: "resign" });
    await page.goto(`/simul/${id}`);
    await expect(page.getByText(/Ada: \d won, \d lost, 0 drawn/)).toBeVisible();
    await expect.poll(async () => (await see()).head.phase).toBe("over");
    await look(page, "simul-over");
    await page.goto("/simuls");
    await expect(page.getByText("Friday against all")).toBeVisible();
  });
});
