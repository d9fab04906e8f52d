import { expect, it } from "vitest";
import { chainAt } from "./chain";
import { describePoint } from "./describe";
import { labelSize, layoutMarks } from "./marks";
import { BLACK, emptyState, WHITE, type BoardState } from "./state";
import { grid } from "./testing/boards";

function state(change: Partial<BoardState>): BoardState {
  const stones = new Uint8Array(25);
  stones[12] = BLACK;
  stones[13] = WHITE;
  return { ...emptyState(25), stones, ...change };
}

const kinds = (s: BoardState) => layoutMarks(s).map((m) => `${m.kind}@${m.point}${m.label && `:${m.label}`}`);

it("marks the last move in the colour that its stone is not", () => {
  expect(layoutMarks(state({ last: 12 }))).toMatchObject([{ kind: "last", point: 12, on: BLACK }]);
  expect(layoutMarks(state({ last: 13 }))).toMatchObject([{ kind: "last", point: 13, on: WHITE }]);
});

it("marks no last move whose stone is no longer there", () => {
  expect(kinds(state({ last: 3 }))).toEqual([]);
});

it("shows a chain's liberties as dots, and their number in place of the last move's ring", () => {
  const s = state({ last: 12 });
  const shown = { ...s, highlight: chainAt(grid(5), s.stones, 12) };
  expect(kinds(shown)).toEqual(["chain@12", "liberty@7", "liberty@11", "liberty@17", "chain@12:3"]);
});

it("draws territory on points without a living stone", () => {
  const territory = new Uint8Array(25).fill(BLACK);
  expect(kinds(state({ territory }))).toHaveLength(23);
  const marks = layoutMarks(state({ territory, dead: new Set([13]) }));
  expect(marks).toHaveLength(24);
  expect(marks.filter((m) => m.point === 13)).toMatchObject([{ kind: "territory", on: WHITE, owner: BLACK }]);
});

it("draws nothing on a dead stone whose point is neutral", () => {
  const territory = new Uint8Array(25).fill(BLACK, 20);
  expect(kinds(state({ territory, dead: new Set([13]) }))).toHaveLength(5);
  expect(kinds(state({ dead: new Set([13]) }))).toEqual([]);
});

it("sizes candidates by visits and labels them with win probabilities", () => {
  const candidates = [
    { point: 1, visits: 400, value: 0.534, mate: 0 },
    { point: 2, visits: 100, value: 0.4, mate: 0 },
    { point: -1, visits: 50, value: 0.4, mate: 0 },
    { point: 12, visits: 10, value: 0.4, mate: 0 },
    { point: 3, visits: 0, value: 0.01, mate: -7 },
  ];
  const marks = layoutMarks(state({ candidates }));
  expect(marks.map((m) => [m.kind, m.point, m.label])).toEqual([
    ["best", 1, "53"],
    ["candidate", 2, "40"],
    ["candidate", 3, "L4"],
  ]);
  expect(marks[0]!.size).toBeGreaterThan(marks[1]!.size);
  expect(marks.map((m) => m.strength)).toEqual([4, 2, 1]);
});

it("writes labels that fit into their discs", () => {
  for (const label of ["53", "W2", "W10", "100", "L9", "12"])
    for (const size of [0.66, 0.8, 0.96]) {
      const font = labelSize({ label, size });
      const width = font * [...label].reduce((sum, c) => sum + (c === "W" ? 1 : 0.6), 0);
      expect(Math.hypot(width / 2, 0.36 * font), `${label} in ${size}`).toBeLessThan(size);
      expect(font).toBeGreaterThan(0.4);
    }
  expect(labelSize({ label: "3", size: 0 })).toBe(0.88);
});

it("numbers the line's moves in alternating colours, but not over candidates", () => {
  const candidates = [{ point: 1, visits: 4, value: 0.5, mate: 0 }];
  const marks = layoutMarks(state({ candidates, line: [1, 2, -1, 3], lineColor: WHITE }));
  expect(marks.filter((m) => m.kind === "line").map((m) => [m.point, m.label, m.owner])).toEqual([
    [2, "2", BLACK],
    [3, "4", BLACK],
  ]);
});

it("marks the winning line on its stones, in place of the last move's ring", () => {
  expect(kinds(state({ figure: [12, 13], last: 13 }))).toEqual(["figure@12", "figure@13"]);
});

it("marks a problem's region, targets and right moves", () => {
  expect(kinds(state({ tinted: [0, 1], targets: [4], good: [2] }))).toEqual([
    "tint@0",
    "tint@1",
    "good@2:✓",
    "target@4",
  ]);
});

it("marks assumed stones with a sign for their colour", () => {
  expect(layoutMarks(state({ walls: [3, 4], wallColor: WHITE }))).toMatchObject([
    { kind: "wall", point: 3, label: "#", owner: WHITE },
    { kind: "wall", point: 4, label: "#", owner: WHITE },
  ]);
});

it("marks an opening's offered and allowed points, and excluded moves", () => {
  expect(kinds(state({ offered: [3, 8], only: [1], excluded: [2] }))).toEqual([
    "only@1",
    "excluded@2",
    "offered@3:1",
    "offered@8:2",
  ]);
});

it("ignores points outside of the board", () => {
  expect(kinds(state({ selected: 99, last: 99, forbidden: new Map([[25, "ko"]]) }))).toEqual([]);
});

it("distinguishes stones that can be captured from those in danger, and marks no empty point", () => {
  expect(kinds(state({ glow: [12, 3], prey: [13, 4] }))).toEqual(["glow@12", "prey@13"]);
});

it("shows the point that a user points at above all else, in words too", () => {
  const s = state({ pointed: 7, selected: 7 });
  expect(kinds(s)).toEqual(["selected@7", "pointed@7"]);
  expect(describePoint(grid(5), s, 7)).toContain("pointed at");
});

it("shows drawn marks, in place of the last move's ring", () => {
  const drawn = [
    { point: 12, shape: "triangle", label: "" },
    { point: 0, shape: "label", label: "A" },
  ] as const;
  const s = state({ drawn, last: 12 });
  expect(kinds(s)).toEqual(["triangle@12", "label@0:A"]);
  expect(kinds({ ...s, last: 13 })).toContain("last@13");
  expect(describePoint(grid(5), s, 12)).toContain("marked with a triangle");
  expect(describePoint(grid(5), s, 0)).toContain("labelled A");
});

it("leaves out candidates on drawn marks, and dims points", () => {
  const candidates = [1, 2].map((point) => ({ point, visits: 1, value: 0.5, mate: 0 }));
  const drawn = [{ point: 1, shape: "label", label: "A" } as const];
  expect(kinds(state({ candidates, drawn, dimmed: [12] }))).toEqual([
    "dimmed@12",
    "candidate@2:50",
    "label@1:A",
  ]);
});
