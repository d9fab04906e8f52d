import { expect, it } from "vitest";

import type { Board, RecordNode } from "../wire.ts";
import { mainLine } from "./walk.ts";

const board = { coords: [[0], [1], [2], [3]], names: ["A", "B", "C", "D"] } as unknown as Board;
const node = (parent: number, part: Partial<RecordNode>): RecordNode => ({
  parent,
  toPlay: "black",
  properties: [],
  ...part,
});

it("follows the first variations, with what each move places and captures", () => {
  const nodes = [
    node(-1, {}),
    node(0, { move: "A", toPlay: "white", changes: [[0, 1]] }),
    node(1, { move: "B", changes: [[1, 2], [0, 0]] }), // prettier-ignore
    node(1, { move: "D", changes: [[3, 2]] }),
    node(2, { move: "pass", toPlay: "white" }),
  ];
  const steps = mainLine({ board, nodes });
  expect(steps.map((s) => [...s.stones].join(""))).toEqual(["0000", "1000", "0200", "0200"]);
  expect(steps.map((s) => s.last)).toEqual([-1, 0, 1, -1]);
  expect(steps.at(-1)!.place).toEqual({ stones: "", toPlay: "", moves: ["A", "B", "pass"] });
});

it("starts anew where stones are set up", () => {
  const nodes = [
    node(-1, { toPlay: "white", changes: [[3, 1]] }),
    node(0, { move: "A", changes: [[0, 2]] }),
    node(1, { properties: [["C", "well"]] }),
    node(2, { move: "B", toPlay: "white", anew: true, changes: [[1, 1]] }),
  ];
  const steps = mainLine({ board, nodes });
  expect(steps.map((s) => s.place)).toEqual([
    { stones: "...x", toPlay: "white", moves: [] },
    { stones: "...x", toPlay: "white", moves: ["A"] },
    { stones: "ox.x", toPlay: "white", moves: [] },
  ]);
  expect(steps.map((s) => s.last)).toEqual([-1, 0, 1]);
});

it("is one empty board for a record without moves", () => {
  expect(mainLine({ board, nodes: [node(-1, {})] })).toHaveLength(1);
  expect(mainLine({ board, nodes: [] })).toEqual([]);
});
