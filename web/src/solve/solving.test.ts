// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { lines, type Line } from "../testing/lines.ts";
import { heard } from "../testing/recorded/game.ts";
import type { AnalysisPosition, SolveAnswer, SolveRequest } from "../wire.ts";
import { emptyProblem } from "./draft.ts";
import { Solving } from "./solving.svelte.ts";

let line: Line;
let solving: Solving;

beforeEach(() => {
  const sockets = lines();
  const board = { ...grid(3), spec: "grid:3" };
  solving = new Solving(board, {
    ...emptyProblem(board),
    stones: "oo.......",
    target: [0, 1],
    region: [2, 3, 4],
  });
  line = sockets[0]!;
  line.open();
});

const position = (stones: string): AnalysisPosition =>
  ({
    stones,
    state: { ...heard[1]!.event!.state, forbidden: [{ point: 4, reason: "ko" }] },
  }) as AnalysisPosition;
const answer = (part: Partial<SolveAnswer> = {}): SolveAnswer => ({
  toPlay: "black",
  defender: "white",
  question: "kill",
  verdict: "dead",
  fate: "",
  ko: null,
  bentFour: false,
  firstMoves: [],
  all: true,
  best: "",
  score: null,
  line: [],
  tenuki: "",
  region: [2, 3, 4],
  found: false,
  assumes: "",
  walls: [],
  nodes: 1,
  memory: 1,
  millis: 1,
  ...part,
});
const last = () => line.sent.at(-1) as SolveRequest;
const shown = () => [...solving.drawn.stones].join("");

/** Solves the problem: then it is played through. */
function solved(part: Partial<SolveAnswer> = {}): void {
  solving.solve();
  line.say({ id: last().id, position: position("oo......."), answer: answer(part) });
}

describe("a problem", () => {
  it("is solved, and then played through", () => {
    solving.solve();
    expect([solving.mode, solving.waiting, last().type]).toEqual(["solve", true, "solve"]);
    solved();
    expect([solving.mode, solving.waiting, solving.answer?.verdict]).toEqual(["play", false, "dead"]);
    solving.choose(4);
    expect(solving.problem).not.toBe("");
    solving.choose(2);
    expect([solving.problem, last()]).toMatchObject(["", { type: "after", moves: ["C3"] }]);
  });

  it("ignores answers about its state before a change", () => {
    solving.solve();
    const { id } = last();
    solving.choose(5);
    solving.edit();
    solving.choose(5);
    line.say({ id, answer: answer(), position: position("xxxxxxxxx") });
    expect([solving.answer, solving.mode, solving.position]).toEqual([null, "draw", null]);
    expect(shown()).toBe("220001000");
  });

  it("stays at the current node while every move is tried, and stops when the user navigates", () => {
    solved();
    solving.tryAll();
    expect([solving.trying, last().moves]).toEqual([true, ["C3"]]);
    line.say({ id: last().id, position: position("oox......") });
    expect([solving.position?.stones, shown()]).toEqual(["oo.......", "220000000"]);
    line.say({ id: last().id, answer: answer({ verdict: "alive" }) });
    expect([solving.trying, last().moves, solving.answer?.verdict]).toEqual([true, ["A2"], "dead"]);
    const { id } = last();
    solving.choose(2); // its position is known
    expect([solving.position?.stones, solving.trying, solving.waiting]).toEqual(["oox......", false, false]);
    line.say({ id, position: position("oo.x.....") });
    expect(solving.position?.stones).toBe("oox......");
  });

  it("is requested again on a new connection, unless it was answered", () => {
    solving.solve();
    const request = last();
    line.open();
    expect([line.sent.length, last()]).toEqual([2, request]);
    line.say({ id: request.id, position: position("oo......."), answer: answer() });
    line.open();
    expect(line.sent).toHaveLength(2);
  });

  it("returns to drawing if it cannot be solved, and says why", () => {
    solving.solve();
    line.say({ id: last().id, problem: "no target" });
    expect([solving.mode, solving.waiting, solving.problem]).toEqual(["draw", false, "No target."]);
  });
});
