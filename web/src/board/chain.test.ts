import { describe, expect, it } from "vitest";
import { chainAt } from "./chain";
import { describePoint } from "./describe";
import { BLACK, emptyState, WHITE, type Stone } from "./state";
import { grid, torus } from "./testing/boards";

describe("chainAt", () => {
  it("finds a chain and its liberties on a grid", () => {
    const board = grid(5);
    const stones = new Uint8Array(25);
    for (const p of [6, 7, 12]) stones[p] = BLACK;
    stones[8] = WHITE;
    expect(chainAt(board, stones, 12)).toEqual({
      point: 12,
      stones: [6, 7, 12],
      liberties: [1, 2, 5, 11, 13, 17],
    });
    expect(chainAt(board, stones, 8)?.liberties).toEqual([3, 9, 13]);
  });

  it("counts a liberty that several stones share once", () => {
    const board = grid(2);
    const stones = Uint8Array.from([BLACK, 0, 0, BLACK]);
    expect(chainAt(board, stones, 0)?.liberties).toEqual([1, 2]);
    stones[1] = BLACK;
    expect(chainAt(board, stones, 0)).toEqual({ point: 0, stones: [0, 1, 3], liberties: [2] });
  });

  it("goes round a torus", () => {
    const board = torus(5, 4);
    const stones = new Uint8Array(20);
    stones[0] = stones[4] = WHITE;
    expect(chainAt(board, stones, 0)?.stones).toEqual([0, 4]);
    expect(chainAt(board, stones, 0)?.liberties).toHaveLength(6);
  });

  it("returns null for an empty point or one off the board", () => {
    expect(chainAt(grid(3), new Uint8Array(9), 4)).toBeNull();
    expect(chainAt(grid(3), new Uint8Array(9), 9)).toBeNull();
  });
});

describe("describePoint", () => {
  it("describes the point and what it means", () => {
    const board = grid(5);
    const stones = new Uint8Array(25);
    stones[12] = BLACK;
    const state = { ...emptyState(25), stones, last: 12, forbidden: new Map([[0, "ko"]]) };
    expect(describePoint(board, state, 12)).toBe("C3: black stone, last move.");
    expect(describePoint(board, state, 0)).toBe("A5: empty, not allowed: ko.");
    const walled = { ...state, walls: [1], wallColor: WHITE as Stone };
    expect(describePoint(board, walled, 1)).toBe(
      "B5: empty, beyond the region, a white stone is assumed here.",
    );
    const shown = { ...state, highlight: chainAt(board, stones, 12) };
    expect(describePoint(board, shown, 12)).toContain("in a chain of 1 stone with 4 liberties");
  });
});
