// @vitest-environment jsdom
// A table with the recorded messages of a real server.
import { beforeEach, describe, expect, it, vi } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { settings } from "../lib/settings.svelte.ts";
import { lines, type Line } from "../testing/lines.ts";
import { heard } from "../testing/recorded/game.ts";
import { serve } from "../testing/server.ts";
import { Table } from "./table.svelte.ts";

/** The server's messages: the state of the game, the opponent's arrival, and both moves. */
const [snapshot, joined, blackMoved, , , whiteMoved] = heard;

let line: Line;
let table: Table;

beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(settings, { twoClicks: false, confirmSmall: true });
  serve({
    "GET /api/boards": { ...grid(5), spec: "grid:5" },
    "POST /api/games/the-id/commands": null, // unanswered commands are sent once more
  });
  const sockets = lines();
  table = new Table("the-id");
  line = sockets[0]!;
  line.open();
  line.say(snapshot);
  line.say(joined);
  await table.loadBoard("grid:5");
  line.sent.length = 0;
  return () => table.close();
});

const sent = () =>
  (line.sent as { type: string; move?: string }[]).map(({ type, move }) => `${type} ${move}`);

describe("a selected point", () => {
  it.each([
    ["by a mouse", false, false, true, 1],
    ["by a finger on a small board", true, false, true, 2],
    ["by a finger that needs no confirmation", true, false, false, 1],
    ["where every move is confirmed", false, true, false, 2],
  ])("%s is played by as many clicks as its setting says", (_, small, twoClicks, confirmSmall, clicks) => {
    Object.assign(settings, { twoClicks, confirmSmall });
    for (let i = 1; i < clicks; i++) {
      table.choose(12, small);
      expect([table.chosen, sent()]).toEqual(["C3", []]);
    }
    table.choose(12, small);
    expect([table.chosen, sent()]).toEqual(["", ["play C3"]]);
  });

  it("moves with another selection, and disappears when it is cancelled", () => {
    table.choose(12, true);
    table.choose(13, true);
    expect([table.chosen, sent()]).toEqual(["D3", []]);
    table.cancel();
    expect([table.chosen, table.notice]).toEqual(["", ""]);
    table.confirm();
    expect(sent()).toEqual([]);
    table.choose(13, true);
    table.confirm();
    expect(sent()).toEqual(["play D3"]);
  });

  it("is forgotten when the game left", () => {
    line.say(blackMoved);
    line.say(whiteMoved);
    table.choose(7, true);
    expect(table.chosen).toBe("C4");
    line.say({ ...blackMoved, event: { ...blackMoved!.event!, version: 5 } });
    expect(table.chosen).toBe("");
  });
});

it("ends, like a planned line and a look back, when a player has moved", () => {
  line.say(blackMoved);
  table.planFrom(["B3"]);
  table.choose(18);
  expect([table.planner.moves, sent()]).toEqual([["B3", "D2"], []]);
  line.say(whiteMoved);
  expect([table.planner.moves, table.number]).toEqual([null, 2]);
  table.look(0);
  expect([table.review, table.number]).toEqual([0, 0]);
  table.choose(0);
  expect([sent(), table.notice === ""]).toEqual([[], false]);
  line.say({ ...blackMoved, event: { ...blackMoved!.event!, version: 5 } });
  expect(table.review).toBe(null);
});
