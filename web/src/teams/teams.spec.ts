// Teams: four people make two teams, and play a match on two boards to its end.
import type { Team, TeamLists, TeamMatch } from "../wire.ts";
import { people } from "../../e2e/crowd.ts";
import { look } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";
import type { Person } from "../../e2e/sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const names = ["Ada", "Bo", "Cy", "Dee"];

test("four people play a match on two boards", async ({ browser, server }) => {
  const [ada, bo, cy, dee] = (await people(browser, server, names)) as [Person, Person, Person, Person];

  await test.step("a team is made, and a second player joins by its link", async () => {
    const { page } = ada;
    await page.goto("/teams");
    await page.getByRole("button", { name: "Create a team" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Kyoto Stones");
    await page.getByLabel("Short description").fill("We play on Fridays.");
    await look(page, "team-new");
    await page.getByRole("button", { name: "Create team" }).click();
    await page.waitForURL(/\/teams\/\w+/);
    const link = await page.getByLabel("Anyone with this link can join").inputValue();
    await bo.page.goto(link);
    await bo.page.getByRole("button", { name: "Join" }).click();
    await expect(bo.page.getByRole("button", { name: "Leave" })).toBeVisible();
    await expect(page.getByRole("cell", { name: "Bo" })).toBeVisible();
  });

  await test.step("the other team admits a player on request", async () => {
    const { page } = cy;
    await page.goto("/teams");
    await page.getByRole("button", { name: "Create a team" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Seki Club");
    await page.getByRole("button", { name: "Create team" }).click();
    await page.waitForURL(/\/teams\/\w+/);
    await dee.page.goto("/teams");
    await dee.page.getByRole("link", { name: /Seki Club/ }).click();
    await dee.page.getByRole("button", { name: "Ask to join" }).click();
    await expect(dee.page.getByText("You asked to join.")).toBeVisible();
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
    await expect(dee.page.getByRole("button", { name: "Leave" })).toBeVisible();
    await look(page, "team");
  });

  await test.step("one team challenges the other", async () => {
    const { page } = ada;
    await page.goto("/teams");
    await page.getByRole("link", { name: /Seki Club/ }).click();
    await page.getByRole("button", { name: "Challenge this team" }).click();
    await page.getByLabel("Boards", { exact: true }).fill("2");
    await page.getByLabel("Minutes to show line-ups before the start").fill("0");
    await look(page, "team-challenge");
    await page.getByRole("button", { name: "Challenge", exact: true }).click();
    await page.waitForURL(/\/matches\/\w+/);
    await expect(page.getByText("Proposed", { exact: true })).toBeVisible();
  });
  const id = ada.page.url().split("/").at(-1) ?? "";

  await test.step("both make line-ups, and neither sees the other's", async () => {
    await cy.page.goto(`/matches/${id}`);
    await cy.page.getByRole("button", { name: "Accept challenge" }).click();
    await cy.page.getByLabel("Board 1").selectOption("Dee");
    await cy.page.getByLabel("Board 2").selectOption("Cy");
    await cy.page.getByRole("button", { name: "Set line-up" }).click();
    await expect(cy.page.getByText("Line-up set.")).toBeVisible();
    await expect(ada.page.getByText("Seki Club: line-up set")).toBeVisible();
    await expect(ada.page.getByText("Dee")).toHaveCount(0);
    await ada.page.getByRole("button", { name: "By rating" }).click();
    await look(ada.page, "team-lineup");
    await ada.page.getByRole("button", { name: "Set line-up" }).click();
  });

  await test.step("all games start together", async () => {
    for (const { page } of [bo, dee]) {
      await page.goto(`/matches/${id}`);
      await expect(page.getByRole("link", { name: "To your game" })).toBeVisible();
    }
    await expect(ada.page.getByRole("link", { name: "To your game" })).toBeVisible();
    await expect(ada.page.getByRole("row", { name: /^1 .*Dee/ })).toBeVisible();
    await look(ada.page, "team-match");
  });

  await test.step("the score is shown board by board", async () => {
    const match = (await (await ada.page.request.get(`/api/team-matches/${id}`)).json()) as TeamMatch;
    const who = new Map([ada, bo, cy, dee].map((person, i) => [names[i], person]));
    for (const [i, board] of match.boards.entries()) {
      const home = who.get(board.home.name)!;
      const guest = who.get(board.guest.name)!;
      const [black, white] = board.black === "home" ? [home, guest] : [guest, home];
      for (const person of [black, white]) await person.arrive();
      await black.play(board.game ?? "", "E5");
      await white.play(board.game ?? "", "C3");
      await guest.tell(board.game ?? "", { type: "resign" });
      await ada.page.goto(`/matches/${id}`);
      await expect(ada.page.getByText(`${i + 1} : 0`, { exact: true })).toBeVisible();
    }
    await expect(ada.page.getByText("Kyoto Stones won")).toBeVisible();
    await look(ada.page, "team-match-over");
  });

  await test.step("both teams and the list show the match", async () => {
    const { page } = dee;
    const lists = (await (await page.request.get("/api/teams")).json()) as TeamLists;
    await page.goto(`/teams/${lists.mine[0]?.id ?? ""}`);
    await expect(page.getByText("0 won, 0 drawn, 1 lost")).toBeVisible();
    await page.goto("/teams");
    await expect(page.getByRole("heading", { name: "Your teams" })).toBeVisible();
    await look(page, "teams");
    const team = (await (await page.request.get(`/api/teams/${lists.mine[0]?.id ?? ""}`)).json()) as Team;
    expect(team.members.map((m) => m.name).sort()).toEqual(["Cy", "Dee"]);
  });
});
