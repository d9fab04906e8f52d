import { describe, expect, it } from "vitest";

import type { Board, GameInfo, Score } from "../wire.ts";
import { infoWith, stateWith, thinkingWith, viewWith } from "./testing/game.ts";
import {
  challenger,
  hintLine,
  lastText,
  moveText,
  provenText,
  scoreRows,
  stateLine,
  sumText,
  swapText,
} from "./words.ts";

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

describe("texts at the table", () => {
  it("describe moves as sentences", () => {
    expect(moveText("black", "D4", 0)).toBe("Black plays D4.");
    expect(moveText("white", "E5", 1)).toBe("White plays E5 and takes 1 stone.");
    expect(moveText("white", "pass", 0)).toBe("White passes.");
  });

  it("describe a choice of the opening", () => {
    expect(moveText("black", "swap", 0, "Take Black")).toBe("Take Black.");
  });

  it("say whose turn it is in an opening, and who has which colour", () => {
    const ann = { kind: "human", name: "Ann" };
    const game = { black: ann, white: { kind: "engine", name: "", engine: "level:3" } } as GameInfo;
    const opening = { text: "Place three stones.", choices: [], offered: [], stones: true, only: [] };
    const mine = stateWith({ opening, turn: "black", toPlay: "white" });
    expect(stateLine(mine, game, "black")).toBe("Your turn");
    expect(stateLine(mine, game)).toBe("Ann to play");
    expect(stateLine({ ...mine, turn: "white" }, game, "black")).toBe("The computer is thinking");
    expect(hintLine(mine, game, "black")).toBe("Place three stones.");
    const swapped = stateWith({ holder: "white", turn: "white", toPlay: "black" });
    expect(stateLine(swapped, game, "black")).toBe("Black is thinking");
    expect(hintLine(swapped, game, "black")).toBe("You play White.");
    expect(swapText(mine, swapped, "black")).toBe("You now have White.");
    expect(swapText(swapped, swapped, "black")).toBe("");
  });

  it("describe the game to a user who may join", () => {
    const game = infoWith({ board: "grid:9", rated: true });
    const waiting = stateWith({ phase: "waiting" });
    expect(hintLine(waiting, game, "")).toBe("Go. Grid 9×9 · Area scoring, komi 7.5 · No clock · Rated.");
    expect(hintLine(waiting, { ...game, rated: false, clockText: "5 minutes" }, "")).toMatch(
      /· 5 minutes · Casual\.$/,
    );
    expect(hintLine(waiting, game, "black")).toBe(""); // the text beside the link says it
  });

  it("say who challenges whom, and to what, and tell others that the game waits", () => {
    const ada = { kind: "human", name: "Ada" };
    const game = infoWith({ black: ada, white: { kind: "open", name: "Bo" }, gameTitle: "Go" });
    const waiting = stateWith({ phase: "waiting" });
    expect(stateLine(waiting, game, "", "Bo")).toBe("Ada challenges you");
    expect(hintLine(waiting, game, "", "Bo")).toMatch(/^Go\. .* You play White\.$/);
    expect(hintLine(waiting, { ...game, colors: "chance" }, "", "Bo")).toMatch(/Colours are random\.$/);
    expect(hintLine(waiting, { ...game, colors: "handicap" }, "", "Bo")).toMatch(
      /weaker player gets Black\.$/,
    );
    const turned = { ...game, black: game.white, white: ada };
    expect(stateLine(waiting, turned, "", "Bo")).toBe("Ada challenges you");
    expect(hintLine(waiting, turned, "", "Bo")).toMatch(/You play Black\.$/);
    for (const name of ["", "Cy"]) expect(stateLine(waiting, game, "", name)).toBe("Waiting for Bo");
    expect(stateLine(waiting, game, "black", "Ada")).toBe("Waiting for Bo");
    expect(stateLine(waiting, infoWith({ black: ada, white: { kind: "open", name: "" } }), "", "")).toMatch(
      /^Waiting/,
    );
    expect(challenger(game, "Bo")).toBe(ada);
    expect(hintLine(waiting, game, "black", "Ada")).toBe("Your challenge is shown right away.");
  });

  it("tell players how it ended for them, and others for the two sides", () => {
    const line = (result: string, resultHow: string, you: string, holder = "black") =>
      stateLine(stateWith({ phase: "finished", result, resultHow, holder }), infoWith(), you);
    expect(line("B+R", "resign", "black")).toBe("You won: White resigned");
    expect(line("B+R", "resign", "white")).toBe("You resigned: Black won");
    expect(line("B+R", "resign", "")).toBe("Black wins: White resigned");
    expect(line("W+3.5", "score", "white")).toBe("You won by 3.5 points");
    expect(line("W+1", "score", "black")).toBe("You lost by 1 point");
    expect(line("W+T", "time", "black")).toBe("You lost: you ran out of time");
    expect(line("B+", "five", "white")).toBe("You lost: Black has five in a row");
    expect(line("B+", "five", "white", "white")).toBe("You won with five in a row");
    expect(line("0", "agreement", "black")).toBe("Draw by agreement");
    expect(line("Void", "cancelled", "black")).toBe("This game was called off");
  });

  it("tell the first player what to do, and later what happened last", () => {
    expect(hintLine(stateWith(), infoWith(), "black")).toBe("You play Black: click a point.");
    expect(hintLine(stateWith({ falls: true }), infoWith(), "black")).toMatch(/click a column/);
    expect(hintLine(stateWith(), infoWith(), "white")).toBe("You play White.");
    expect(hintLine(stateWith({ phase: "finished" }), infoWith(), "black")).toBe("");
    expect(hintLine(stateWith({ phase: "finished", ply: 9 }), infoWith(), "black")).toMatch(
      /step through the moves/,
    );
    const board = { names: ["A1", "B1", "A2", "B2"] } as unknown as Board;
    const last = (moves: string[], stones: string, taken = 0) => {
      const left = moves.map((_, i) =>
        Array.from({ length: i === moves.length - 1 ? taken : 0 }, () => ({ point: 0, color: "black" })),
      );
      return lastText(viewWith({ moves, stones, taken: left }), board);
    };
    expect(last([], "....")).toBe("");
    expect(last(["A1", "B2"], "x..o")).toBe("White plays B2.");
    expect(last(["A1", "B2"], "...o", 1)).toBe("White plays B2 and takes 1 stone.");
    expect(last(["A1", "pass"], "x...")).toBe("White passes.");
    expect(last(["A1", "swap"], "x...")).toBe("");
    const gomoku = { ...board, names: ["H1", "J1"], shown: ["H1", "I1"] };
    const moves = { moves: ["H1", "J1"], stones: "xo", taken: [[], []] };
    expect(lastText(viewWith(moves), gomoku)).toBe("White plays I1.");
  });

  it("give the result of a count", () => {
    expect(sumText({ ...score, black: 56, white: 19.5 })).toBe("Black has 56, White 19.5.");
  });

  it("count by area and by territory", () => {
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
});

it("state proven results, and are empty without a proof", () => {
  const proven = (value: number, mate: number, solved = true) =>
    provenText(thinkingWith({ color: "white", value, mate, solved }));
  expect(proven(1, 9)).toBe("White: proven win in 5 moves.");
  expect(proven(0, -2)).toBe("White: proven loss in 1 move.");
  expect(proven(0.5, 0)).toBe("White: proven draw.");
  expect(proven(1, 0)).toBe("White: proven win.");
  expect(proven(1, 9, false)).toBe("White: sees a win in 5 moves.");
  expect(proven(0.9, 0, false)).toBe("");
});
