import { describe, expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { positions } from "./replay.ts";

/** Four points in a row: A B C D. */
const row: Board = {
  spec: "path:4",
  title: "Row",
  flat: true,
  width: 0,
  height: 0,
  coords: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
  ],
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
  ],
  faces: [],
  names: ["A", "B", "C", "D"],
  stars: [],
};

const look = (moves: string[], now: number[], given = 0) =>
  positions(row, moves, Uint8Array.from(now), given)?.map((p) => [...p.stones].join(""));

describe("positions", () => {
  it("plays the moves again, captures included", () => {
    expect(look(["C", "A", "B"], [0, 1, 1, 0])).toEqual(["0000", "0010", "2010", "0110"]);
  });

  it("takes off a suicide's own stones", () => {
    expect(look(["B", "A"], [0, 1, 0, 0])).toEqual(["0000", "0100", "0100"]);
  });

  it("tells the last stone, none after a pass", () => {
    expect(positions(row, ["C", "pass"], Uint8Array.from([0, 0, 1, 0]), 0)?.map((p) => p.last)).toEqual([
      -1, 2, -1,
    ]);
  });

  it("finds the stones of a handicap, after which White begins", () => {
    expect(look(["A"], [2, 0, 0, 1], 1)).toEqual(["0001", "2001"]);
  });

  it("shows nothing where the moves do not lead to the stones", () => {
    expect(look(["A"], [0, 1, 0, 0])).toBeUndefined();
    expect(look(["A"], [2, 0, 0, 1], 2)).toBeUndefined();
    expect(look(["Z"], [0, 0, 0, 0])).toBeUndefined();
  });
});
