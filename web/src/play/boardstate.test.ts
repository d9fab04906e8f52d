import { describe, expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { boardState, type Looks } from "./boardstate.ts";
import { chainsOf } from "./boardwords.ts";
import type { GameView } from "./machine.ts";
import { candidate, stateWith, thinkingWith, viewWith } from "./testing/game.ts";

const board: Board = {
  spec: "grid:3x1",
  title: "Grid 3×1",
  flat: true,
  width: 3,
  height: 1,
  coords: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ],
  edges: [
    [0, 1],
    [1, 2],
  ],
  faces: [],
  names: ["A1", "B1", "C1"],
  stars: [],
  lines: true,
  class: "flat",
};

const looks: Looks = { selected: -1, highlight: null, coordinates: true, ideas: true, theme: "light" };

const view = (part: Partial<GameView> = {}, state: Partial<GameView["state"]> = {}): GameView =>
  viewWith({
    stones: ".o.",
    state: stateWith({ ply: 1, last: 1, forbidden: [{ point: 0, reason: "suicide" }], dead: [1], ...state }),
    ...part,
  });

describe("boardState", () => {
  it("offers moves and names forbidden ones only on the player's turn", () => {
    const mine = boardState(view(), board, looks);
    expect(mine.toPlay).toBe(1);
    expect([...mine.forbidden.keys()]).toEqual([0]);
    const watching = boardState(view({ you: "" }), board, looks);
    expect(watching.toPlay).toBe(0);
    expect(watching.forbidden.size).toBe(0);
  });

  it("shows the unconfirmed stone as the last move and offers no other", () => {
    const drawn = boardState(
      view({ unconfirmed: { ply: 1, move: "C1", point: 2, color: "black" } }),
      board,
      looks,
    );
    expect([...drawn.stones]).toEqual([0, 2, 1]);
    expect(drawn.last).toBe(2);
    expect(drawn.toPlay).toBe(0);
  });

  it("shows dead stones only during the count", () => {
    expect(boardState(view(), board, looks).dead.size).toBe(0);
    expect([...boardState(view({}, { phase: "scoring" }), board, looks).dead]).toEqual([1]);
  });

  it("shows the engine's candidates only on request", () => {
    const candidates = [candidate(2, 5, 0.6), candidate(-1, 1, 0.1)];
    const thinking = thinkingWith({ color: "white", line: ["C1", "pass"], candidates });
    const drawn = boardState(view({ thinking }), board, looks);
    expect(drawn.candidates.map((c) => c.point)).toEqual([2]);
    expect(drawn.line).toEqual([2]);
    expect(drawn.lineColor).toBe(2);
    expect(boardState(view({ thinking }), board, { ...looks, ideas: false }).candidates).toEqual([]);
  });
});

it("lists chains, those in danger first", () => {
  expect(chainsOf(board, Uint8Array.from([1, 0, 1]), 1)).toEqual([
    { stones: ["A1"], liberties: 1 },
    { stones: ["C1"], liberties: 1 },
  ]);
  expect(chainsOf(board, Uint8Array.from([1, 1, 0]), 1)).toEqual([{ stones: ["A1", "B1"], liberties: 1 }]);
});
