import { describe, expect, it } from "vitest";

import { parseRoute, paths } from "./routes.ts";

describe("parseRoute", () => {
  it.each([
    ["/", { page: "home" }],
    ["/new", { page: "new", board: "", game: "", rules: "", to: "", with: "" }],
    ["/new?board=torus:9x9", { page: "new", board: "torus:9x9", game: "", rules: "", to: "", with: "" }],
    ["/new?game=gomoku", { page: "new", board: "", game: "gomoku", rules: "", to: "", with: "" }],
    [
      "/new?board=grid:5&rules=capturefive:n=4,captures=no",
      { page: "new", board: "grid:5", game: "", rules: "capturefive:n=4,captures=no", to: "", with: "" },
    ],
    ["/new?with=friend", { page: "new", board: "", game: "", rules: "", to: "", with: "friend" }],
    ["/game/abc", { page: "game", id: "abc" }],
    ["/boards", { page: "boards", own: false }],
    ["/boards?of=mine", { page: "boards", own: true }],
    ["/boards/import", { page: "import" }],
    ["/boards/draw", { page: "draw", board: "" }],
    ["/boards/draw?board=torus:9x9", { page: "draw", board: "torus:9x9" }],
    ["/history", { page: "history" }],
    ["/leaders", { page: "leaders", pool: "" }],
    ["/leaders?pool=weiqi/9x9/blitz", { page: "leaders", pool: "weiqi/9x9/blitz" }],
    ["/train", { page: "train", view: "", from: { mode: "", collection: "", problem: "" } }],
    ["/solve", { page: "solve", problem: "" }],
    ["/solve#b=grid:9&s=81.", { page: "solve", problem: "b=grid:9&s=81." }],
    ["/learn#ko", { page: "learn", term: "ko" }],
    ["/learn#%", { page: "learn", term: "%" }],
    ["/learn/capturefive", { page: "learn", term: "", lesson: "capturefive" }],
    ["/learn/atari-go#3", { page: "learn", term: "3", lesson: "atari-go" }],
    ["/studies", { page: "studies" }],
    ["/study/a%20b#3", { page: "study", id: "a b" }],
  ])("%s", (address, route) => {
    expect(parseRoute(address)).toEqual(route);
  });

  it.each([
    ["/game/", { page: "/game", path: "/game/", id: "" }],
    ["/people/", { page: "/people", path: "/people/", id: "" }],
    ["/game/a/b", { page: "/game/*/*", path: "/game/a/b", id: "a" }],
    ["/class/a%20b", { page: "/class/*", path: "/class/a%20b", id: "a b" }],
    ["/nowhere", { page: "/nowhere", path: "/nowhere", id: "" }],
  ])("leaves %s to features", (address, route) => {
    expect(parseRoute(address)).toMatchObject(route);
  });

  it.each(["grid:19", "circle:4x16", "id:0123", "file:a b&c?d#e%2F"])("finds the board %s again", (board) => {
    expect(parseRoute(paths.new(board))).toEqual({
      page: "new",
      board,
      game: "",
      rules: "",
      to: "",
      with: "",
    });
  });

  it("parses a position that it has written", () => {
    const from = {
      game: "",
      board: "grid:3",
      rules: "gomoku:rule=renju,n=5",
      stones: "x.o",
      toPlay: "white",
      moves: "A1.B2",
      library: "",
      at: "",
    };
    const path = paths.analyse(from);
    expect(path).toBe(
      "/analyse?board=grid:3&rules=gomoku:rule=renju,n=5&stones=x.o&toPlay=white&moves=A1.B2",
    );
    expect(parseRoute(path)).toEqual({ page: "analyse", from });
  });

  it("parses a library position that it has written", () => {
    const from = {
      view: "positions",
      file: "0",
      board: "grid:19",
      rules: "weiqi:komi=6.5",
      stones: "",
      toPlay: "",
      moves: "Q16.D4",
      corner: "9",
      side: "top-right",
    } as const;
    expect(parseRoute(paths.library(from))).toEqual({ page: "library", from });
    expect(parseRoute("/library?view=none")).toMatchObject({ page: "library", from: { view: "" } });
  });

  it.each(["Ada", "a b", "ä%?#&", "頑張"])("finds %s again", (name) => {
    expect(parseRoute(paths.person(name))).toEqual({ page: "person", name });
    expect(parseRoute(paths.challenge(name))).toMatchObject({ page: "new", to: name });
  });

  it("parses a leader board that it has written", () => {
    const pool = "weiqi/9x9/blitz";
    expect(parseRoute(paths.leaders(pool))).toEqual({ page: "leaders", pool });
  });

  it.each(["x", "a/b", "ä%?#"])("finds the game %s again", (id) => {
    expect(parseRoute(paths.game(id))).toEqual({ page: "game", id });
  });
});
