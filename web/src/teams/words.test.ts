import { expect, test } from "vitest";

import type { TeamMatch, TeamMatchHead } from "../wire.ts";
import {
  bothOf,
  byRank,
  draftOf,
  isWhole,
  resultWords,
  savedKey,
  scoreOf,
  seated,
  stateOf,
  termsOf,
} from "./words.ts";

const head = (more: Partial<TeamMatchHead>): TeamMatchHead => ({
  id: "m",
  phase: "playing",
  home: { id: "a", name: "North", points: 1.5 },
  guest: { id: "b", name: "South", points: 0.5 },
  boards: 4,
  left: 2,
  winner: "",
  by: "",
  board: "grid:9",
  boardTitle: "9×9",
  gameTitle: "Go",
  rulesText: "",
  rules: "weiqi",
  words: { name: "", phrases: [] },
  clock: "",
  clockText: "",
  speed: "",
  ...more,
});

test("a match shows its state, and the winner with the tiebreak", () => {
  expect(bothOf(head({}))).toBe("North – South");
  expect(bothOf(head({ guest: { id: "", name: "", points: 0 } }))).toBe("North – no one yet");
  expect(bothOf(head({ guest: { id: "b", name: "", points: 0 } }))).toBe("North – a closed team");
  expect(scoreOf(head({}))).toBe("1½ : ½");
  expect(stateOf(head({}))).toBe("2 games left");
  expect(stateOf(head({ phase: "lineup" }))).toBe("Setting line-ups");
  expect(stateOf(head({ phase: "over", winner: "draw", by: "points" }))).toBe("Draw");
  expect(stateOf(head({ phase: "over", winner: "guest", by: "points" }))).toBe("South won");
  expect(stateOf(head({ phase: "over", winner: "home", by: "first" }))).toBe(
    "North won, by the first board with a winner",
  );
  expect(stateOf(head({ phase: "over", winner: "guest", by: "cancelled" }))).toBe(
    "South won, as the other team called it off",
  );
});

test("every result has a text", () => {
  for (const result of ["", "home", "guest", "draw", "home-forfeit", "guest-forfeit", "none"])
    expect(resultWords(result)).not.toBe(result);
});

const roster = ["Ada", "Bo", "Cy", "Dee", "Eve"].map((name) => ({ name, rank: "" }));

test("the strongest are at the first boards", () => {
  expect(byRank(roster, 2)).toEqual({ line: ["Ada", "Bo"], reserves: ["Cy", "Dee"] });
  expect(byRank(roster, 6).line).toEqual(["Ada", "Bo", "Cy", "Dee", "Eve", ""]);
  expect(isWhole(byRank(roster, 6))).toBe(false);
  expect(isWhole(byRank(roster, 5))).toBe(true);
});

test("moved players swap places", () => {
  const draft = { line: ["Ada", "Bo"], reserves: ["Cy"] };
  expect(seated(draft, 0, "Bo")).toEqual({ line: ["Bo", "Ada"], reserves: ["Cy"] });
  expect(seated(draft, 1, "Cy")).toEqual({ line: ["Ada", "Cy"], reserves: ["Bo"] });
  expect(seated(draft, 1, "Dee")).toEqual({ line: ["Ada", "Dee"], reserves: ["Cy"] });
  expect(seated(draft, 1, "")).toEqual({ line: ["Ada", ""], reserves: ["Cy"] });
  expect(seated({ line: ["Ada", ""], reserves: ["Cy"] }, 1, "Cy")).toEqual({
    line: ["Ada", "Cy"],
    reserves: [],
  });
  expect(seated({ line: ["", ""], reserves: [] }, 1, "Cy")).toEqual({ line: ["", "Cy"], reserves: [] });
});

test("the draft starts from the side's line-up", () => {
  expect(draftOf({ ready: false }, 2)).toEqual({ line: ["", ""], reserves: [] });
  expect(draftOf({ ready: true, line: [roster[1]!], reserves: [roster[2]!], roster }, 2)).toEqual({
    line: ["Bo", ""],
    reserves: ["Cy"],
  });
});

test("former members are in no draft", () => {
  const left = { name: "Zoe", rank: "" };
  const side = { ready: true, line: [roster[0]!, left], reserves: [left, roster[2]!], roster };
  const draft = draftOf(side, 2);
  expect(draft).toEqual({ line: ["Ada", ""], reserves: ["Cy"] });
  expect(seated(draft, 1, "Cy")).toEqual({ line: ["Ada", "Cy"], reserves: [] });
});

test("a changed line-up has a new key, and a changed roster does not", () => {
  const side = { ready: true, line: [roster[0]!], reserves: [roster[1]!], roster };
  expect(savedKey({ ...side, roster: [] })).toBe(savedKey(side));
  expect(savedKey({ ...side, reserves: [] })).not.toBe(savedKey(side));
  expect(savedKey({ ...side, line: [roster[1]!], reserves: [roster[0]!] })).not.toBe(savedKey(side));
});

test("a match describes its settings", () => {
  const of = (more: Partial<TeamMatch["setup"]>): string[] =>
    termsOf({
      head: head({}),
      setup: { boards: 4, board: "grid:9", rules: "weiqi", clock: "", noShow: 600, ...more },
    } as TeamMatch);
  const wait = "Absent players lose after 10 minutes";
  expect(of({})).toEqual(["North has White on boards 1, 3 and so on", wait]);
  expect(of({ lot: true, notice: 300 })).toEqual([
    "A draw decides who has White on board 1",
    "Line-ups are shown 5 minutes before the games",
    wait,
  ]);
  expect(of({ handicap: true, lot: true })).toEqual(["Handicap by rank; the weaker player has Black", wait]);
});
