import { expect, it } from "vitest";

import type { Tsumego } from "../wire.ts";
import { hashOf, problemOfHash } from "./link.ts";

const problem: Tsumego = {
  id: "p 1",
  board: "torus:9x9",
  stones: "..xx" + "o".repeat(70) + ".x.x.x.",
  toPlay: "white",
  ko: 0,
  question: "live",
  target: [2, 9],
  region: [0, 1, 2, 5, 7, 8, 9],
  walls: [10, 20, 21],
  threats: { black: 0, white: 255 },
  notes: "Two lines,\n& more = 100 % #?",
};

it("restores a problem, full or minimal", () => {
  expect(problemOfHash(hashOf(problem))).toEqual(problem);
  const little = {
    ...problem,
    id: "",
    ko: null,
    target: [],
    region: [],
    walls: [],
    threats: null,
    notes: "",
  };
  expect(problemOfHash(hashOf(little))).toEqual(little);
});

it("is short", () => {
  const bare = { ...problem, id: "", notes: "", threats: null, ko: null };
  expect(hashOf(bare)).toBe("b=torus:9x9&s=2.2x70o.x.x.x.&m=w&q=live&t=2.9&r=0-2.5.7-9&w=10.20-21");
});

it("rejects invalid text, and limits the size", () => {
  for (const hash of ["", "b=grid:9", "s=3x", "b=grid:9&s=3q", "b=grid:9&s=99999x99999o", "%%%"])
    expect(problemOfHash(hash)).toBeNull();
  const odd = problemOfHash("b=grid:2&s=4.&q=why&t=9.1&r=2-99999&k=7&h=999.1");
  expect(odd).toMatchObject({
    question: "kill",
    target: [1],
    region: [2, 3],
    ko: null,
    threats: { black: 255, white: 1 },
  });
});
