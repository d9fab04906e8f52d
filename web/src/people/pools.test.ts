import { describe, expect, it } from "vitest";

import type { PoolEntry } from "../wire.ts";
import { classOptions, gameOptions, poolOf, poolText, speedOptions } from "./pools.ts";

const pool = (game: string, gameTitle: string, boards = "", classTitle = "", speed = ""): PoolEntry => ({
  pool: [game, boards, speed].filter(Boolean).join("/"),
  title: gameTitle,
  game,
  gameTitle,
  class: boards,
  classTitle,
  speed,
});
const pools = [
  pool("weiqi", "Go", "9x9", "9×9", "blitz"),
  pool("weiqi", "Go", "9x9", "9×9", "rapid"),
  pool("weiqi", "Go", "solid", "on boards in space", "blitz"),
  pool("weiqi", "Go", "solid", "on boards in space", "rapid"),
  pool("gomoku", "Gomoku"),
];

describe("the choice of a leader board", () => {
  it("offers each game once, and its classes and speeds", () => {
    expect(gameOptions(pools).map((o) => o.title)).toEqual(["Go", "Gomoku"]);
    expect(classOptions(pools, "weiqi").map((o) => o.title)).toEqual(["9×9", "On boards in space"]);
    expect(speedOptions(pools, "weiqi").map((o) => o.title)).toEqual(["Blitz", "Rapid"]);
  });

  it("offers no class and speed for a game with one leader board", () => {
    expect(classOptions(pools, "gomoku")).toEqual([]);
    expect(speedOptions(pools, "gomoku")).toEqual([]);
  });

  it("describes a pool by its id", () => {
    expect(poolText("weiqi/9x9/blitz", "!")).toBe("Go 9×9, blitz");
    expect(poolText("weiqi/solid/correspondence", "!")).toBe("Go on boards in space, correspondence");
    expect(poolText("gomoku", "!")).toBe("Gomoku");
    for (const unknown of ["chess", "weiqi/7x7/blitz", "weiqi/9x9/bullet", "weiqi/toString/blitz"])
      expect(poolText(unknown, "as the server says")).toBe("as the server says");
  });

  it("finds the pool of the choice, or the first of the game", () => {
    expect(poolOf(pools, { game: "weiqi", class: "solid", speed: "rapid" })).toBe("weiqi/solid/rapid");
    expect(poolOf(pools, { game: "gomoku", class: "solid", speed: "rapid" })).toBe("gomoku");
    expect(poolOf(pools, { game: "weiqi", class: "", speed: "" })).toBe("weiqi/9x9/blitz");
    expect(poolOf(pools, { game: "chess", class: "", speed: "" })).toBe("");
  });
});
