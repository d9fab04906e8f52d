// Club ladders: a player makes one, another joins, challenges a higher place, plays, and takes that place.
import type { Ladder } from "../wire.ts";
import { insist, people } from "../../e2e/crowd.ts";
import { look } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";
import type { Person } from "../../e2e/sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const names = ["Ada", "Bo", "Cy", "Dee", "Maximiliane_Hohenzol"];

test("a ladder is made and joined, and a won challenge changes places", async ({ browser, server }) => {
  const all = await people(browser, server, names);
  const [ada, bo] = all as [Person, Person];
  const page = ada.page;

  await test.step("it is made", async () => {
    await page.goto("/ladders");
    await expect(page.getByText("No ladders yet.")).toBeVisible();
    await page.getByRole("button", { name: "Create a ladder" }).click();
    await look(page, "ladder-new");
    await page.getByLabel("Name", { exact: true }).fill("Club of the river");
    await page.getByLabel("How many places above you can be challenged").fill("2");
    await page.getByRole("button", { name: "Create ladder" }).click();
    await page.waitForURL(/\/ladder\//);
  });
  const id = page.url().split("/").at(-1) ?? "";

  await test.step("others join", async () => {
    await page.getByRole("button", { name: "Join at the bottom" }).click();
    await expect(page.getByText("You are at the top.")).toBeVisible();
    for (const person of all.slice(1)) await insist(person, `/api/ladders/${id}/acts`, { do: "join" });
    await expect(page.getByRole("row")).toHaveCount(names.length + 1);
  });

  await test.step("a player may challenge some, and the page says why not the others", async () => {
    const last = all.at(-1)!.page;
    await last.goto(`/ladder/${id}`);
    await expect(last.getByRole("button", { name: /^Challenge / })).toHaveCount(2);
    await expect(last.getByText("too far above you")).toHaveCount(2);
    await bo.page.goto(`/ladder/${id}`);
    await bo.page.getByRole("button", { name: "Challenge Ada" }).click();
    await expect(bo.page.getByText("already challenged")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to your game against Bo" })).toBeVisible();
    await look(bo.page, "ladder-playing");
  });

  await test.step("the challenger wins, and takes the place", async () => {
    const href = await bo.page
      .getByRole("link", { name: "Go to your game against Ada" })
      .getAttribute("href");
    const game = href?.split("/").at(-1) ?? "";
    for (const person of [ada, bo]) await person.arrive();
    await bo.play(game, "E5"); // in the first challenge of a ladder the challenger has Black
    await ada.play(game, "C3");
    await ada.tell(game, { type: "resign" });
    await page.goto(`/ladder/${id}`);
    await expect(page.getByText("You are number 2 of 5.")).toBeVisible();
    await expect(page.getByText("Bo beat Ada and moved from 2 to 1.")).toBeVisible();
    await expect(page.getByRole("img", { name: "Your places, from 1 to 2" })).toBeVisible();
    await expect(page.getByText(/^again /)).toBeVisible();
    await look(page, "ladder-changed");
    const now = (await (await page.request.get(`/api/ladders/${id}`)).json()) as Ladder;
    expect(now.players.map((p) => p.name).slice(0, 2)).toEqual(["Bo", "Ada"]);
  });

  await test.step("the player who lost the place gets a notification", async () => {
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByText("you are now at place 2 on the ladder Club of the river")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("its maker changes it, removes a player, and closes it", async () => {
    await page.getByRole("button", { name: "Edit ladder" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Club of the lake");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Club of the lake" })).toBeVisible();
    await page.getByRole("row", { name: /Dee/ }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove Dee" }).click();
    await expect(page.getByText("Dee was removed.")).toBeVisible();
    await page.goto("/ladders");
    await expect(page.getByText("your place: 2")).toBeVisible();
    await look(page, "ladders");
    await page.getByRole("link", { name: /Club of the lake/ }).click();
    await page.getByRole("button", { name: "Close the ladder" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close the ladder" }).click();
    await expect(page.getByText("This ladder is closed.")).toBeVisible();
  });
});

test("a live game starts when both players are there", async ({ browser, server }) => {
  const all = await people(browser, server, names.slice(0, 2));
  const [ada, bo] = all as [Person, Person];
  const setup = {
    title: "Evenings",
    board: "grid:9",
    rules: "weiqi",
    clock: "fischer=10m+5s",
    reach: 3,
    out: 1,
    in: 1,
    days: 3,
    pause: 7,
    most: 9,
  };
  const { head } = await insist<Ladder>(ada, "/api/ladders", setup);
  for (const person of all) await insist(person, `/api/ladders/${head.id}/acts`, { do: "join" });
  await ada.page.goto(`/ladder/${head.id}`);
  await insist(bo, `/api/ladders/${head.id}/acts`, { do: "challenge", player: "Ada" });
  await expect(ada.page.getByText("Bo is ready.")).toBeVisible();
  await look(ada.page, "ladder-live");
  await bo.page.goto(`/ladder/${head.id}`);
  await expect(bo.page.getByText(/^You are ready until /)).toBeVisible();
  await ada.page.getByRole("button", { name: "I am here" }).click();
  await expect(ada.page.getByRole("link", { name: "Go to your game against Bo" })).toBeVisible();
});
