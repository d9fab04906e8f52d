import { describe, expect, it } from "vitest";

import type { EngineKey, PresetID } from "../../wire.ts";
import { boardEntry, catalogWith, gameWith, optionWith } from "../../lib/games/testing/games.ts";
import {
  answered,
  changed,
  choiceOf,
  defaultChoice,
  enginesFor,
  fresh,
  gameForBoard,
  knownGame,
  newGameOf,
  presetOf,
  restored,
  shownOptions,
  strengthText,
  withRules,
  type Choice,
  type GameChoice,
  eachSide,
} from "./choice.ts";

const weiqi = gameWith({
  id: "weiqi",
  title: "Go",
  options: [
    optionWith({ id: "komi", default: "7.5" }),
    optionWith({ id: "handicap", default: "0", onStars: true }),
  ],
});

const engine = (id: EngineKey, games: string[]) => ({
  id,
  key: id,
  title: id,
  text: "",
  level: 0,
  games,
  strengths: [],
});
const catalog = catalogWith({
  boards: [
    boardEntry("grid:9", ["weiqi"]),
    boardEntry("grid:15", ["gomoku"]),
    boardEntry("grid:19", ["weiqi", "gomoku"]),
    boardEntry("id:1", [], "own"),
  ],
  engines: [engine("random", ["weiqi", "gomoku"]), engine("uct-2018", ["weiqi"])],
  games: [weiqi],
});

const grid = { width: 9, stars: [] };
const torus = { width: 0, stars: [] };
const chosen = (game: string, part: Partial<GameChoice>): Choice => changed(defaultChoice(game), part);

