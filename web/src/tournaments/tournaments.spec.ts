// Tournaments: one is made and joined, runs through its rounds by itself, and is corrected; a knockout draws its
// bracket.
import type { Tournament, TournamentSetup } from "../wire.ts";
import { insist, people } from "../../e2e/crowd.ts";
import { look } from "../../e2e/look.ts";
import { expect, test } from "../../e2e/server.ts";
import type { Person } from "../../e2e/sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Maximiliane_Hohenzol"];

const setup = (wish: Partial<TournamentSetup>): TournamentSetup => ({
  title: "Spring cup",
  format: "swiss",
  most: 8,
  noShow: 600,
  board: "grid:9",
  rules: "weiqi",
  clock: "fischer=10m+5s",
  ...wish,
});

async function see(director: Person, id: string): Promise<Tournament> {
  let now: unknown;
  await expect
    .poll(async () => {
      const answer = await director.page.request.get(`/api/tournaments/${id}`);
      now = await answer.json();
      return answer.ok();
    })
    .toBe(true);
  return now as Tournament;
}

/** Makes a tournament that all players join, and starts it; returns its id. */
async function begun(all: Person[], wish: Partial<TournamentSetup>): Promise<string> {
  const [director] = all as [Person];
  const { head } = await insist<Tournament>(director, "/api/tournaments", setup(wish));
  for (const person of all)
    await insist(person, `/api/tournaments/${head.id}/acts`, { do: "join", grade: 0 });
  await insist(director, `/api/tournaments/${head.id}/acts`, { do: "start" });
  return head.id;
}

/** Plays the running games: two moves each, then White resigns. */
async function playRound(all: Person[], id: string): Promise<void> {
  const [director] = all as [Person];
  const open = (t: Tournament) => t.rounds.flatMap((r) => r.games).filter((g) => g.result === "" && g.id);
  await expect.poll(async () => open(await see(director, id)).length).toBeGreaterThan(0);
  const now = await see(director, id);
  const person = (player: number): Person => all[names.indexOf(now.players[player]?.name ?? "")]!;
  for (const game of open(now)) {
    await expect.poll(async () => (await director.page.request.get(`/api/games/${game.id}`)).ok()).toBe(true);
    await person(game.black).arrive();
    await person(game.white).arrive();
    await person(game.black).play(game.id ?? "", "E5");
    await person(game.white).play(game.id ?? "", "C3");
    await person(game.white).tell(game.id ?? "", { type: "resign" });
  }
  await expect
    .poll(async () =>
      open(await see(director, id)).every((g) => !open(now).some((o) => o.number === g.number)),
    )
    .toBe(true);
}

test("a tournament is made, joined and played, and a result corrected", async ({ browser, server }) => {
  const all = await people(browser, server, names);
  const page = all[0]!.page;

  await test.step("the tournament is made", async () => {
    await page.goto("/tournaments");
    await page.getByRole("button", { name: "Create a tournament" }).click();
    await look(page, "tournament-new");
    await page.getByLabel("Name", { exact: true }).fill("Spring cup");
    await page.getByLabel("Rounds", { exact: true }).fill("2");
    await page.getByRole("button", { name: "Create tournament" }).click();
    await page.waitForURL(/\/tournament\//);
  });
  const id = page.url().split("/").at(-1) ?? "";

  await test.step("others join, and everyone sees it", async () => {
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("It starts when Ada starts it")).toBeVisible();
    for (const person of all.slice(1)) await insist(person, `/api/tournaments/${id}/acts`, { do: "join" });
    await expect(page.getByRole("row")).toHaveCount(names.length + 1);
    await look(page, "tournament-open");
  });

  await test.step("it starts, and the page links to the user's own game", async () => {
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByRole("link", { name: "To your game" })).toBeVisible();
    await expect(page).toHaveTitle(/Your game starts/);
    await look(page, "tournament-running");
  });

  await test.step("rounds follow each other", async () => {
    await playRound(all, id);
    await playRound(all, id);
    await page.goto(`/tournament/${id}`);
    await expect(page.getByText(/Won by/)).toBeVisible();
    await look(page, "tournament-over");
  });

  await test.step("the director corrects a result", async () => {
    await page.getByRole("button", { name: "Correct game 6" }).click();
    await page.getByRole("dialog").getByRole("combobox").selectOption("draw");
    await page.getByLabel("Reason, shown to everyone").fill("They had agreed on a draw.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("They had agreed on a draw.")).toBeVisible();
    await look(page, "tournament-corrected");
  });

  await test.step("it is in the list", async () => {
    await page.goto("/tournaments");
    await page.getByRole("link", { name: /Spring cup/ }).click();
    await expect(page.getByRole("heading", { name: "Spring cup" })).toBeVisible();
    await page.goBack();
    await look(page, "tournaments");
  });
});

test("a knockout draws its bracket", async ({ browser, server }) => {
  const all = await people(browser, server, names);
  const page = all[0]!.page;
  const id = await begun(all, { format: "double-knockout", title: "Double cup" });
  await playRound(all, id);
  await page.goto(`/tournament/${id}`);
  await expect(page.getByRole("heading", { name: "Bracket", exact: true })).toBeVisible();
  await look(page, "tournament-bracket");
});
