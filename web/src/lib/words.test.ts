import { describe, expect, it } from "vitest";

import type { Score } from "../wire.ts";
import { glossary } from "./glossary.ts";
import {
  ago,
  engineText,
  moveText,
  parseRules,
  resultText,
  rulesId,
  rulesText,
  scoreRows,
  speedText,
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
    ["Void", "cancelled", "This game was called off"],
  ])("result %s by %s", (result, how, text) => {
    expect(resultText(result, how)).toBe(text);
  });

  it("tells moves as sentences", () => {
    expect(moveText("black", "D4", 0)).toBe("Black plays D4.");
    expect(moveText("white", "E5", 1)).toBe("White plays E5 and takes 1 stone.");
    expect(moveText("white", "pass", 0)).toBe("White passes.");
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
    const t = { color: "white", done: false, value: 0.5, nodes: 9, elapsed: 1, line: [], candidates: [] };
    expect(speedText({ ...t, perSecond: 3400.4 })).toBe(" · 3,400 a second");
    expect(speedText({ ...t, perSecond: 0 })).toBe("");
  });

  it("keeps the server's words where it has none", () => {
    expect(reasonText("something-new", "So it is.")).toBe("So it is.");
  });
});
