import { describe, expect, it } from "vitest";

import type { SolveAnswer, SolveJudgement, SolveProgress } from "../wire.ts";
import {
  bentFourText,
  answerText,
  effortText,
  fateText,
  lineText,
  judgementTexts,
  koText,
  movesText,
  numbersText,
  progressText,
  regionText,
  scoreText,
  stageText,
  taskText,
  tenukiText,
  wallsText,
} from "./words.ts";

const answer: SolveAnswer = {
  toPlay: "black",
  defender: "white",
  question: "kill",
  verdict: "win",
  fate: "dead",
  ko: null,
  firstMoves: ["B9"],
  all: true,
  best: "B9",
  score: 1,
  line: ["B9", "A9", "C9"],
  bentFour: false,
  tenuki: "",
  region: [1, 2],
  found: false,
  assumes: "nothing",
  walls: [],
  nodes: 1200,
  memory: 0,
  millis: 3.25,
};
const progress: SolveProgress = {
  stage: "who succeeds",
  done: 1,
  stages: 4,
  nodes: 12_000,
  perSecond: 3000.4,
  elapsed: 4,
  proof: 12,
  disproof: 4e9,
  fraction: 0.3,
};

it("gives the side to move and the question", () => {
  expect(taskText({ toPlay: "white", question: "live" })).toBe("White to play and live");
  expect(taskText({ toPlay: "black", question: "status" })).toBe("Black to play: what is the result?");
});

it("gives the fate of the target", () => {
  expect(answerText(answer)).toBe("Black succeeds: White is dead");
  expect(answerText({ ...answer, verdict: "lose", fate: "seki" })).toBe("Black fails: White lives in seki");
  expect(answerText({ ...answer, verdict: "lose", fate: "unknown" })).toBe("Black fails: White lives");
  expect(answerText({ ...answer, verdict: "ko", fate: "ko" })).toBe("It is a ko");
  expect(answerText({ ...answer, question: "status" })).toBe("With Black first, White is dead");
  expect(fateText({ ...answer, verdict: "unknown", fate: "unknown" })).toBe("Not decided yet");
});

/** The assumptions about the region that moyo chose. */
const resting: SolveAnswer = { ...answer, found: true, assumes: "region", walls: [3, 4] };

it("gives the assumptions of the verdict", () => {
  expect(answerText(resting)).toBe(
    "Black succeeds: White is dead, if nothing outside the region helps White",
  );
  expect(answerText({ ...resting, verdict: "lose", fate: "alive" })).toBe(
    "Black fails: White lives, if nothing outside the region helps Black",
  );
  expect(answerText({ ...resting, question: "status" })).toBe(
    "With Black first, White is dead, if nothing outside the region helps White",
  );
  expect(answerText({ ...resting, verdict: "ko", fate: "ko" })).toBe(
    "It is a ko, if nothing outside the region helps either side",
  );
  expect(answerText({ ...resting, assumes: "nothing" })).toBe("Black succeeds: White is dead");
});

it("says what happens after a move elsewhere", () => {
  expect(tenukiText({ ...answer, tenuki: "lose" })).toBe("If Black plays elsewhere: White lives.");
  expect(tenukiText({ ...answer, tenuki: "ko" })).toBe("If Black plays elsewhere: It is a ko.");
  expect(tenukiText(answer)).toBe("");
  expect(tenukiText({ ...answer, tenuki: "win", firstMoves: ["pass"] })).toBe("");
  // A verdict has no assumptions of its opposite.
  const found = { ...answer, found: true };
  expect(tenukiText({ ...found, tenuki: "lose" })).toBe(
    "If Black plays elsewhere: White lives, if nothing outside the region helps Black.",
  );
  expect(tenukiText({ ...found, verdict: "ko", tenuki: "lose" })).toBe(
    "If Black plays elsewhere: White lives.",
  );
  expect(tenukiText({ ...resting, tenuki: "win" })).toBe(
    "If Black plays elsewhere: White is dead, if nothing outside the region helps White.",
  );
});

it("explains a ko", () => {
  expect(koText({ takesFirst: "black", threats: 1, kind: "direct" })).toBe(
    "Black takes first; White needs 1 ko threat to win it (direct).",
  );
  expect(koText({ takesFirst: "white", threats: 5, kind: "" })).toBe(
    "White takes first; Black needs more than 4 ko threats to win it.",
  );
});

it("mentions the bent four in the corner under Japanese rules", () => {
  expect(bentFourText(answer)).toBe("");
  expect(bentFourText({ ...answer, bentFour: true })).toBe(
    "This is the bent four in the corner: by Japanese rules White is dead as it stands, without the ko being played.",
  );
});

