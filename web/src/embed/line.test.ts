import { expect, it } from "vitest";

import type { Embed, EmbedAnswer } from "../wire.ts";
import { frameAt, onPoint, Trying } from "./line.ts";

const shown = {
  stones: "o..",
  toPlay: "black",
  try: "/embed/puzzle/p/try",
  steps: [
    { move: "B1", point: 1, color: "black", stays: true, taken: [0] },
    { move: "pass", point: -1, color: "white", stays: false, taken: [] },
    { move: "C1", point: 2, color: "black", stays: false, taken: [1] },
  ],
} as unknown as Embed;

it.each([
  [0, [2, 0, 0], -1, ""],
  [1, [0, 1, 0], 1, "B1"],
  [2, [0, 1, 0], -1, "pass"],
  [3, [0, 0, 0], -1, "C1"],
])("has after %i steps those stones", (n, stones, last, move) => {
  expect(frameAt(shown, n)).toMatchObject({ stones: Uint8Array.from(stones), last, move });
});

const answer = (verdict: string, reply: string, ...stones: string[]): EmbedAnswer => ({
  verdict,
  text: verdict,
  reply,
  steps: stones.map((text, i) => ({ move: `M${i}`, point: i, color: "black", stones: text })),
});

it("sends the correct moves again, and their answers", () => {
  const trying = new Trying({ ...shown, steps: [] });
  expect(trying.address("A1")).toBe("/embed/puzzle/p/try?moves=A1");
  trying.take("A1", answer("right", "B1", "x..", "xo."));
  expect([trying.length, trying.open, trying.address("C1")]).toEqual([
    2,
    true,
    "/embed/puzzle/p/try?moves=A1.B1.C1",
  ]);
  trying.take("C1", answer("solved", "", "xox"));
  expect([trying.length, trying.open]).toEqual([3, false]);
  expect(trying.frame(3)).toMatchObject({ stones: Uint8Array.from([1, 2, 1]), last: 0 });
  trying.restart();
  expect([trying.length, trying.open, trying.answer]).toEqual([0, true, null]);
  expect(trying.frame(0).stones).toEqual(Uint8Array.from([2, 0, 0]));
});

it("continues where it was after a move that the server could not check", () => {
  const trying = new Trying({ ...shown, steps: [] });
  trying.take("A1", answer("unclear", "", "x.."));
  expect([trying.length, trying.open, trying.address("B1")]).toEqual([
    0,
    true,
    "/embed/puzzle/p/try?moves=B1",
  ]);
});

it("ends with a wrong move, whose refutation can be replayed", () => {
  const trying = new Trying({ ...shown, steps: [] });
  trying.take("A1", answer("wrong", "", "x..", "xo.", "xox"));
  expect([trying.length, trying.open]).toEqual([3, false]);
});

it("describes a point", () => {
  expect([0, 1, 2, undefined].map(onPoint)).toEqual(["empty", "black", "white", "empty"]);
});
