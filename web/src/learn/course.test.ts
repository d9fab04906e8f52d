// @vitest-environment jsdom
// A course with a server that answers as the test says.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../lib/server/api.ts";
import { serve } from "../testing/server.ts";
import type { Board, Lesson, LessonAnswer, LessonFrame, LessonTry, Saying } from "../wire.ts";
import { Course, pace, progressKey } from "./course.svelte.ts";

const lesson: Lesson = {
  id: "gomoku",
  rules: "five",
  board: "grid:2",
  play: { rules: "five", board: "grid:2" },
  enough: 0,
  steps: [
    { id: "gomoku.five", parts: 2 },
    { id: "gomoku.stop", parts: 1 },
  ],
};
const board = { names: ["A2", "B2", "A1", "B1"], coords: [[], [], [], []], stars: [3] } as unknown as Board;

const frame = (stones: string, more: Partial<LessonFrame> = {}): LessonFrame => ({
  stones,
  move: "",
  color: "",
  last: -1,
  figure: [],
  falls: false,
  landings: [],
  fresh: false,
  chain: null,
  ...more,
});
const answer = (more: Partial<LessonAnswer>): LessonAnswer => ({
  verdict: "",
  said: null,
  why: [],
  right: "",
  punished: "",
  side: "black",
  choices: [],
  task: "weiqi.capture.stone",
  part: 0,
  mark: -1,
  hint: -1,
  frames: [frame("o...")],
  ...more,
});
/** Some response, with arbitrary content. */
const occupied: Saying = { code: "rule", reason: "occupied" };

/** Answers a try at a step, counted from 1, of a lesson. */
const asked = vi.fn<(lesson: string, step: number, body: LessonTry) => Promise<LessonAnswer>>();

/** A course with its first step open. */
async function begun(step = -1): Promise<Course> {
  const course = new Course();
  await course.load("gomoku", step);
  return course;
}

/** Chooses a point, with the given answer from the server. */
async function choose(course: Course, point: number, reply: LessonAnswer | Error): Promise<void> {
  if (reply instanceof Error) asked.mockRejectedValueOnce(reply);
  else asked.mockResolvedValueOnce(reply);
  course.choose(point);
  await vi.advanceTimersByTimeAsync(0);
}

const stones = (course: Course): string => [...(course.drawn?.stones ?? [])].join("");

beforeEach(() => {
  vi.useFakeTimers();
  serve({
    "GET /api/lessons": { lessons: [lesson] },
    "GET /api/boards": board,
    "POST /api/lessons/gomoku/1/try": ({ body }) => asked("gomoku", 1, body as LessonTry),
    "POST /api/lessons/gomoku/2/try": ({ body }) => asked("gomoku", 2, body as LessonTry),
  });
  asked.mockReset();
  asked.mockResolvedValue(answer({}));
});
afterEach(() => vi.useRealTimers());

