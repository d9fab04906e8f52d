import { describe, expect, it } from "vitest";

import { parseRoute, paths } from "./routes.ts";

describe("parseRoute", () => {
  it.each([
    ["/", { page: "home" }],
    ["/new", { page: "new", board: "" }],
    ["/new?board=torus:9x9", { page: "new", board: "torus:9x9" }],
    ["/game/abc", { page: "game", id: "abc" }],
    ["/game/", { page: "missing", path: "/game/" }],
    ["/boards/import", { page: "import" }],
    ["/learn#ko", { page: "learn", term: "ko" }],
    ["/learn#%", { page: "learn", term: "%" }],
    ["/game/a/b", { page: "missing", path: "/game/a/b" }],
    ["/nowhere", { page: "missing", path: "/nowhere" }],
  ])("%s", (address, route) => {
    expect(parseRoute(address)).toEqual(route);
  });

  it.each(["grid:19", "circle:4x16", "id:0123", "file:a b&c?d#e%2F"])("finds the board %s again", (board) => {
    expect(parseRoute(paths.new(board))).toEqual({ page: "new", board });
  });

  it.each(["x", "a/b", "ä%?#"])("finds the game %s again", (id) => {
    expect(parseRoute(paths.game(id))).toEqual({ page: "game", id });
  });
});
