import { expect, it } from "vitest";

import type { Saying } from "../../wire.ts";
import { sayingsText, type PointNames } from "./sayings.ts";

const row = ["A1", "B1", "C1", "D1", "E1"];
const names: PointNames = { of: (point) => row[point] ?? "", text: (text) => text.replace("J", "I") };

const says = (you: string, ...sayings: Saying[]): string => sayingsText(sayings, names, you);

it("addresses one side and describes the other, with correct plurals", () => {
  const last: Saying = { code: "last", color: "black", stones: [0], at: 1 };
  expect(says("black", last)).toBe("Your stone on A1 has one liberty left, B1.");
  expect(says("white", { ...last, stones: [0, 2] })).toBe(
    "Black's stones on A1 and C1 have one liberty left, B1.",
  );
  expect(says("black", { ...last, stones: [0, 2, 3, 4] })).toBe(
    "Your stones on A1, C1, D1 and 1 more have one liberty left, B1.",
  );
  expect(says("", { code: "taken", color: "white", count: 1, at: 0 })).toBe("White can take 1 stone at A1.");
});

it('joins sentences, and returns "" for none', () => {
  const stops: Saying = { code: "stops", color: "white", points: [1, 2] };
  expect(says("black", stops, { code: "row", count: 3 })).toBe(
    "It stops White's win at B1 and C1. It makes 3 in a row.",
  );
  expect(says("black")).toBe("");
  expect(says("black", { code: "fell", color: "black", from: 0.6, value: 0.204 })).toBe(
    "Your win chance fell from 60 % to 20 %.",
  );
  expect(says("black", { code: "rule", reason: "taking" })).toMatch(/no captures/);
});

it("claims no more about a quiet position than what was checked", () => {
  expect(says("black", { code: "noTaking", color: "white" }, { code: "noRow", color: "white" })).toBe(
    "None of your stones can be taken right away. White cannot finish a row with the next stone.",
  );
});

it("explains suicide and ko", () => {
  expect(
    says(
      "black",
      { code: "suicideAlone", at: 0 },
      { code: "suicideOthers", color: "white", stones: [1], points: [2, 3], count: 2 },
    ),
  ).toBe(
    "A stone on A1 would have no liberties (empty points beside it), and it takes nothing. That is suicide. White's stone beside it, on B1, still has 2 liberties, at C1 and D1.",
  );
  expect(
    says("black", { code: "suicideOthers", color: "white", stones: [1, 2], points: [3], count: 1 }),
  ).toBe("White's stones beside it, on B1 and C1, still have a liberty, at D1.");
  expect(says("black", { code: "koTaken", color: "white", at: 0, move: "B1" })).toMatch(
    /^White just took your stone on A1 with B1\. .*\(ko\)/,
  );
  expect(says("black", { code: "falls", at: 4, to: 0 })).toMatch(/on E1: it falls to A1/);
});

it("writes moves as people do", () => {
  expect(says("black", { code: "better", move: "J8" })).toBe("A better move: I8.");
});
