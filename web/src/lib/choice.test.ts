import { describe, expect, it } from "vitest";

import type { GameEntry, GameOption } from "../wire.ts";
import { defaultChoice, newGameOf, shownOptions } from "./choice.ts";

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
  options: [option("komi", "7.5"), option("handicap", "0", true)],
};

describe("new game", () => {
  it("offers a handicap on plain grids only", () => {
    expect(shownOptions(weiqi, true).map((o) => o.id)).toEqual(["komi", "handicap"]);
    expect(shownOptions(weiqi, false).map((o) => o.id)).toEqual(["komi"]);
  });

  it("sends only options that are shown, and the level as an engine's id", () => {
    const choice = { ...defaultChoice, board: "torus:9x9", level: 4, rules: { komi: "0.5", handicap: "3" } };
    expect(newGameOf(choice, "weiqi", shownOptions(weiqi, false), " Ann ")).toEqual({
      board: "torus:9x9",
      rules: "weiqi:komi=0.5",
      color: "black",
      opponent: "level:4",
      name: "Ann",
    });
  });

  it("keeps an engine's id, or a person", () => {
    expect(newGameOf({ ...defaultChoice, opponent: "human" }, "weiqi", [], "").opponent).toBe("human");
    expect(newGameOf({ ...defaultChoice, opponent: "random" }, "weiqi", [], "").opponent).toBe("random");
  });
});
