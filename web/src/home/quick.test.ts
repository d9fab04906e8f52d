import { describe, expect, it } from "vitest";

import type { Catalog } from "../wire.ts";
import { defaultQuick, restoredQuick, titleOf, withRecent, type Quick } from "./quick.ts";

const catalog = {
  games: [{ id: "weiqi", title: "Go", board: "grid:9", presets: [] }],
  boards: [{ spec: "grid:9", title: "Grid 9×9", group: "flat", games: ["weiqi"] }],
} as unknown as Catalog;

describe("quick pairing", () => {
  const quick: Quick = defaultQuick(catalog);

  it("starts with the first game", () => {
    expect(quick).toEqual({
      game: "weiqi",
      board: "grid:9",
      rules: "weiqi",
      clock: "fischer=3m+2s",
      near: true,
      rated: false,
      bots: false,
    });
    expect(titleOf(catalog, quick)).toBe("Go · Grid 9×9 · Blitz");
    expect(titleOf(catalog, { ...quick, rated: true })).toBe("Go · Grid 9×9 · Blitz · rated");
  });

  it("remembers the last choices, each once", () => {
    const slow = { ...quick, clock: "" };
    const rapid = { ...quick, clock: "fischer=10m+5s" };
    let recent = withRecent([], quick, 2);
    recent = withRecent(recent, slow, 2);
    recent = withRecent(recent, { ...quick, near: false }, 2);
    expect(recent).toEqual([{ ...quick, near: false }, slow]);
    expect(withRecent(recent, rapid, 2)).toEqual([rapid, { ...quick, near: false }]);
  });

  it("distinguishes rated from casual, and treats older entries as casual", () => {
    const rated = { ...quick, rated: true };
    expect(withRecent([quick], rated, 2)).toEqual([rated, quick]);
    expect(restoredQuick(catalog, [{ ...quick, rated: undefined }, rated])).toEqual([quick, rated]);
  });

  it("forgets invalid entries and what is no longer offered", () => {
    expect(restoredQuick(catalog, null)).toEqual([]);
    expect(
      restoredQuick(catalog, [null, 7, {}, { ...quick, board: "grid:8" }, { ...quick, clock: "x" }, quick]),
    ).toEqual([quick]);
  });
});
