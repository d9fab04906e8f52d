import { describe, expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { numberAt, positions, recordOf, rowsOf } from "./replay.ts";

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
  lines: true,
  class: "flat",
};

type Taken = [move: number, point: number, color: "black" | "white"];

const look = (moves: string[], now: number[], ...taken: Taken[]) =>
  positions(
    row,
    moves,
    Uint8Array.from(now),
    moves.map((_, i) => taken.filter(([m]) => m === i).map(([, point, color]) => ({ point, color }))),
  )?.map((p) => [...p.stones].join(""));

describe("positions", () => {
  it("takes the moves back, including captures", () => {
    expect(look(["C", "A", "B"], [0, 1, 1, 0], [2, 0, "white"])).toEqual(["0000", "0010", "2010", "0110"]);
  });

  it("handles the stones of a suicide, which never stayed", () => {
    expect(look(["C", "A", "D", "B"], [0, 0, 1, 1], [3, 0, "white"])).toEqual([
      "0000",
      "0010",
      "2010",
      "2011",
      "0011",
    ]);
  });

  it("finds the last stone, none after a pass", () => {
    const after = positions(row, ["C", "pass"], Uint8Array.from([0, 0, 1, 0]), [[], []]);
    expect(after?.map((p) => p.last)).toEqual([-1, 2, -1]);
  });

  it("finds the handicap stones", () => {
    expect(look(["A"], [2, 0, 0, 1])).toEqual(["0001", "2001"]);
  });

  it("keeps the mark of the last stone over a choice and an offer", () => {
    const after = positions(row, ["B", "swap", "A", "D"], Uint8Array.from([0, 1, 0, 2]), [[], [], [], []]);
    expect(after?.map((p) => p.last)).toEqual([-1, 1, 1, 1, 3]);
  });

  it("skips choices and offers of an opening", () => {
    expect(look(["B", "swap", "A", "D", "A"], [2, 1, 0, 0])).toEqual([
      "0000",
      "0100",
      "0100",
      "0100",
      "0100",
      "2100",
    ]);
  });

  it("is empty if not every move has its captures", () => {
    expect(positions(row, ["A"], Uint8Array.from([1, 0, 0, 0]), [])).toBeNull();
  });
});

describe("recordOf", () => {
  const colors = (moves: string[], now: number[], rules: string) =>
    recordOf(row, moves, Uint8Array.from(now), rules, rules !== "gomoku").map((m) => m.color);

  it("alternates the sides of Go, White first after a handicap", () => {
    expect(colors(["A", "pass", "B"], [1, 1, 0, 0], "weiqi:komi=7.5")).toEqual(["black", "white", "black"]);
    expect(colors(["A"], [2, 0, 0, 1], "weiqi:handicap=1")).toEqual(["white"]);
  });

  it("takes colours from the stones if an opening mixes the turns", () => {
    expect(colors(["A", "B", "C", "swap", "D"], [1, 2, 1, 2], "gomoku")).toEqual([
      "black",
      "white",
      "black",
      "",
      "white",
    ]);
  });

  it("writes moves in the players' notation", () => {
    const gomoku = { ...row, names: ["H1", "J1", "K1", "L1"], shown: ["H1", "I1", "J1", "K1"] };
    const record = recordOf(gomoku, ["J1", "swap", "L1"], Uint8Array.from([0, 1, 0, 2]), "gomoku", false);
    expect(record.map((m) => m.text + m.color)).toEqual(["I1black", "swap", "K1white"]);
  });

  it("counts stones and passes, and no opening choices", () => {
    const record = recordOf(
      row,
      ["A", "B", "swap", "pass", "C"],
      Uint8Array.from([1, 2, 1, 0]),
      "gomoku",
      false,
    );
    expect(record.map((m) => m.number)).toEqual([1, 2, 0, 3, 4]);
    expect([0, 2, 3, 4, 5].map((ply) => numberAt(record, ply))).toEqual([0, 2, 2, 3, 4]);
  });

  it("distinguishes an offer from a later stone on that point", () => {
    expect(colors(["A", "B", "C", "A"], [2, 0, 1, 0], "gomoku")).toEqual(["", "", "black", "white"]);
  });
});

it("puts Black's move and White's answer in one row, and choices in their own rows", () => {
  const moves = (["black", "white", "black", "", "white", "black", "black"] as const).map((color, i) => ({
    ply: i + 1,
    number: color ? i + 1 : 0,
    text: String(i + 1),
    color,
  }));
  expect(rowsOf(moves).map((row) => row.map((m) => m?.text ?? "-").join(" "))).toEqual([
    "1 2",
    "3",
    "4",
    "- 5",
    "6",
    "7",
  ]);
});

it("puts White's move before Black's answer if White begins, as after a handicap", () => {
  const record = recordOf(row, ["A", "B", "C"], Uint8Array.from([2, 1, 2, 1]), "weiqi:handicap=1", true);
  expect(rowsOf(record).map((cells) => cells.map((m) => m?.number))).toEqual([[1, 2], [3]]);
});
