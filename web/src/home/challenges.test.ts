// @vitest-environment jsdom
import { expect, it } from "vitest";

import { request } from "../lib/server/api.ts";
import { all, fill, settled, show } from "../testing/page.ts";
import { heard } from "../testing/recorded/game.ts";
import { serve } from "../testing/server.ts";
import type { GameInfo } from "../wire.ts";
import Challenges from "./Challenges.svelte";
import { strengths } from "./strengths.ts";

/** A game as the server describes it. */
const infoWith = (part: Partial<GameInfo>): GameInfo => ({ ...heard[0]!.snapshot!.game, ...part });

const open = ["Ann", "Bob"].map((name, i) =>
  infoWith({
    id: `g${i}`,
    phase: "waiting",
    black: { kind: "human", name },
    white: { kind: "open", name: "" },
  }),
);
const names = () => ["Ann", "Bob"].filter((name) => document.body.textContent.includes(name));

it("shows games for the last chosen strength, whichever answer comes first", async () => {
  const answers: ((ids: string[]) => void)[] = [];
  const asked = serve({
    "GET /api/me": {},
    "GET /api/games/search": () =>
      new Promise((done) =>
        answers.push((ids) => done({ games: ids.map((id) => infoWith({ id })), next: "" })),
      ),
  });
  await request("GET", "/api/me"); // a page's first request is sent alone
  asked.length = 0;
  await show(Challenges, { open, games: [], now: Date.parse("2026-01-01T00:00:00Z") });
  expect(names()).toEqual(["Ann", "Bob"]);
  const [first, second] = strengths;
  const choice = all("choice").at(-1)!;
  await fill(choice, first!.id);
  expect(names()).toEqual([]);
  await fill(choice, second!.id);
  expect(asked.map(({ query }) => query.get("most"))).toEqual([first!.most, second!.most]);
  answers[1]!(["g1"]);
  await settled();
  expect(names()).toEqual(["Bob"]);
  answers[0]!(["g0"]);
  await settled();
  expect(names()).toEqual(["Bob"]);
  await fill(choice, "");
  expect(names()).toEqual(["Ann", "Bob"]);
});
