import { describe, expect, it } from "vitest";

import type { GameInfo, Score } from "../wire.ts";
import { glossary } from "./glossary.ts";
import { stateWith, thinkingWith } from "./testing/game.ts";
import { gameName, rulesText } from "./gamewords.ts";
import {
  ago,
  chanceText,
  engineText,
  hintLine,
  moveText,
  nodesText,
  parseRules,
  provenText,
  recordText,
  resultText,
  rulesId,
  scoreRows,
  speedText,
  stateLine,
  swapText,
  reasonText,
} from "./words.ts";

describe("engineText", () => {
  it("tells how the computer plays, and nothing of people", () => {
    expect(engineText({ kind: "engine", name: "", engine: "level:5" })).toBe("level 5");
    expect(engineText({ kind: "engine", name: "", engine: "random" })).toBe("random");
    expect(engineText({ kind: "human", name: "Ada" })).toBe("");
  });
});

const score: Score = {
  method: "area",
  komi: 7.5,
  owner: "",
  blackStones: 40,
  whiteStones: 30,
  blackTerritory: 6,
  whiteTerritory: 5,
  blackPrisoners: 2,
  whitePrisoners: 3,
  black: 46,
  white: 42.5,
  result: "B+3.5",
};

describe("words", () => {
  it.each([
    ["B+3.5", "score", "Black wins by 3.5 points"],
    ["W+1", "score", "White wins by 1 point"],
    ["W+R", "resign", "White wins: Black resigned"],
    ["B+", "resign", "Black wins: White resigned"],
    ["0", "score", "A draw"],
    ["0", "agreement", "A draw by agreement"],
    ["0", "board full", "A draw: the board is full"],
    ["B+", "five", "Black wins with five in a row"],
    ["W+", "forbidden", "White wins: Black played a forbidden point"],
    ["Void", "cancelled", "This game was called off"],
  ])("result %s by %s", (result, how, text) => {
    expect(resultText(result, how)).toBe(text);
  });

  it("tells moves as sentences", () => {
    expect(moveText("black", "D4", 0)).toBe("Black plays D4.");
    expect(moveText("white", "E5", 1)).toBe("White plays E5 and takes 1 stone.");
    expect(moveText("white", "pass", 0)).toBe("White passes.");
  });

  it("names a choice of the opening by its words", () => {
    expect(moveText("black", "swap", 0, "Take Black")).toBe("Take Black.");
  });

  it("writes choices into the record in words", () => {
    expect(["two-more", "4", "H8"].map(recordText)).toEqual(["places two more", "asks for 4 offers", "H8"]);
  });

  it("tells the rules of Gomoku and its kin", () => {
    expect(rulesText("gomoku:rule=renju,n=5,opening=swap2")).toBe("Renju, swap2");
    expect(rulesText("gomoku:rule=freestyle,n=4,opening=none")).toBe("Gomoku, freestyle, 4 in a row");
    expect(gameName("gomoku:rule=caro9")).toBe("Caro");
    expect(gameName("weiqi")).toBe("Go");
  });

  it("tells chances, and wins that are certain", () => {
    expect(chanceText({ value: 0.634, mate: 0 })).toBe("63 %");
    expect(chanceText({ value: 1, mate: 5 })).toBe("wins in 3 moves");
    expect(chanceText({ value: 0, mate: -2 })).toBe("loses in 1 move");
    expect(nodesText(1200, "gomoku:rule=renju")).toBe("1,200 positions");
    expect(nodesText(1, "weiqi")).toBe("1 playout");
  });

  it("tells whose turn it is in an opening, and who has which stones", () => {
    const ann = { kind: "human", name: "Ann" };
    const game = { black: ann, white: { kind: "engine", name: "", engine: "level:3" } } as GameInfo;
    const opening = { text: "Place three stones.", choices: [], offered: [], stones: true, only: [] };
    const mine = stateWith({ opening, turn: "black", toPlay: "white" });
    expect(stateLine(mine, game, "black")).toBe("Your turn");
    expect(stateLine(mine, game)).toBe("Ann to play");
    expect(stateLine({ ...mine, turn: "white" }, game, "black")).toBe("The computer is thinking");
    expect(hintLine(mine, "black")).toBe("Place three stones.");
    const swapped = stateWith({ holder: "white", turn: "white", toPlay: "black" });
    expect(stateLine(swapped, game, "black")).toBe("Black is thinking");
    expect(hintLine(swapped, "black")).toBe("You play White.");
    expect(swapText(mine, swapped, "black")).toBe("You now have White.");
    expect(swapText(swapped, swapped, "black")).toBe("");
  });

  it("takes rules apart and puts them together", () => {
    const id = "weiqi:komi=6.5,score=territory,handicap=2,suicide=yes";
    const { game, values } = parseRules(id);
    expect(rulesId(game, values)).toBe(id);
    expect(rulesText(id)).toBe("Territory scoring, komi 6.5, 2 handicap stones, suicide allowed");
    expect(rulesText("weiqi:komi=7.5,score=area,ko=positional,suicide=no,handicap=0")).toBe(
      "Area scoring, komi 7.5",
    );
    expect(parseRules("weiqi")).toEqual({ game: "weiqi", values: {} });
  });

  it.each([
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [3 * 3600 + 5, "3 hours ago"],
    [48 * 3600, "2 days ago"],
    [-100, "just now"],
  ])("%s seconds are %s", (seconds, text) => {
    const now = Date.parse("2026-05-05T12:00:00Z");
    expect(ago(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
  });

  it("says nothing of an age that is none", () => {
    expect(ago("", 0)).toBe("");
  });

  it("counts by area and by territory", () => {
    expect(scoreRows(score).map((r) => [r.black, r.white])).toEqual([
      ["40", "30"],
      ["6", "5"],
      ["", "7.5"],
    ]);
    expect(scoreRows({ ...score, method: "territory" })[0]).toMatchObject({
      black: "2",
      white: "3",
      term: "prisoner",
    });
  });

  it("has an entry in the glossary for every term in the count", () => {
    const known = new Set(glossary.map((t) => t.id));
    for (const method of ["area", "territory"])
      for (const row of scoreRows({ ...score, method })) expect(known).toContain(row.term);
  });

  it("tells how fast the engine is, once that is known", () => {
    expect(speedText(thinkingWith({ perSecond: 3400.4 }))).toBe(" · 3,400 a second");
    expect(speedText(thinkingWith({ perSecond: 0 }))).toBe("");
  });

  it("keeps the server's words where it has none", () => {
    expect(reasonText("something-new", "So it is.")).toBe("So it is.");
  });
});

it("says what is proven, and nothing where nothing is", () => {
  const proven = (value: number, mate: number, solved = true) =>
    provenText(thinkingWith({ color: "white", value, mate, solved }));
  expect(proven(1, 9)).toBe("White: proven win in 5 moves.");
  expect(proven(0, -2)).toBe("White: proven loss in 1 move.");
  expect(proven(0.5, 0)).toBe("White: proven draw.");
  expect(proven(1, 0)).toBe("White: proven win.");
  expect(proven(1, 9, false)).toBe("White: sees a win in 5 moves.");
  expect(proven(0.9, 0, false)).toBe("");
  expect(chanceText({ value: 0.5, mate: 0, solved: true })).toBe("draws");
});

describe("the newer games", () => {
  it("have names", () => {
    expect(gameName("capturefive:n=5,captures=yes")).toBe("Capture Five");
    expect(gameName("capturefive:n=4")).toBe("Capture Four");
    expect(gameName("capturefive:n=4,captures=no")).toBe("Robogo");
    expect(gameName("connect4")).toBe("Connect Four");
    expect(gameName("connect4:n=3")).toBe("Connect Three");
    expect(gameName("atari-go:captures=1")).toBe("Atari-Go");
    expect(gameName("pente")).toBe("Pente");
  });

  it("have their rules in words", () => {
    expect(rulesText("capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes")).toBe(
      "Capture Five, 5 in a row",
    );
    expect(rulesText("capturefive:n=4,lines=all,ko=simple,pass=yes,captures=no")).toBe(
      "Robogo, 4 in a row, diagonals too, no captures, simple ko, passing allowed",
    );
    expect(rulesText("connect4:n=4")).toBe("Connect Four, 4 in a row");
    expect(rulesText("atari-go:captures=1")).toBe("Atari-Go, 1 capture to win");
    expect(rulesText("pente:n=5,captures=10")).toBe("Pente, 5 in a row or 10 stones taken");
    expect(rulesText("pentalath:n=5")).toBe("Pentalath, 5 in a row");
  });

  it("end in their own ways", () => {
    expect(resultText("B+", "four")).toBe("Black wins with four in a row");
    expect(resultText("W+", "no move left")).toBe("White wins: Black has no move left");
    expect(resultText("W+", "captures")).toBe("White wins by capturing");
    expect(resultText("0", "blocked")).toBe("A draw: no legal move is left");
    expect(resultText("0", "two passes")).toBe("A draw: both sides passed");
  });
});
