// States of ladders for the contact sheet.
import { insist } from "../../e2e/crowd.ts";
import { expect } from "../../e2e/server.ts";
import { gather } from "../../e2e/sheet/club.ts";
import type { Person } from "../../e2e/sheet/person.ts";
import type { Scene, Stage } from "../../e2e/sheet/scene.ts";
import type { Ladder } from "../wire.ts";

/** A ladder on which Ada has the third place, and is challenged by the last player. */
async function ladder(stage: Stage): Promise<string> {
  const [ada, bo, cy, last] = (await gather(stage)) as [Person, Person, Person, Person];
  const { head } = await insist<Ladder>(bo, "/api/ladders", {
    title: "Club of the river",
    board: "grid:9",
    rules: "weiqi",
    clock: "correspondence=3d",
    reach: 2,
    out: 2,
    in: 2,
    days: 3,
    pause: 7,
    most: 20,
  });
  const acts = `/api/ladders/${head.id}/acts`;
  for (const person of [bo, cy, ada, last]) await insist(person, acts, { do: "join" });
  await insist(last, acts, { do: "challenge", player: "Ada" });
  return head.id;
}

export const scenes: readonly Scene[] = [
  { name: "ladders-empty", show: ({ page }) => page.goto("/ladders") },
  {
    name: "ladders-list",
    show: async (stage) => {
      await ladder(stage);
      await stage.page.goto("/ladders");
      await expect(stage.page.getByRole("main").getByText("Club of the river")).toBeVisible();
    },
  },
  {
    name: "ladders-challenged",
    show: async (stage) => {
      await stage.page.goto(`/ladder/${await ladder(stage)}`);
      await expect(stage.page.getByRole("button", { name: /^Challenge / }).first()).toBeVisible();
    },
  },
  { name: "ladders-missing", show: ({ page }) => page.goto("/ladder/nosuch") },
];
