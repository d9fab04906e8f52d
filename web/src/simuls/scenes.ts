// States of exhibitions for the contact sheet.
import { insist } from "../../e2e/crowd.ts";
import { expect } from "../../e2e/server.ts";
import { gather, others } from "../../e2e/sheet/club.ts";
import type { Person } from "../../e2e/sheet/person.ts";
import type { Scene, Stage } from "../../e2e/sheet/scene.ts";
import type { Simul } from "../wire.ts";

/** Ada's exhibition: before it starts, with requests and accepted guests, or while it runs. */
async function simul(stage: Stage, running: boolean): Promise<string> {
  const [ada, ...guests] = (await gather(stage)) as [Person, ...Person[]];
  const { head } = await insist<Simul>(ada, "/api/simuls", {
    title: "Friday against all",
    most: 8,
    board: "grid:9",
    rules: "weiqi",
    clock: "fischer=30m+30s",
    color: "alternate",
  });
  const acts = `/api/simuls/${head.id}/acts`;
  for (const person of guests) await insist(person, acts, { do: "ask" });
  for (const player of running ? others : others.slice(0, 2))
    await insist(ada, acts, { do: "accept", player });
  if (running) await insist(ada, acts, { do: "start" });
  return head.id;
}

export const scenes: readonly Scene[] = [
  { name: "simuls-empty", show: ({ page }) => page.goto("/simuls") },
  {
    name: "simuls-open",
    show: async (stage) => {
      await stage.page.goto(`/simul/${await simul(stage, false)}`);
      await expect(stage.page.getByRole("heading", { name: "Friday against all" })).toBeVisible();
    },
  },
  {
    name: "simuls-wall",
    show: async (stage) => {
      await stage.page.goto(`/simul/${await simul(stage, true)}`);
      await expect(stage.page.locator(".moyo-board").first()).toBeVisible();
    },
  },
];
