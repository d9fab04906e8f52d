import { describe, expect, it } from "vitest";

import {
  chanceText,
  clockText,
  engineText,
  nodesText,
  recordText,
  resultText,
  speedText,
  waitingText,
} from "./words.ts";

describe("engineText", () => {
  it("describes how the computer plays, and is empty for people", () => {
    expect(engineText({ kind: "engine", name: "", engine: "level:5" })).toBe("level 5");
    expect(engineText({ kind: "engine", name: "", engine: "random" })).toBe("random");
    expect(engineText({ kind: "human", name: "Ada" })).toBe("");
  });
});

describe("words", () => {
  it.each([
    ["B+3.5", "score", "Black wins by 3.5 points"],
    ["W+1", "score", "White wins by 1 point"],
    ["W+R", "resign", "White wins: Black resigned"],
    ["B+", "resign", "Black wins: White resigned"],
    ["B+T", "time", "Black wins on time"],
    ["W+F", "left", "White wins: Black has left"],
    ["0", "left", "Draw: a player has left"],
    ["0", "score", "Draw"],
    ["0", "agreement", "Draw by agreement"],
    ["0", "board full", "Draw: the board is full"],
    ["B+", "five", "Black wins with five in a row"],
    ["W+", "forbidden", "White wins: Black played a forbidden point"],
    ["Void", "cancelled", "This game was called off"],
  ])("result %s by %s", (result, how, text) => {
    expect(resultText(result, how)).toBe(text);
  });

  it("describes clocks with their speed", () => {
    const text = "10 minutes for the whole game";
    expect(clockText({ speed: "rapid", clock: "absolute=10m", clockText: "" })).toBe(`Rapid: ${text}`);
    expect(clockText({ speed: "", clock: "", clockText: "" })).toBe("");
  });

  it("writes choices into the record in words", () => {
    expect(["two-more", "4", "H8"].map(recordText)).toEqual(["two more stones", "4 offers requested", "H8"]);
  });

  it("formats win probabilities, and certain wins", () => {
    expect(chanceText({ value: 0.634, mate: 0 })).toBe("63 %");
    expect(chanceText({ value: 1, mate: 5 })).toBe("wins in 3 moves");
    expect(chanceText({ value: 0, mate: -2 })).toBe("loses in 1 move");
    expect(chanceText({ value: 0.5, mate: 0, solved: true })).toBe("draws");
    expect(nodesText({ nodes: 1200, unit: "position" })).toBe("1,200 positions");
    expect(nodesText({ nodes: 1, unit: "playout" })).toBe("1 playout");
  });

  it("gives the engine's speed, when that is known", () => {
    expect(speedText({ perSecond: 3400.4 })).toBe(" · 3,400 a second");
    expect(speedText({ perSecond: 0 })).toBe("");
  });

  it("describes each possible end of a game", () => {
    expect(resultText("B+", "four")).toBe("Black wins with four in a row");
    expect(resultText("W+", "no move left")).toBe("White wins: Black has no move left");
    expect(resultText("W+", "captures")).toBe("White wins by capturing");
    expect(resultText("0", "blocked")).toBe("Draw: no legal moves are left");
    expect(resultText("0", "two passes")).toBe("Draw: both sides passed");
  });
});

it("gives the place in the server's queue", () => {
  expect(waitingText({ ahead: 0, seconds: 0 })).toBe("The server is busy: you are next, in about 1 second …");
  expect(waitingText({ ahead: 1, seconds: 20 })).toContain("1 person is ahead of you, about 20 seconds");
  expect(waitingText({ ahead: 99, seconds: 600 })).toContain(
    "many people are ahead of you, about 10 minutes",
  );
});
