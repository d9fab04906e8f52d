import { describe, expect, it } from "vitest";

import { badges, formText, gamesOf, leaderRows, letterOf, tallyText } from "./words.ts";

describe("a profile in words", () => {
  it("has badges for moderators, bots and the like, and for suspended accounts", () => {
    expect(badges({ role: "player", suspended: false })).toEqual([]);
    expect(badges({ role: "moderator", suspended: true })).toEqual(["Moderator", "Suspended"]);
  });

  it("counts results, and says in how many games", () => {
    const tally = { won: 3, lost: 1, drawn: 2 };
    expect(gamesOf(tally)).toBe(6);
    expect(tallyText(tally, 500)).toBe("3 won, 1 lost, 2 drawn in 6 finished games.");
    expect(tallyText({ ...tally, drawn: 0 }, 500)).toBe("3 won, 1 lost in 4 finished games.");
    expect(tallyText({ won: 1, lost: 0, drawn: 0 }, 500)).toBe("1 won, 0 lost in 1 finished game.");
    expect(tallyText({ won: 1200, lost: 0, drawn: 0 }, 500)).toBe(
      "1,200 won, 0 lost in the last 500 finished games.",
    );
    expect(tallyText(tally, 6)).toBe("3 won, 1 lost, 2 drawn in the last 6 finished games.");
  });

  it("shows each result as a letter and a sentence", () => {
    const game = {
      game: "g",
      result: "lost",
      opponent: { kind: "human", name: "Bo" },
      gameTitle: "Go",
      words: { name: "weiqi" as const, phrases: [] },
      board: "grid:9",
      boardTitle: "9×9",
      at: "",
    };
    expect(letterOf(game)).toBe("L");
    expect(formText(game, "Bo")).toBe("Lost against Bo: Go on Grid 9×9");
    expect(formText({ ...game, result: "drawn" }, "Bo")).toBe("Drew with Bo: Go on Grid 9×9");
  });
});

describe("a leader board", () => {
  const leader = (name: string, points: number) => ({ name, points, deviation: 60, text: "", games: 9 });
  const level = (n: number, points: number) => ({ level: n, points, text: "" });
  const names = (rows: ReturnType<typeof leaderRows>) =>
    rows.map((r) => (r.level ? `level ${r.level}` : `${r.place} ${r.name}`));

  it("puts the computer's levels between people, without places", () => {
    const rows = leaderRows(
      [leader("Ada", 1800), leader("Bo", 1500)],
      [level(1, 400), level(5, 1500), level(9, 1900)],
      true,
    );
    expect(names(rows)).toEqual(["level 9", "1 Ada", "2 Bo", "level 5", "level 1"]);
  });

  it("leaves out levels that may belong among players who are not loaded yet", () => {
    const rows = leaderRows([leader("Ada", 1800)], [level(1, 400), level(9, 1900)], false);
    expect(names(rows)).toEqual(["level 9", "1 Ada"]);
  });

  it("has only the levels if there are no people", () => {
    expect(names(leaderRows([], [level(1, 400), level(2, 600)], true))).toEqual(["level 2", "level 1"]);
  });

  it("puts the higher of two equally strong levels first, and people before levels", () => {
    const rows = leaderRows([leader("Ada", 100)], [level(1, 100), level(2, 100)], true);
    expect(names(rows)).toEqual(["1 Ada", "level 2", "level 1"]);
  });

  it("keeps the order of people with equal points", () => {
    expect(names(leaderRows([leader("Ada", 1500), leader("Bo", 1500)], [], true))).toEqual(["1 Ada", "2 Bo"]);
  });
});