it("names the correct moves and their gain", () => {
  expect(movesText(answer)).toBe("The only move that works is B9.");
  expect(movesText({ ...answer, all: false })).toBe("One move that works is B9.");
  expect(movesText({ ...answer, firstMoves: ["A1", "B1"] })).toBe("2 moves work: A1, B1.");
  expect(movesText(resting)).toBe("The only move in the region that works is B9.");
  expect(movesText({ ...resting, all: false })).toBe("One move that works is B9.");
  expect(movesText({ ...resting, firstMoves: ["A1", "B1"] })).toBe("2 moves in the region work: A1, B1.");
  expect(movesText({ ...resting, verdict: "lose", firstMoves: [] })).toBe(
    "Black has no move in the region that helps.",
  );
  expect(movesText({ ...answer, firstMoves: ["pass"] })).toBe("Black need not play here.");
  expect(movesText({ ...answer, verdict: "lose", firstMoves: [] })).toBe("Black has no move that helps.");
  expect(movesText({ ...answer, verdict: "ko" })).toBe("The only move that leads to it is B9.");
  expect(movesText({ ...answer, verdict: "unknown" })).toBe("");
  expect(lineText(answer)).toBe("Best play: B9, A9, C9.");
  expect(lineText({ ...answer, line: ["B9"] })).toBe("");
  expect(lineText({ ...answer, line: "ABCDEFGHI".split("") })).toBe("Best play: A, B, C, D, E, F, G, H …");
  expect(scoreText(answer)).toBe("B9 gains the most: 1 point.");
  expect(scoreText({ ...answer, score: null })).toBe("");
});

it("describes the search", () => {
  expect(regionText(answer, 81)).toBe("2 points are playable, as given.");
  expect(regionText(resting, 81)).toBe(
    "moyo found that 2 points matter; chains that reach outside are assumed safe.",
  );
  expect(regionText({ ...resting, assumes: "nothing" }, 81)).toBe(
    "moyo found that 2 points matter; nothing outside can change the result.",
  );
  expect(regionText({ ...resting, assumes: "", verdict: "unknown" }, 81)).toBe(
    "moyo found that 2 points matter.",
  );
  expect(regionText({ ...resting, assumes: "nothing" }, 2)).toBe("The whole board is playable.");
  expect(effortText(answer)).toBe("1,200 positions in 3.3 ms");
  expect(effortText({ ...answer, millis: 61_234 })).toBe("1,200 positions in 61.2 s");
});

it("describes the stones outside of the region", () => {
  expect(wallsText(answer)).toBe("");
  const many = "The answer assumes black stones on the points marked #, outside the region.";
  const one = "The answer assumes a black stone on the point marked #, outside the region.";
  expect(wallsText(resting)).toBe(many);
  expect(wallsText({ ...resting, walls: [3] })).toBe(one);
  const seki = { ...resting, verdict: "lose", fate: "seki" };
  expect(wallsText(seki)).toBe(`${many} Even so, they do not help.`);
  expect(wallsText({ ...resting, toPlay: "white", walls: [3] })).toBe(`${one} Even so, it does not help.`);
});

it("gives the progress of a search", () => {
  expect(stageText(progress)).toBe("Question 2 of 4: who succeeds");
  expect(stageText({ ...progress, stages: 1 })).toBe("Who succeeds.");
  expect(stageText({ ...progress, waiting: { ahead: 1, seconds: 20 } })).toContain(
    "1 person is ahead of you",
  );
  expect(stageText(null)).toBe("Solving …");
  expect(progressText(progress)).toBe("12,000 positions · 3,000 a second");
  expect(numbersText(progress)).toBe("Left to prove yes: 12, no: ∞");
});

describe("a move is judged", () => {
  const after: SolveAnswer = {
    ...answer,
    toPlay: "white",
    verdict: "win",
    fate: "alive",
    line: ["B9", "A9"],
  };
  const judgement: SolveJudgement = { move: "C9", color: "black", verdict: "wrong", reply: "B9" };

  it("as wrong, with the reason", () => {
    expect(judgementTexts(judgement, after)).toEqual({
      title: "C9 fails",
      text: "This fails because White answers B9, and then A9. White lives.",
    });
    const pass = { ...judgement, move: "pass", reply: "pass" };
    expect(judgementTexts(pass, { ...after, line: [] })).toEqual({
      title: "Playing elsewhere fails",
      text: "This fails because White need not even answer. White lives.",
    });
  });

  it("as correct, with the best continuation of the other side", () => {
    const right = { ...judgement, verdict: "correct" };
    expect(judgementTexts(right, { ...after, fate: "dead", verdict: "lose" })).toEqual({
      title: "Correct: C9",
      text: "White is dead. White's best try is B9.",
    });
  });

  it("with the assumptions of the fate", () => {
    expect(judgementTexts(judgement, { ...after, assumes: "region" }).text).toContain(
      "White lives, if nothing outside the region helps Black.",
    );
  });

  it("as useless, as a ko, or not at all", () => {
    expect(judgementTexts({ ...judgement, verdict: "lost" }, after).text).toBe(
      "Nothing helps Black any more. White lives.",
    );
    const ko = {
      ...after,
      verdict: "ko",
      fate: "ko",
      ko: { takesFirst: "white", threats: 2, kind: "2-step" },
    };
    expect(judgementTexts(judgement, ko).text).toContain(
      "It is a ko. White takes first; Black needs 2 ko threats",
    );
    expect(judgementTexts({ ...judgement, verdict: "unknown" }, after).title).toBe("C9: not decided");
  });
});
