import { describe, expect, it } from "vitest";

import { boardEntry, catalogWith, gameWith } from "../../lib/games/testing/games.ts";
import type { Board } from "../../wire.ts";
import { against, gridSize, gridSpec, offered } from "./combine.ts";

it("recognizes plain grids that are fully shown", () => {
  expect(gridSize("grid:9")).toEqual([9, 9]);
  expect(gridSize("grid:7x6")).toEqual([7, 6]);
  for (const spec of ["grid:99", "torus:9x9", "id:9", ""]) expect(gridSize(spec), spec).toBeNull();
  for (const spec of ["grid:9", "grid:7x6"]) expect(gridSpec(...gridSize(spec)!)).toBe(spec);
});

it("sorts by size, then the other boards, then those for other games", () => {
  const boards = [
    boardEntry("grid:19", ["weiqi"]),
    boardEntry("grid:9", ["weiqi"]),
    boardEntry("grid:99", ["gomoku"]),
    boardEntry("grid:15", ["gomoku"]),
    boardEntry("torus:9x9", ["weiqi"]),
    boardEntry("id:1", [], "own"),
  ];
  const { sizes, others, rest } = offered(catalogWith({ boards }), "weiqi");
  expect(sizes.map((b) => b.spec)).toEqual(["grid:9", "grid:19"]);
  expect(others.map((b) => b.spec)).toEqual(["torus:9x9", "id:1"]);
  expect(rest.map((b) => b.spec)).toEqual(["grid:99"]);
});

describe("reasons against", () => {
  const board = (part: Partial<Board>) => part as Board;

  it("say which boards have no straight lines", () => {
    const gomoku = gameWith({ id: "gomoku", title: "Gomoku", needsLines: true });
    expect(against(gomoku, board({ lines: false }))).toContain("Gomoku needs straight lines");
    expect(against(gomoku, board({ lines: true }))).toBe("");
    expect(against(gameWith({ id: "weiqi" }), board({ lines: false }))).toBe("");
  });

  it("say where stones cannot fall", () => {
    const connect4 = gameWith({ id: "connect4", title: "Connect Four", falls: true });
    expect(against(connect4, board({ lines: true }))).toContain("fall");
    expect(against(connect4, board({ lines: true, width: 7 }))).toBe("");
  });
});
