import { expect, it } from "vitest";

import type { PresetID } from "../../wire.ts";
import { boardsFor, gameOf, mainPreset, variantFor, variantsOf } from "./catalog.ts";
import { boardEntry, catalogWith, gameWith, optionWith } from "./testing/games.ts";

it("offers the game's boards, and the player's own", () => {
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

it("recognizes a game by the preset that the server names", () => {
  const preset = (id: PresetID, board: string) => ({ id, title: "", text: "", rules: "capturefive", board });
  const presets = [preset("capturefive.first-steps", "grid:5"), preset("capturefive.capture-five", "grid:9")];
  const game = gameWith({ id: "capturefive", preset: "capturefive.capture-five", presets });
  expect(mainPreset(game)?.board).toBe("grid:9");
  expect(mainPreset({ ...game, presets: [], preset: "" })).toBeNull();
});

it("tells variants apart by the options that they name, and by no others", () => {
  const game = gameWith({
    id: "gomoku",
    options: [optionWith({ id: "rule", default: "freestyle" }), optionWith({ id: "n", default: "5" })],
    variants: [
      { id: "gomoku.freestyle", title: "Freestyle", rules: "gomoku" },
      { id: "gomoku.renju", title: "Renju", rules: "gomoku:rule=renju" },
    ],
  });
  expect(variantFor(game, "gomoku:rule=renju,n=5")).toBe("gomoku:rule=renju");
  expect(variantFor(game, "gomoku:rule=freestyle,n=4")).toBe("gomoku");
  expect(variantFor(game, "gomoku:rule=caro9")).toBe("gomoku");
  expect(variantsOf(gameWith({ id: "nogo", title: "NoGo" }))).toEqual([{ title: "NoGo", rules: "nogo" }]);
});
