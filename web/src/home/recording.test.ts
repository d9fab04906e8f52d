import { expect, it } from "vitest";

import { BLACK, EMPTY, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";
import recorded from "./recording.json";
import { positionAfter, recordedMoves } from "./recording.ts";

const names = [...new Set(recorded.moves.split(/[ x]/))];
const board = { names, coords: names.map(() => [0, 0, 0]) } as unknown as Board;
const at = (ply: number, name: string) => positionAfter(board, ply).stones[names.indexOf(name)];

it("starts with an empty board, and each move adds a stone by turns", () => {
  expect(positionAfter(board, 0)).toEqual({ stones: new Uint8Array(names.length), last: -1 });
  expect([at(1, "J8"), at(1, "P5"), at(2, "P5")]).toEqual([BLACK, EMPTY, WHITE]);
  expect(positionAfter(board, 2).last).toBe(names.indexOf("P5"));
});

it("removes only existing stones, and places none on another", () => {
  let before = positionAfter(board, 0).stones;
  for (let ply = 1; ply <= recordedMoves; ply++) {
    const { stones, last } = positionAfter(board, ply);
    expect(before[last], `move ${ply}`).toBe(EMPTY);
    const [, ...taken] = recorded.moves.split(" ")[ply - 1]!.split("x");
    for (const name of taken)
      expect(before[names.indexOf(name)], `${name}, ${ply}`).toBe(ply % 2 ? WHITE : BLACK);
    const count = (s: Uint8Array) => s.filter((p) => p !== EMPTY).length;
    expect(count(stones)).toBe(count(before) + 1 - taken.length);
    before = stones;
  }
});
