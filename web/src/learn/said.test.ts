import { describe, expect, it } from "vitest";

import { lettered, pointNames } from "../board/letters.ts";
import { grid } from "../board/testing/boards.ts";
import * as en from "../text/en.ts";
import lessons from "../text/en/lessons.ts";
import type { LessonAnswer, LessonCode, LessonSaid } from "../wire.ts";
import { saidText } from "./said.ts";

const text = (code: LessonCode, color: string): string => {
  const said = { code, color, move: "C3", stones: ["A1", "B1"], points: ["D4"] };
  return saidText(
    { said, why: [], right: "", punished: "", side: "black" } as unknown as LessonAnswer,
    pointNames(null),
  );
};

it("names the points from which the learner must choose", () => {
  const said = { code: "beside", color: "white", move: "A1", stones: ["E5"], points: ["E6", "D5", "F5"] };
  const answer = { said, why: [], right: "", punished: "", side: "black" } as unknown as LessonAnswer;
  expect(saidText(answer, pointNames(null))).toMatch(/ one of the dots: E6, D5 or F5\.$/);
});

const aboutSides: LessonCode[] = [
  "escapes",
  "breaks",
  "taken",
  "wins",
  "one",
  "noFour",
  "noFours",
  "answered",
  "forces",
  "dies",
  "lives",
  "unharmed",
];

describe("responses to a move", () => {
  it.each(aboutSides)("name the side: %s", (code) => {
    expect(text(code, "white")).toMatch(/White/);
    expect(text(code, "white")).not.toMatch(/Black/);
    expect(text(code, "black")).toMatch(/Black/);
    expect(text(code, "black")).not.toMatch(/White/);
  });
});

/** Every text of the lessons, with its key. */
const texts = (of: object, before: string): [string, string][] =>
  Object.entries(of).flatMap(([key, value]: [string, string | object]) =>
    typeof value === "string" ? [[`${before}.${key}`, value]] : texts(value, `${before}.${key}`),
  );

describe("the texts of steps", () => {
  const marked = texts(lessons, "lessons").filter(([, text]) => text.includes("<"));

  it("mark terms of the glossary only where they are drawn as such", () => {
    expect(marked.length).toBeGreaterThan(20);
    for (const [key, text] of marked) {
      expect(key).toMatch(/^lessons\.[\w-]+\.\w+\.text$/);
      const plain = text.replaceAll(/<(\w+)>[^<]+<\/\1>/g, (_, term: string) => {
        expect(Object.keys(en.terms), key).toContain(term);
        return "";
      });
      expect(plain, key).not.toContain("<");
    }
  });
});

const answer = (said: Partial<LessonSaid>, more: Partial<LessonAnswer> = {}): LessonAnswer =>
  ({
    said: { code: "help", color: "black", move: "", stones: [], points: [], ...said },
    why: [],
    right: "",
    punished: "",
    side: "black",
    ...more,
  }) as unknown as LessonAnswer;

it("name points as the players of the game do", () => {
  const names = pointNames(lettered(grid(15), "all"));
  const said = (part: Partial<LessonSaid>, more: Partial<LessonAnswer> = {}) =>
    saidText(answer(part, more), names);
  expect(said({ move: "J8" })).toBe("Play I8.");
  expect(said({ code: "elsewhere", move: "H8", points: ["J8", "K9"] })).toMatch(/You played H8\..*I8.*J9/);
  expect(said({ code: "taken", move: "J7", stones: ["J8"] })).toMatch(/on I8, with I7/);
  expect(said({ move: "A1" }, { why: [{ code: "won", color: "white", at: 113 }] })).toMatch(/I8/);
  expect(saidText(answer({ move: "J8" }), pointNames(grid(15)))).toBe("Play J8.");
});