describe("new game", () => {
  it("gives a level's strength, on a class of boards or on all", () => {
    const level = (classes: string[], rough = false) => ({
      ...engine("random", ["weiqi"]),
      strengths: classes.map((c) => ({ class: c, strength: `${c}12k`, rough })),
    });
    expect(strengthText(level(["9x9", "19x19"]), "19x19")).toBe("About 19x1912k on this board");
    expect(strengthText(level(["9x9", "19x19"]), "solid")).toBe("");
    expect(strengthText(level(["9x9"]), "")).toBe("");
    expect(strengthText(level([""]), "9x9")).toBe("Rated about 12k");
    expect(strengthText(level(["9x9"], true), "9x9")).toBe("Roughly 9x912k on this board (estimated)");
    expect(strengthText(level([""], true), "9x9")).toBe("Rated roughly 12k (estimated)");
  });

  it("offers a handicap on plain grids, and on boards with drawn handicap points", () => {
    expect(shownOptions(weiqi, grid).map((o) => o.id)).toEqual(["komi", "handicap"]);
    expect(shownOptions(weiqi, torus).map((o) => o.id)).toEqual(["komi"]);
    expect(shownOptions(weiqi, { width: 0, stars: [4] }).map((o) => o.id)).toEqual(["komi"]);
    expect(shownOptions(weiqi, { width: 0, stars: [4, 9] }).map((o) => o.id)).toEqual(["komi", "handicap"]);
  });

  it("asks about forbidden points only in Renju, and about the number in a row only in other rules", () => {
    const renju = { option: "rule", value: "renju" };
    const gomoku = gameWith({
      id: "gomoku",
      options: [
        optionWith({ id: "rule", default: "freestyle" }),
        optionWith({ id: "n", never: renju }),
        optionWith({ id: "forbidden", only: renju }),
      ],
    });
    expect(shownOptions(gomoku, grid, { rule: "renju" }).map((o) => o.id)).toEqual(["rule", "forbidden"]);
    expect(shownOptions(gomoku, grid).map((o) => o.id)).toEqual(["rule", "n"]);
  });

  it("offers the engines that play the game", () => {
    expect(enginesFor(catalog, "gomoku").map((e) => e.id)).toEqual(["random"]);
  });

  it("keeps the game if the board allows it", () => {
    expect(gameForBoard(catalog, "grid:9", "gomoku")).toBe("weiqi");
    expect(gameForBoard(catalog, "grid:19", "gomoku")).toBe("gomoku");
    expect(gameForBoard(catalog, "id:1", "gomoku")).toBe("gomoku");
  });

  it("starts with the first game where none of that name is known", () => {
    expect(knownGame(catalog, "weiqi")).toBe("weiqi");
    expect(knownGame(catalog, "chess")).toBe("weiqi");
    expect(knownGame(catalog, "")).toBe("weiqi");
    expect(knownGame(catalogWith({}), "weiqi")).toBe("");
  });

  it("asks about an option that depends on the default of another", () => {
    const usual = { option: "rule", value: "freestyle" };
    const options = [optionWith({ id: "rule", default: "freestyle" }), optionWith({ id: "n", only: usual })];
    const game = gameWith({ id: "gomoku", options });
    expect(shownOptions(game, grid).map((o) => o.id)).toEqual(["rule", "n"]);
    expect(shownOptions(game, grid, { rule: "renju" }).map((o) => o.id)).toEqual(["rule"]);
  });

  it("leaves the board to the game until the user selects one", () => {
    expect(choiceOf(defaultChoice(), "gomoku").board).toBe("");
    expect(choiceOf(chosen("gomoku", { board: "torus:9x9" }), "gomoku").board).toBe("torus:9x9");
  });

  it("sends only visible options, and the level as an engine's id", () => {
    const choice = chosen("weiqi", { board: "torus:9x9", level: 4, rules: { komi: "0.5", handicap: "3" } });
    expect(newGameOf(choice, "torus:9x9", shownOptions(weiqi, torus), " Ann ")).toEqual({
      board: "torus:9x9",
      rules: "weiqi:komi=0.5",
      clock: "",
      color: "black",
      opponent: "level:4",
      to: "",
      name: "Ann",
      rated: false,
      private: false,
      estimates: false,
    });
  });

  it("allows estimates between people, and not in rated games", () => {
    const estimates = (opponent: string, rated = false) =>
      newGameOf(chosen("weiqi", { opponent, rated, estimates: true }), "grid:9", [], "").estimates;
    expect(["human", "anyone", "player", "level"].map((o) => estimates(o))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(["human", "anyone", "player"].map((o) => estimates(o, true))).toEqual([true, false, false]);
  });

  it("is rated if possible", () => {
    const rated = (opponent: string) =>
      newGameOf(chosen("weiqi", { opponent, rated: true }), "grid:9", [], "").rated;
    expect(["level", "anyone", "player", "human", "uct-2018"].map(rated)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("keeps an engine's id, or a person", () => {
    expect(newGameOf(chosen("gomoku", { opponent: "human" }), "grid:9", [], "").opponent).toBe("human");
    expect(newGameOf(chosen("gomoku", { opponent: "random" }), "grid:9", [], "").opponent).toBe("random");
  });

  it("drops invalid stored choices", () => {
    expect(restored(null)).toEqual(defaultChoice());
    expect(restored({ board: "grid:9", level: 3 })).toEqual(defaultChoice());
    expect(restored(chosen("gomoku", { level: 5 })).games["gomoku"]?.level).toBe(5);
  });
});

describe("after another game", () => {
  it("drops colour, handicap with its komi, and opening, and keeps the rest", () => {
    const before = {
      ...chosen("weiqi", {
        level: 5,
        board: "grid:19",
        rules: { handicap: "4", komi: "0.5", score: "area" },
      }),
      color: "white",
    };
    const next = fresh(catalog, before);
    expect(next.color).toBe("black");
    expect(next.games["weiqi"]).toMatchObject({ level: 5, board: "grid:19", rules: { score: "area" } });
    expect(next.games["weiqi"]?.rules).not.toHaveProperty("komi");
    const renju = fresh(catalog, chosen("gomoku", { rules: { rule: "renju", opening: "swap2" } }));
    expect(renju.games["gomoku"]?.rules).toEqual({ rule: "renju" });
  });

  it("keeps a komi that the user chose", () => {
    expect(fresh(catalog, chosen("weiqi", { rules: { komi: "5.5" } })).games["weiqi"]?.rules).toEqual({
      komi: "5.5",
    });
  });
});

describe("presets", () => {
  const preset = (id: PresetID, title: string, rules: string, spec: string) => ({
    id,
    title,
    text: "",
    rules,
    board: spec,
  });
  const five = gameWith({
    id: "capturefive",
    title: "Capture Five",
    options: [optionWith({ id: "n", default: "5" }), optionWith({ id: "captures", default: "yes" })],
    presets: [
      preset("capturefive.first-steps", "First steps", "capturefive:n=4", "grid:5"),
      preset("capturefive.capture-five", "Capture Five", "capturefive:n=5", "grid:9"),
    ],
  });

  it("are selected with their rules and board, and recognized", () => {
    const begun = withRules(defaultChoice(), "capturefive:n=4", "grid:5");
    expect(begun.game).toBe("capturefive");
    const own = choiceOf(begun, "capturefive");
    expect(presetOf(five, own)?.title).toBe("First steps");
    expect(newGameOf(begun, own.board, five.options, "")).toMatchObject({
      board: "grid:5",
      rules: "capturefive:n=4,captures=yes",
    });
  });

  it("are deselected by any other board or option", () => {
    const own = choiceOf(withRules(defaultChoice(), "capturefive", "grid:9"), "capturefive");
    expect(presetOf(five, own)?.title).toBe("Capture Five");
    expect(presetOf(five, { ...own, board: "grid:5" })).toBeNull();
    expect(presetOf(five, { ...own, rules: { captures: "no" } })).toBeNull();
  });
});

describe("an address's request", () => {
  const nothing = { spec: "", game: "", rules: "", to: "", company: "" };
  const games = [weiqi, gameWith({ id: "gomoku" })];
  const two = { ...catalog, games };
  const own = (asked: Partial<typeof nothing>, before = defaultChoice()) => {
    const choice = answered(two, before, { ...nothing, ...asked });
    return { game: choice.game, ...choiceOf(choice, choice.game) };
  };

  it("is played as requested", () => {
    expect(own({})).toMatchObject({ game: "weiqi", board: "", opponent: "level" });
    expect(own({ game: "gomoku" }).game).toBe("gomoku");
    expect(own({ game: "chess" }).game).toBe("weiqi");
    expect(own({ spec: "grid:15" })).toMatchObject({ game: "gomoku", board: "grid:15" });
    expect(own({ spec: "grid:15", game: "weiqi" })).toMatchObject({ game: "weiqi", board: "grid:15" });
    expect(own({ rules: "weiqi:komi=5.5", spec: "grid:19" })).toMatchObject({
      game: "weiqi",
      board: "grid:19",
      rules: { komi: "5.5" },
    });
  });

  it("is played with the requested opponent", () => {
    expect(own({ to: "Ada" })).toMatchObject({ opponent: "player", to: "Ada" });
    expect(own({ company: "friend" }).opponent).toBe("human");
    expect(own({ company: "friend" }, chosen("weiqi", { opponent: "anyone" })).opponent).toBe("anyone");
    expect(own({ company: "anyone" }).opponent).toBe("anyone");
  });
});

describe("rengo", () => {
  const shared = (part: Partial<GameChoice>, color = "black") =>
    newGameOf(
      { ...chosen("weiqi", { opponent: "human", partners: 3, ...part }), color },
      "grid:9",
      [],
      "Ann",
    );

  it("is requested for shared sides, without a rating, random colours or help", () => {
    const asked = shared({ opponent: "anyone", rated: true, estimates: true }, "random");
    expect(asked).toMatchObject({ partners: 3, rated: false, estimates: false, color: "black" });
    expect(shared({}, "white").color).toBe("white");
  });

  it("applies to one game only", () => {
    const next = fresh(catalog, chosen("weiqi", { opponent: "human", partners: 3 }));
    expect(choiceOf(next, "weiqi")).toMatchObject({ opponent: "human", partners: 1 });
  });

  it.each<[string, Partial<GameChoice>]>([
    ["without partners", { partners: 1 }],
    ["against the computer", { opponent: "level" }],
    ["against one person by name", { opponent: "player" }],
    ["with an opening in which sides are chosen", { rules: { opening: "swap" } }],
  ])("is not %s", (_, part) => {
    expect(shared(part).partners).toBeUndefined();
    expect(eachSide(choiceOf(chosen("weiqi", { opponent: "human", partners: 3, ...part }), "weiqi"))).toBe(1);
  });
});
