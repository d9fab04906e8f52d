// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { ApiError } from "../lib/server/api.ts";
import { serve, type Answer } from "../testing/server.ts";
import type { TrainingAnswer, TrainingProblem } from "../wire.ts";
import { LifeTrainer } from "./training.svelte.ts";

const problem = (key: string): TrainingProblem => ({
  key,
  mode: "rated",
  board: "grid:3",
  stones: ".........",
  toPlay: "black",
  question: "live",
  target: [],
  region: [0, 1, 2, 3, 4],
  forbidden: [{ point: 3, reason: "ko" }],
  title: "",
  group: "",
  notes: "",
  hint: "Look at the corner.",
  rank: "20k",
  points: 1000,
  tags: [],
  solutions: 1,
  tried: 0,
  solved: 0,
  counts: true,
  cost: 12.4,
  number: 0,
  of: 0,
});
const answer = (part: Partial<TrainingAnswer> = {}): TrainingAnswer => ({
  verdict: "solved",
  text: "Solved.",
  words: [],
  steps: [{ move: "A3", point: 0, color: "black", stones: "x........" }],
  forbidden: [],
  counted: false,
  rating: null,
  change: 0,
  exam: null,
  ...part,
});
const steps = [
  { move: "A3", point: 0, color: "black", stones: "x........" },
  { move: "B3", point: 1, color: "white", stones: "xo......." },
];

let tries: { path: string; body: unknown; answer: (it: unknown) => void }[];
let trainer: LifeTrainer;
const settled = () => vi.advanceTimersByTimeAsync(0);
const stones = () => [...(trainer.drawn?.stones ?? [])].join("");

beforeEach(async () => {
  vi.useFakeTimers();
  tries = [];
  let next = 0;
  const tried: Answer = ({ path, body }) => new Promise((answer) => tries.push({ path, body, answer }));
  serve({
    "GET /api/training": { rating: {}, exam: null },
    "GET /api/boards": { ...grid(3), spec: "grid:3" },
    "POST /api/training/next": () => problem(`p${++next}`),
    "POST /api/training/problems/p1/try": tried,
    "POST /api/training/problems/p2/try": tried,
  });
  trainer = new LifeTrainer({ mode: "", collection: "", problem: "" });
  await trainer.begin();
});

describe("a problem", () => {
  it("rejects illegal moves immediately, without a request", () => {
    for (const point of [3, 8]) {
      trainer.choose(point);
      expect([trainer.refusal === "", trainer.phase]).toEqual([false, "open"]);
    }
    expect(tries).toEqual([]);
  });

  it("plays the answer step by step and continues from there", async () => {
    trainer.choose(0);
    expect([stones(), trainer.phase]).toEqual(["100000000", "asking"]);
    trainer.choose(1);
    await settled();
    expect(tries.map(({ body }) => body)).toEqual([{ moves: ["A3"], show: false }]);
    tries[0]!.answer(answer({ verdict: "right", steps }));
    await settled();
    expect([stones(), trainer.phase]).toEqual(["100000000", "playing"]);
    await vi.advanceTimersByTimeAsync(700);
    expect([stones(), trainer.phase, trainer.moves]).toEqual(["120000000", "open", ["A3", "B3"]]);
    trainer.choose(2);
    await settled();
    expect(tries[1]!.body).toEqual({ moves: ["A3", "B3", "C3"], show: false });
  });

  it("ignores answers about the previous one", async () => {
    trainer.choose(0);
    await settled();
    await trainer.next();
    expect([trainer.problem?.key, trainer.phase, stones()]).toEqual(["p2", "open", "000000000"]);
    tries[0]!.answer(answer({ counted: true }));
    await settled();
    expect([trainer.answer, trainer.counted, trainer.phase, stones()]).toEqual([
      null,
      null,
      "open",
      "000000000",
    ]);
    trainer.choose(1);
    await settled();
    expect(tries[1]).toMatchObject({ path: "/api/training/problems/p2/try", body: { moves: ["B3"] } });
  });

  it("does not show the solution of the previous one", async () => {
    void trainer.show();
    await settled();
    await trainer.next();
    tries[0]!.answer(answer());
    await settled();
    expect([trainer.answer, trainer.phase, stones()]).toEqual([null, "open", "000000000"]);
  });

  it("ignores a refusal about the previous one, and its end", async () => {
    trainer.choose(0);
    await settled();
    await trainer.next();
    trainer.choose(1);
    await settled();
    tries[0]!.answer(new ApiError(400, "Decline."));
    await settled();
    expect([trainer.refusal, trainer.phase, stones()]).toEqual(["", "asking", "010000000"]);
    tries[1]!.answer(new ApiError(400, "Decline."));
    await settled();
    expect([trainer.refusal, trainer.phase, stones()]).toEqual(["Decline.", "open", "000000000"]);
  });

  it("costs nothing after it has counted", async () => {
    expect(trainer.cost).toBe(12);
    trainer.choose(0);
    await settled();
    tries[0]!.answer(answer({ counted: true }));
    await settled();
    expect([trainer.cost, trainer.solved, trainer.phase]).toEqual([0, true, "done"]);
  });
});
