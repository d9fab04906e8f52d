import { describe, expect, it } from "vitest";

import { gameWith, boardEntry, catalogWith, optionWith } from "../games/testing/games.ts";
import {
  aimOf,
  boardOf,
  boardTitle,
  catalogInWords,
  gameOf,
  gameTitle,
  partInWords,
  rulesOf,
} from "./titles.ts";

describe("the names of boards", () => {
  it("come from their shapes and sizes", () => {
    expect(boardTitle("grid:9", "")).toBe("Grid 9×9");
    expect(boardTitle("grid:7x6", "")).toBe("Grid 7×6");
    expect(boardTitle("hex:5", "")).toBe("Hexagon 5");
    expect(boardTitle("box:4x3x2", "")).toBe("Box 4×3×2");
    expect(boardTitle("box:4x4x4", "")).toBe("Box 4×4×4");
    expect(boardTitle("mobius:15x5", "")).toBe("Möbius band 15×5");
    expect(boardTitle("cycle:12", "")).toBe("Cycle of 12");
    expect(boardTitle("lattice:9x8-D4-C3..E5", "")).toBe("Lattice 9×8");
  });
  it("are their makers' for imported boards", () => {
    expect(boardTitle("id:0123", "My {a} & board")).toBe("My {a} & board");
    expect(boardTitle("", "Old")).toBe("Old");
    expect(boardTitle("title:9", "New shape 9")).toBe("New shape 9");
    expect(boardOf({ board: "id:12", boardTitle: "Mine" })).toBe("Mine");
  });
});

describe("the names of rules", () => {
  const game = { gameTitle: "chess", rulesText: "by hand" };
  it("are composed of phrases", () => {
    const words = {
      name: "connect-3" as const,
      phrases: [
        { id: "name" as const, values: [] },
        { id: "row" as const, values: ["3"] },
      ],
    };
    expect(gameOf({ ...game, words })).toBe("Connect Three");
    expect(rulesOf({ ...game, words })).toBe("Connect Three, 3 in a row");
  });
  it("come with the aim of the game, if its rules are the usual ones", () => {
    const go = { ...game, words: { name: "weiqi" as const, phrases: [] }, rules: "weiqi:komi=6.5" };
    expect(aimOf(go)).toBe("Go. Surround more of the board than your opponent.");
    const renju = { ...game, words: { name: "renju" as const, phrases: [] }, rules: "gomoku:rule=renju" };
    expect(aimOf(renju)).toBe("Renju.");
    expect(aimOf({ ...game, words: { name: "", phrases: [] }, rules: "chess" })).toBe("chess.");
  });
  it("have their numbers", () => {
    const handicap = (n: string) => ({
      name: "weiqi" as const,
      phrases: [{ id: "handicap" as const, values: [n] }],
    });
    expect(rulesOf({ ...game, words: handicap("1") })).toBe("1 handicap stone");
    expect(rulesOf({ ...game, words: handicap("3") })).toBe("3 handicap stones");
    const taken = { name: "pente" as const, phrases: [{ id: "row-or-taken" as const, values: ["5", "10"] }] };
    expect(rulesOf({ ...game, words: taken })).toBe("5 in a row or 10 stones taken");
  });
  it("are the server's if the game is unknown", () => {
    const words = { name: "" as const, phrases: [] };
    expect(gameOf({ ...game, words })).toBe("chess");
    expect(rulesOf({ ...game, words })).toBe("by hand");
    expect(gameTitle("chess", "Chess")).toBe("Chess");
    expect(gameTitle("nogo", "")).toBe("NoGo");
  });
});

it("translates the catalog, but keeps an operator's engine names", () => {
  const engine = (key: "level.weiqi.1" | "random" | "") => ({
    id: key,
    key,
    title: "!",
    text: "!",
    level: 0,
    games: [],
    strengths: [],
  });
  const game = gameWith({
    id: "nogo",
    title: "!",
    options: [
      optionWith({
        id: "score",
        key: "weiqi.score",
        choices: [{ value: "area", key: "weiqi.score.area", title: "!", text: "!" }],
      }),
    ],
    presets: [{ id: "nogo.short", title: "!", text: "!", rules: "nogo", board: "grid:7" }],
    variants: [{ id: "gomoku.renju", title: "!", rules: "gomoku:rule=renju" }],
  });
  const said = catalogInWords(
    catalogWith({
      boards: [{ ...boardEntry("grid:99", []), name: "endless" }, boardEntry("id:1", [], "own")],
      engines: [engine("level.weiqi.1"), engine("random"), engine("")],
      games: [game],
    }),
  );
  expect(said.boards.map((b) => b.title)).toEqual(["Endless", "id:1"]);
  expect(said.engines.map((e) => e.title)).toEqual(["Level 1", "Random", "!"]);
  expect(said.engines[0]?.text).toBe("Knows the rules, and plays almost any move that looks possible.");
  const [nogo] = said.games;
  expect([nogo?.title, nogo?.options[0]?.title, nogo?.options[0]?.choices[0]?.title]).toEqual([
    "NoGo",
    "Scoring",
    "Area",
  ]);
  expect([nogo?.presets[0]?.text, nogo?.variants[0]?.title]).toEqual(["Seven by seven.", "Renju"]);
});

it("names the parts of courses, and keeps other collections", () => {
  const set = { title: "!" };
  expect(partInWords({ ...set, part: { course: "ko", number: 2 } }).title).toBe("Ko, part 2");
  expect(partInWords({ ...set, part: { course: "first-eyes", number: 0 } }).title).toBe("First eyes");
  expect(partInWords(set).title).toBe("!");
});
