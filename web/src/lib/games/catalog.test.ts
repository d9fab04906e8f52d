import { expect, it } from "vitest";

import { boardsFor, gameOf, mainPreset, variantFor, variantsOf } from "./catalog.ts";
import { boardEntry, catalogWith, gameWith, optionWith } from "./testing/games.ts";

it("offers what is meant for the game, and the player's own boards", () => {
  const boards = [
    boardEntry("grid:9", ["weiqi"]),
    boardEntry("grid:15", ["gomoku"]),
    boardEntry("grid:19", ["weiqi", "gomoku"]),
    boardEntry("id:1", [], "own"),
  ];
  expect(boardsFor(catalogWith({ boards }), "gomoku").map((b) => b.spec)).toEqual([
    "grid:15",
    "grid:19",
    "id:1",
  ]);
});

it("finds the game of rules, with options and without", () => {
  const catalog = catalogWith({
    games: [gameWith({ id: "nogo" }), gameWith({ id: "pente", board: "grid:19" })],
  });
  expect(gameOf(catalog, "nogo")?.id).toBe("nogo");
  expect(gameOf(catalog, "pente:n=5,captures=10")?.board).toBe("grid:19");
  expect(gameOf(catalog, "chess")).toBeUndefined();
});

it("knows a game by the preset of its own name, or else by the first", () => {
  const preset = (title: string, board: string) => ({ title, text: "", rules: "capturefive", board });
  const presets = [preset("First steps", "grid:5"), preset("Capture Five", "grid:9")];
  const game = gameWith({ id: "capturefive", title: "Capture Five", presets });
  expect(mainPreset(game)?.board).toBe("grid:9");
  expect(mainPreset({ ...game, title: "Other" })?.board).toBe("grid:5");
  expect(mainPreset({ ...game, presets: [] })).toBeNull();
});

it("tells variants apart by the options that they name, and by no others", () => {
  const game = gameWith({
    id: "gomoku",
    options: [optionWith({ id: "rule", default: "freestyle" }), optionWith({ id: "n", default: "5" })],
    variants: [
      { title: "Freestyle", rules: "gomoku" },
      { title: "Renju", rules: "gomoku:rule=renju" },
    ],
  });
  expect(variantFor(game, "gomoku:rule=renju,n=5")).toBe("gomoku:rule=renju");
  expect(variantFor(game, "gomoku:rule=freestyle,n=4")).toBe("gomoku");
  expect(variantFor(game, "gomoku:rule=caro9")).toBe("gomoku");
  expect(variantsOf(gameWith({ id: "nogo", title: "NoGo" }))).toEqual([{ title: "NoGo", rules: "nogo" }]);
});