describe("Course", () => {
  it("shows the first position and waits for a move", async () => {
    const course = await begun();
    expect([course.phase, course.step, course.task, stones(course)]).toEqual([
      "move",
      0,
      "The white stone has one liberty left. Take it.",
      "2000",
    ]);
    expect(asked).toHaveBeenLastCalledWith("gomoku", 1, { moves: [], help: false });
    expect(course.board?.stars).toEqual([]);
  });

  it("shows a wrong move with its refutation, and takes it back", async () => {
    const course = await begun();
    const frames = [frame("o..."), frame("o..x", { move: "B1" }), frame("o.ox", { move: "A1" })];
    await choose(course, 3, answer({ verdict: "wrong", why: [occupied], frames }));
    expect([course.phase, stones(course)]).toEqual(["showing", "2001"]);
    await vi.advanceTimersByTimeAsync(pace);
    expect([course.phase, course.text, stones(course)]).toEqual([
      "wrong",
      "There is already a stone on that point.",
      "2021",
    ]);
    course.again();
    expect([course.phase, course.text, stones(course)]).toEqual(["move", "", "2000"]);
  });

  it("accepts another point immediately after a wrong move, and takes the wrong stone back if that is chosen", async () => {
    const course = await begun();
    const wrong = (stones: string) =>
      answer({ verdict: "wrong", why: [occupied], frames: [frame("o..."), frame(stones)] });
    await choose(course, 3, wrong("o..x"));
    await choose(course, 1, wrong("ox.."));
    expect(asked).toHaveBeenLastCalledWith("gomoku", 1, { moves: ["B2"], help: false });
    expect([course.phase, stones(course)]).toEqual(["wrong", "2100"]);
    course.choose(1);
    expect(asked).toHaveBeenCalledTimes(3);
    expect([course.phase, course.text, stones(course)]).toEqual(["move", "", "2000"]);
  });

  it("says that a question has answers to choose from, and sends nothing", async () => {
    asked.mockResolvedValue(answer({ choices: ["27", "31"] }));
    const course = await begun();
    course.choose(3);
    expect([course.phase, course.text, course.problem]).toEqual(["move", "Choose an answer.", ""]);
    expect(asked).toHaveBeenCalledTimes(1);
    course.say("31");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenLastCalledWith("gomoku", 1, { moves: ["31"], help: false });
  });

  it("keeps the position after an illegal move", async () => {
    const course = await begun();
    await choose(course, 0, answer({ verdict: "illegal", why: [occupied] }));
    expect([course.phase, course.text, stones(course)]).toEqual([
      "move",
      "There is already a stone on that point.",
      "2000",
    ]);
  });

  it("waits before another position, and remembers finished steps", async () => {
    const course = await begun();
    const frames = [frame("o..."), frame(".x..", { move: "B2" }), frame("..o.", { fresh: true })];
    await choose(course, 1, answer({ verdict: "right", part: 1, task: "weiqi.ko.back", frames }));
    expect([course.phase, stones(course)]).toEqual(["pause", "0100"]);
    course.choose(2);
    expect(asked).toHaveBeenCalledTimes(2);
    course.goOn();
    expect([course.phase, course.task, stones(course)]).toEqual([
      "move",
      "Now you may take back. Do it.",
      "0020",
    ]);
    await choose(
      course,
      3,
      answer({ verdict: "done", part: 2, task: "", frames: [frame("..o."), frame("...x")] }),
    );
    expect(asked).toHaveBeenLastCalledWith("gomoku", 1, { moves: ["B2", "B1"], help: false });
    expect(course.phase).toBe("done");
    const kept: unknown = JSON.parse(localStorage.getItem(progressKey) ?? "");
    expect(kept).toEqual({ gomoku: { done: [0], step: 0, moves: ["B2", "B1"] } });
  });

  it.each(["illegal", "wrong"] as const)(
    "starts a step anew whose kept moves are %s by now",
    async (verdict) => {
      localStorage.setItem(
        progressKey,
        JSON.stringify({ gomoku: { done: [0], step: 1, moves: ["A1", "B1"] } }),
      );
      asked.mockResolvedValueOnce(answer({ verdict, why: [occupied], part: 1, frames: [frame("o.x.")] }));
      const course = await begun();
      await vi.advanceTimersByTimeAsync(0);
      expect(asked).toHaveBeenLastCalledWith("gomoku", 2, { moves: [], help: false });
      expect([course.phase, course.text, stones(course)]).toEqual(["move", "", "2000"]);
      await choose(course, 1, answer({ verdict: "wrong", why: [occupied], frames: [frame("o...")] }));
      expect(asked).toHaveBeenLastCalledWith("gomoku", 2, { moves: ["B2"], help: false });
    },
  );

  it("continues in the middle of a step", async () => {
    localStorage.setItem(progressKey, JSON.stringify({ gomoku: { done: [0], step: 1, moves: ["A1"] } }));
    asked.mockResolvedValueOnce(
      answer({
        verdict: "right",
        why: [occupied],
        part: 1,
        frames: [frame("o..."), frame("o.x."), frame("oox.")],
      }),
    );
    const course = await begun();
    expect([course.step, course.phase, stones(course)]).toEqual([1, "move", "2210"]);
    expect(asked).toHaveBeenLastCalledWith("gomoku", 2, { moves: ["A1"], help: false });
  });

  it("starts a step again where the server does not know its moves", async () => {
    localStorage.setItem(progressKey, JSON.stringify({ gomoku: { done: [], step: 0, moves: ["Z9"] } }));
    asked.mockRejectedValueOnce(new ApiError(400, "No such try."));
    const course = await begun();
    expect([course.phase, course.problem]).toEqual(["move", ""]);
    expect(asked).toHaveBeenLastCalledWith("gomoku", 1, { moves: [], help: false });
  });

  it("allows a second try of a move that did not reach the server", async () => {
    const course = await begun();
    await choose(course, 3, new ApiError(0, ""));
    expect([course.phase, course.problem, stones(course)]).toEqual([
      "move",
      "Server not reachable. Nothing is lost; please try again in a moment.",
      "2000",
    ]);
    await choose(
      course,
      3,
      answer({ verdict: "wrong", why: [occupied], frames: [frame("o..."), frame("o..x")] }),
    );
    expect([course.phase, course.problem]).toEqual(["wrong", ""]);
  });

  it("marks the points of a hint", async () => {
    const course = await begun();
    asked.mockResolvedValueOnce(answer({ why: [occupied], hint: 1 }));
    await course.help();
    expect([course.text, course.drawn?.offered, course.phase]).toEqual([
      "There is already a stone on that point.",
      [1],
      "move",
    ]);
  });

  it("drops a hint if a move came first", async () => {
    const course = await begun();
    let help: (answered: LessonAnswer) => void = () => {};
    asked.mockReturnValueOnce(new Promise((resolve) => (help = resolve)));
    const helped = course.help();
    await choose(course, 3, answer({ verdict: "done", part: 2, task: "", right: "weiqi.capture.stone" }));
    help(answer({ why: [occupied], hint: 1 }));
    await helped;
    expect([course.verdict, course.text, course.hint]).toEqual([
      "done",
      "The stone is gone, and its point is empty again.",
      -1,
    ]);
  });

  it("reports a missing lesson", async () => {
    const course = new Course();
    await course.load("chess", -1);
    expect(course.problem).toBe("There is no lesson called chess.");
  });
});
