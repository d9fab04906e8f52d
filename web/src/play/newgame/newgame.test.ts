// @vitest-environment jsdom
// The form of a new game, with answers of a real server.
import { beforeEach, describe, expect, it } from "vitest";

import { ApiError } from "../../lib/server/api.ts";
import { router } from "../../lib/router/router.svelte.ts";
import { all, fill, press, read, show, the, unfold } from "../../testing/page.ts";
import * as recorded from "../../testing/recorded/form.ts";
import { serve } from "../../testing/server.ts";
import type { Board, NewGame as Wish } from "../../wire.ts";
import NewGame from "./NewGame.svelte";

const boards: readonly Board[] = [
  recorded.grid7x6,
  recorded.grid9,
  recorded.grid11,
  recorded.grid11x7,
  recorded.grid13,
  recorded.torus9,
  recorded.hex5,
];

/** The requested games. */
let wishes: Wish[];

beforeEach(() => {
  wishes = [];
  history.replaceState(null, "", "/new");
  router.go("/new");
  serve({
    "GET /api/me": recorded.guest,
    "GET /api/catalog": recorded.catalog,
    "GET /api/boards": ({ query }) => {
      const board = boards.find((b) => b.spec === query.get("spec"));
      if (!board) throw new ApiError(400, recorded.misspelt.detail);
      return board;
    },
    "POST /api/games": ({ body }) => {
      wishes.push(body as Wish);
      return { id: "g1" };
    },
  });
});

const open = (asked: Partial<Record<"game" | "spec" | "rules" | "to" | "company", string>>) =>
  show(NewGame, { spec: "", game: "", rules: "", to: "", company: "", ...asked });

const summary = () => read("section.summary");
const chosen = (name: string | RegExp) => the("radio", name).checked;
const play = () => the("button", /^(Play|Create link)$/);

describe("the form", () => {
  it("refuses an impossible handicap immediately, and accepts one of one stone as no komi", async () => {
    await open({ game: "weiqi", spec: "grid:9" });
    await fill(the("number", "Handicap"), "30");
    expect(summary()).toContain("Handicap: 0 to 9.");
    expect(play().disabled).toBe(true);
    await fill(the("number", "Handicap"), "1");
    expect(summary()).toContain("komi 0.5");
    expect(summary()).not.toContain("andicap");
    expect(read()).toContain("No stone is placed: Black moves first");
    await press(play());
    expect(wishes.map((wish) => wish.rules)).toEqual([
      "weiqi:komi=0.5,handicap=0,score=area,ko=positional,suicide=no",
    ]);
    expect(router.route).toMatchObject({ page: "game", id: "g1" });
  });

  it("knows rule sets of Go by name, and treats changes as custom rules", async () => {
    await open({ game: "weiqi", spec: "grid:9" });
    expect(summary()).toContain("Chinese rules");
    expect(chosen("Chinese")).toBe(true);
    await press(the("radio", "New Zealand"));
    expect(the("number", "Komi").value).toBe("7");
    await press(the("radio", "Japanese"));
    expect(the("number", "Komi").value).toBe("6.5");
    expect(read()).toContain("points inside a seki count too");
    expect(summary()).toContain("Japanese rules · komi 6.5");
    await fill(the("choice", "Scoring"), "Area");
    expect(chosen("Custom rules")).toBe(true);
    expect(summary()).toContain("Custom rules");
    await press(the("radio", "AGA"));
    await press(the("radio", "Custom rules"));
    expect([chosen("AGA"), chosen("Custom rules")]).toEqual([false, true]);
    await fill(the("choice", "Suicide"), "Allowed");
    await fill(the("slider"), "1");
    await press(play());
    expect(wishes[0]).toMatchObject({ board: "grid:9", opponent: "level:1" });
    expect(wishes[0]?.rules).toBe("weiqi:komi=7,handicap=0,score=area,ko=situational,suicide=yes");
  });

  it("accepts a custom size", async () => {
    await open({ game: "weiqi" });
    await press(the("radio", "Another size"));
    expect(read("section.summary h2")).toBe("Grid 11×11");
    await fill(the("number", "Rows"), "7");
    expect(read("section.summary h2")).toBe("Grid 11×7");
    await fill(the("number", "Rows"), "39");
    expect(read("section.summary h2")).toBe("Grid 11×7");
    await fill(the("number", "Rows"), "7");
    await press(play());
    expect(wishes[0]?.board).toBe("grid:11x7");
  });

  it("says why a game cannot be played on a board", async () => {
    await open({ game: "connect4" });
    await unfold("Boards made for other games");
    const torus = document.querySelector<HTMLInputElement>('input[value="torus:9x9"]')!;
    expect(torus.disabled).toBe(true);
    expect(read(document.getElementById(torus.getAttribute("aria-describedby")!)!)).toMatch(/stones fall/);
    await open({ game: "connect4", spec: "hex:5" });
    expect(summary()).toContain("stones fall");
    expect(play().disabled).toBe(true);
  });

  it("starts the next game without the handicap and the colours of the last one, and says what it begins with", async () => {
    await open({ game: "weiqi", spec: "grid:9" });
    await press(the("radio", "Private link"));
    await fill(the("number", "Handicap"), "3");
    await press(the("radio", /^White/));
    expect(summary()).toContain("Go against a friend");
    expect(summary()).toContain("You play White · 3 handicap stones · komi 0.5");
    await press(the("button", "Create link"));
    expect(wishes[0]).toMatchObject({ color: "white", opponent: "human" });
    history.replaceState(null, "", "/new");
    await open({});
    expect(summary()).toContain("Go against a friend");
    expect(summary()).not.toMatch(/handicap|White|komi/);
  });

  it("restores the choices when the user comes back", async () => {
    await open({ game: "weiqi", spec: "torus:9x9" });
    await press(the("radio", /^13/));
    await press(the("radio", "Private link"));
    await press(the("radio", "White"));
    await fill(the("number", "Komi"), "5.5");
    await open({ game: "weiqi", spec: "torus:9x9" });
    expect([/^13/, "Private link", "White"].map(chosen)).toEqual([true, true, true]);
    expect(the("number", "Komi").value).toBe("5.5");
  });

  it("offers suitable boards, and has no heading for missing options", async () => {
    await open({ game: "gomoku", spec: "grid:9" });
    expect(all("heading", "Rules")).toHaveLength(1);
    await press(all("radio", /^NoGo/)[0]!);
    expect(all("radio", "First steps")).toHaveLength(1);
    expect(all("heading", "Rules")).toEqual([]);
    await open({ game: "nogo" });
    expect([chosen(/^9/), play().disabled]).toEqual([true, false]);
  });

  it("reports a missing board, and refusals by the server", async () => {
    await open({ spec: "tours:9x9" });
    expect(read(the("alert"))).toMatch(/torus/);
    expect(all("button", /^Play$/).every((button) => button.disabled)).toBe(true);
  });
});

it("keeps refused values, and says why", async () => {
  serve({
    "GET /api/me": recorded.guest,
    "GET /api/catalog": recorded.catalog,
    "GET /api/boards": recorded.grid9,
    "POST /api/games": () => {
      throw new ApiError(recorded.refused.status, recorded.refused.detail);
    },
  });
  await open({ game: "weiqi", spec: "grid:9" });
  await press(play());
  expect(read(the("alert"))).toBe(recorded.refused.detail + ".");
  expect([play().disabled, router.route.page]).toEqual([false, "new"]);
});
