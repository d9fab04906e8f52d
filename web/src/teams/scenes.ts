// States of teams for the contact sheet.
import { insist } from "../../e2e/crowd.ts";
import { expect } from "../../e2e/server.ts";
import { gather, others } from "../../e2e/sheet/club.ts";
import type { Person } from "../../e2e/sheet/person.ts";
import type { Scene, Stage } from "../../e2e/sheet/scene.ts";
import type { Team, TeamMatch } from "../wire.ts";

/** Ada and Bo's team, which meets another on two boards; returns the ids of the team and the match. */
async function match(stage: Stage): Promise<{ team: string; match: string }> {
  const [ada, bo, cy, last] = (await gather(stage)) as [Person, Person, Person, Person];
  const make = async (captain: Person, mate: Person, name: string): Promise<string> => {
    const made = await insist<Team>(captain, "/api/teams", {
      name,
      about: "We play on Fridays.",
      rules: "weiqi",
      entry: "open",
    });
    await insist(mate, `/api/teams/${made.head.id}/acts`, { do: "join" });
    return made.head.id;
  };
  const team = await make(ada, bo, "Kyoto Stones");
  const against = await make(cy, last, "Seki Club");
  const { head } = await insist<TeamMatch>(ada, "/api/team-matches", {
    home: team,
    guest: against,
    setup: { boards: 2, board: "grid:9", rules: "weiqi", clock: "fischer=10m+10s", noShow: 3600 },
  });
  const acts = `/api/team-matches/${head.id}/acts`;
  await insist(cy, acts, { do: "accept", team: against });
  await insist(ada, acts, { do: "lineup", side: "home", line: ["Ada", "Bo"], reserves: [] });
  await insist(cy, acts, { do: "lineup", side: "guest", line: [others[2], "Cy"], reserves: [] });
  return { team, match: head.id };
}

export const scenes: readonly Scene[] = [
  { name: "teams-empty", show: ({ page }) => page.goto("/teams") },
  {
    name: "teams-list",
    show: async (stage) => {
      await match(stage);
      await stage.page.goto("/teams");
      await expect(stage.page.getByRole("main").getByText("Kyoto Stones").first()).toBeVisible();
    },
  },
  {
    name: "teams-own",
    show: async (stage) => {
      await stage.page.goto(`/teams/${(await match(stage)).team}`);
      await expect(stage.page.getByRole("heading", { name: "Kyoto Stones" })).toBeVisible();
    },
  },
  {
    name: "teams-match",
    show: async (stage) => {
      await stage.page.goto(`/matches/${(await match(stage)).match}`);
      await expect(stage.page.getByRole("main").getByText("Seki Club").first()).toBeVisible();
    },
  },
];
