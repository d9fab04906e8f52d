// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";

import { me } from "../lib/me.svelte.ts";
import { all, press, show } from "../testing/page.ts";
import { heard } from "../testing/recorded/game.ts";
import { serve } from "../testing/server.ts";
import type { Tournament, TournamentHead, TournamentPlayer } from "../wire.ts";
import TournamentPage from "./TournamentPage.svelte";

beforeEach(() => {
  me.now = { role: "member", name: "Ada", suspended: false };
  return () => (me.now = null);
});

const player = (name: string, part: Partial<TournamentPlayer> = {}): TournamentPlayer => ({
  name,
  grade: 0,
  number: 1,
  ...part,
});

/** A tournament with Bob and Cy, without games so far. */
function tournament(head: Partial<TournamentHead>, part: Partial<Tournament> = {}): Tournament {
  const { board, boardTitle, gameTitle, rulesText, rules, words } = heard[0]!.snapshot!.game;
  const game = { board, boardTitle, gameTitle, rulesText, rules, words, clock: "", clockText: "", speed: "" };
  const players = [player("Bob"), player("Cy")];
  return {
    version: 1,
    head: {
      id: "t",
      title: "Cup",
      format: "swiss",
      phase: "open",
      players: 2,
      most: 8,
      round: 0,
      rounds: 5,
      ...game,
      ...head,
    },
    setup: { title: "Cup", format: "swiss", most: 8, noShow: 0, board, rules, late: 2 },
    director: "Bob",
    players,
    standings: [],
    rounds: [],
    ...part,
  };
}

/** Opens its page with the given permissions. */
async function acts(it: Tournament): Promise<(string | null)[]> {
  serve({ "GET /api/tournaments/t": it });
  await show(TournamentPage, { id: "t" });
  return all("button")
    .filter((button) => button.closest(".acts"))
    .map((button) => button.textContent.trim());
}

it.each<[string, Partial<TournamentHead>, boolean]>([
  ["before it begins", { phase: "open" }, true],
  ["in the last round in which one may come late", { phase: "running", round: 2 }, true],
  ["one round later", { phase: "running", round: 3 }, false],
  ["late in a round-robin", { phase: "running", round: 1, format: "round-robin" }, false],
  ["at any time in an arena", { phase: "running", round: 9, format: "arena" }, true],
  ["when it is over", { phase: "over", round: 2 }, false],
])("lets one join %s or not", async (_, head, may) => {
  expect((await acts(tournament(head))).includes("Join")).toBe(may);
});

it("lets neither guests nor its players join", async () => {
  const players = [player("Ada"), player("Bob")];
  expect(await acts(tournament({}, { players }))).not.toContain("Join");
  players[0] = player("Ada", { withdrawn: true });
  expect(await acts(tournament({ phase: "running", round: 1 }, { players }))).toEqual([]);
  expect(await acts(tournament({}, { players }))).toContain("Join");
  me.now = { role: "guest", name: "Ada", suspended: false };
  expect(await acts(tournament({}))).toEqual([]);
});

it("lets its maker direct it, and moderators call it off", async () => {
  const cancel = "Call it off";
  expect(await acts(tournament({}))).toEqual(["Join"]);
  expect(await acts(tournament({}, { director: "Ada" }))).toEqual(["Join", "Start", cancel]);
  expect(await acts(tournament({ phase: "running", round: 3 }, { director: "Ada" }))).toEqual([
    "Pause pairing",
    cancel,
  ]);
  me.now = { role: "moderator", name: "Ada", suspended: false };
  expect(await acts(tournament({ phase: "running", round: 3 }))).toEqual([cancel]);
});

it("sends the user's actions to the server", async () => {
  const asked = serve({
    "GET /api/tournaments/t": tournament({}),
    "POST /api/tournaments/t/acts": tournament({}, { version: 2, players: [player("Ada")] }),
  });
  await show(TournamentPage, { id: "t" });
  await press(all("button", "Join")[0]!);
  expect(asked.at(-1)?.body).toMatchObject({ do: "join" });
  expect(all("button", "Join")).toEqual([]);
});
