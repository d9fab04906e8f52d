import { describe, expect, it } from "vitest";

import type { Catalog, GameEntry, GameOption } from "../wire.ts";
import {
  boardsFor,
  changed,
  choiceOf,
  defaultChoice,
  enginesFor,
  gameForBoard,
  mainPreset,
  newGameOf,
  presetOf,
  restored,
  shownOptions,
  withRules,
  type Choice,
  type GameChoice,
} from "./choice.ts";

const option = (id: string, value: string, gridOnly = false): GameOption => ({
  id,
  title: id,
  text: "",
  kind: "number",
  default: value,
  min: 0,
  max: 9,
  step: 1,
  gridOnly,
  choices: [],
});

const weiqi: GameEntry = {
  id: "weiqi",
  title: "Go",
  text: "",
  presets: [],
  options: [option("komi", "7.5"), option("handicap", "0", true)],
};

const board = (spec: string, games: string[], group = "flat") => ({ spec, title: spec, group, games });
const engine = (id: string, games: string[]) => ({ id, title: id, text: "", level: 0, games });
const catalog: Catalog = {
  boards: [
    board("grid:9", ["weiqi"]),
    board("grid:15", ["gomoku"]),
    board("grid:19", ["weiqi", "gomoku"]),
    board("id:1", [], "own"),
  ],
  engines: [engine("random", ["weiqi", "gomoku"]), engine("uct-2018", ["weiqi"])],
  games: [weiqi],
  version: "",
};

const chosen = (game: string, part: Partial<GameChoice>): Choice => changed(defaultChoice(game), part);

describe("new game", () => {
  it("offers a handicap on plain grids only", () => {
    expect(shownOptions(weiqi, true).map((o) => o.id)).toEqual(["komi", "handicap"]);
    expect(shownOptions(weiqi, false).map((o) => o.id)).toEqual(["komi"]);
  });

  it("asks about forbidden points in Renju only, and about the number in a row in other rules only", () => {
    const gomoku = {
      id: "gomoku",
      title: "",
      text: "",
      presets: [],
      options: ["rule", "n", "forbidden"].map((id) => option(id, "")),
    };
    expect(shownOptions(gomoku, true, { rule: "renju" }).map((o) => o.id)).toEqual(["rule", "forbidden"]);
    expect(shownOptions(gomoku, true).map((o) => o.id)).toEqual(["rule", "n"]);
  });

  it("offers what is meant for the game, and the player's own boards", () => {
    expect(boardsFor(catalog, "gomoku").map((b) => b.spec)).toEqual(["grid:15", "grid:19", "id:1"]);
    expect(enginesFor(catalog, "gomoku").map((e) => e.id)).toEqual(["random"]);
  });

  it("keeps the game where the board allows it", () => {
    expect(gameForBoard(catalog, "grid:9", "gomoku")).toBe("weiqi");
    expect(gameForBoard(catalog, "grid:19", "gomoku")).toBe("gomoku");
    expect(gameForBoard(catalog, "id:1", "gomoku")).toBe("gomoku");
  });

  it("begins Go and Gomoku on boards of their own", () => {
    expect(choiceOf(defaultChoice(), "weiqi").board).toBe("grid:9");
    expect(choiceOf(defaultChoice(), "gomoku").board).toBe("grid:15");
  });

  it("sends only options that are shown, and the level as an engine's id", () => {
    const choice = chosen("weiqi", { board: "torus:9x9", level: 4, rules: { komi: "0.5", handicap: "3" } });
    expect(newGameOf(choice, shownOptions(weiqi, false), " Ann ")).toEqual({
      board: "torus:9x9",
      rules: "weiqi:komi=0.5",
      color: "black",
      opponent: "level:4",
      name: "Ann",
    });
  });

  it("keeps an engine's id, or a person", () => {
    expect(newGameOf(chosen("gomoku", { opponent: "human" }), [], "").opponent).toBe("human");
    expect(newGameOf(chosen("gomoku", { opponent: "random" }), [], "").opponent).toBe("random");
  });

  it("forgets what has not the form of a choice", () => {
    expect(restored(null)).toEqual(defaultChoice());
    expect(restored({ board: "grid:9", level: 3 })).toEqual(defaultChoice());
    expect(restored(chosen("gomoku", { level: 5 })).games["gomoku"]?.level).toBe(5);
  });
});

describe("presets", () => {
  const preset = (title: string, rules: string, spec: string) => ({ title, text: "", rules, board: spec });
  const five: GameEntry = {
    id: "capturefive",
    title: "Capture Five",
    text: "",
    options: [option("n", "5"), option("captures", "yes")],
    presets: [
      preset("First steps", "capturefive:n=4", "grid:5"),
      preset("Capture Five", "capturefive:n=5", "grid:9"),
    ],
  };

  it("are chosen with their rules and board, and found again", () => {
    const begun = withRules(defaultChoice(), "capturefive:n=4", "grid:5");
    expect(begun.game).toBe("capturefive");
    const own = choiceOf(begun, "capturefive");
    expect(presetOf(five, own)?.title).toBe("First steps");
    expect(newGameOf(begun, five.options, "")).toMatchObject({
      board: "grid:5",
      rules: "capturefive:n=4,captures=yes",
    });
  });

  it("are left by any other board or option", () => {
    const own = choiceOf(withRules(defaultChoice(), "capturefive", "grid:9"), "capturefive");
    expect(presetOf(five, own)?.title).toBe("Capture Five");
    expect(presetOf(five, { ...own, board: "grid:5" })).toBeNull();
    expect(presetOf(five, { ...own, rules: { captures: "no" } })).toBeNull();
  });

  it("have a main one", () => {
    expect(mainPreset(five)?.board).toBe("grid:9");
    expect(mainPreset({ ...five, title: "Other" })?.board).toBe("grid:5");
    expect(mainPreset(weiqi)).toBeNull();
  });
});
