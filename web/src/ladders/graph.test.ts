import { expect, test } from "vitest";

import { placeGraph } from "./graph.ts";

const frame = { width: 130, height: 70, left: 20, right: 10, top: 10, bottom: 10 };
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 26, 12, minute)).toISOString();
const now = Date.parse(at(10));

test("places are steps from the left to now, with the top place above", () => {
  const graph = placeGraph(
    [
      { at: at(0), place: 5 },
      { at: at(5), place: 2 },
    ],
    now,
    frame,
  );
  expect(graph.line).toBe("M20.0 60.0H70.0V10.0H120.0");
  expect(graph.marks).toEqual([
    { y: 10, place: 2 },
    { y: 60, place: 5 },
  ]);
});

test("there is a gap where a player was not on the ladder", () => {
  const graph = placeGraph(
    [
      { at: at(0), place: 1 },
      { at: at(2), place: 0 },
      { at: at(6), place: 3 },
    ],
    now,
    frame,
  );
  expect(graph.line).toBe("M20.0 10.0H40.0M80.0 60.0H120.0");
});

test("a single place is in the middle, and without places nothing is drawn", () => {
  expect(placeGraph([{ at: at(0), place: 7 }], now, frame).line).toBe("M20.0 35.0H120.0");
  expect(placeGraph([], now, frame)).toMatchObject({ line: "", marks: [] });
});
