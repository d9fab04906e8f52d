import { describe, expect, it } from "vitest";

import type { Review, ReviewMove, ReviewPosition } from "../../wire.ts";
import {
  betterText,
  classText,
  graphOf,
  lostText,
  nextBad,
  plyAt,
  standingText,
  valueText,
} from "./review.ts";

const position = (part: Partial<ReviewPosition> = {}): ReviewPosition => ({
  looks: 1,
  black: 0.5,
  solved: false,
  mate: 0,
  over: false,
  lead: 0,
  counts: false,
  best: "",
  ...part,
});

const move = (part: Partial<ReviewMove> = {}): ReviewMove => ({
  move: "C3",
  color: "black",
  class: "good",
  sure: true,
  loss: 0,
  points: 0,
  counts: false,
  accuracy: 100,
  better: "",
  line: [],
  proven: false,
  says: [],
  ...part,
});

const review = (positions: ReviewPosition[], moves: ReviewMove[], turning = 0): Review =>
  ({ positions, moves, turning }) as unknown as Review;

const frame = { width: 140, height: 120, left: 30, right: 10, top: 10, bottom: 10 };
const called = (name: string) => name.toLowerCase();

describe("graphOf", () => {
  it("rises when Black is ahead, and leaves out unknown positions", () => {
    const known = [
      position({ black: 1 }),
      position({ black: 0.5 }),
      position({ looks: 0 }),
      position({ black: 0 }),
    ];
    const graph = graphOf(review([...known, position({ black: 0.25 })], []), "chance", frame);
    expect(graph.line).toBe("M30 10L55 60M105 110L130 85");
    expect(graph.area).toBe("M30 110L30 10L55 60L55 110ZM105 110L105 110L130 85L130 110Z");
    expect([graph.even, graph.y(2), graph.y(3)]).toEqual([60, null, 110]);
  });

  it("plots points around the middle, and keeps small leads small", () => {
    const at = (lead: number) => position({ lead, counts: true });
    const small = graphOf(review([at(0), at(5), position()], []), "points", frame);
    expect([small.y(0), small.y(1), small.y(2)]).toEqual([60, 35, null]);
    const large = graphOf(review([at(-40), at(20)], []), "points", frame);
    expect([large.y(0), large.y(1)]).toEqual([110, 35]);
    expect(large.levels.map((level) => level.text)).toEqual(["20", "0", "20"]);
    const unknown = { ...at(-400), looks: 0 };
    expect(graphOf(review([at(-40), unknown, at(20)], []), "points", frame).y(2)).toBe(35);
  });

  it("marks bad moves with their severity, side and certainty", () => {
    const moves = [
      move({ class: "blunder" }),
      move({ color: "white" }),
      move({ class: "mistake", sure: false }),
      move({ color: "white", class: "inaccuracy" }),
      move({ class: "" }),
    ];
    const positions = [...Array(6)].map(() => position());
    const { marks } = graphOf(review(positions, moves, 1), "chance", frame);
    expect(marks.map((m) => [m.ply, m.kind, m.color, m.sure, m.turning])).toEqual([
      [1, "blunder", "black", true, true],
      [3, "mistake", "black", false, false],
      [4, "inaccuracy", "white", true, false],
    ]);
  });
});

it("finds the position under the pointer", () => {
  const of = review([position(), position(), position()], []);
  expect([-50, 30, 54, 56, 130, 500].map((x) => plyAt(of, frame, x))).toEqual([0, 0, 0, 1, 2, 2]);
});

it("goes from mistake to mistake", () => {
  const of = review([], [move(), move({ class: "blunder" }), move(), move({ class: "inaccuracy" })]);
  expect([
    nextBad(of, 0, 1),
    nextBad(of, 2, 1),
    nextBad(of, 4, 1),
    nextBad(of, 4, -1),
    nextBad(of, 1, -1),
  ]).toEqual([2, 4, 4, 2, 1]);
});

describe("standingText", () => {
  it("states proven results as such, and never in per cent", () => {
    expect(standingText(position({ black: 1, solved: true, mate: 5 }))).toBe("Black wins for certain");
    expect(standingText(position({ black: 0, solved: true, over: true }))).toBe("White has won");
    expect(standingText(position({ solved: true }))).toBe("a certain draw");
  });

  it("calls nothing certain that is not", () => {
    expect(standingText(position({ black: 1 }))).toBe("99 % for Black");
    expect(standingText(position({ black: 0.001 }))).toBe("99 % for White");
    expect(standingText(position({ black: 0.502 }))).toBe("an even game");
    expect(standingText(position({ looks: 0 }))).toBe("not reviewed yet");
  });

  it("says who leads if the game counts points", () => {
    expect(standingText(position({ black: 0.3, lead: -3.3, counts: true }))).toBe(
      "70 % for White, White leads by about 3.5 points",
    );
    expect(standingText(position({ black: 0.7, lead: 0.2, counts: true }))).toBe(
      "70 % for Black, about even in points",
    );
  });

  it("does not name one side by win probability and the other by points", () => {
    expect(standingText(position({ black: 0.51, lead: -1.2, counts: true }))).toBe("51 % for Black");
    expect(standingText(position({ black: 0.49, lead: 1.2, counts: true }))).toBe("51 % for White");
    const over = position({ black: 1, lead: 3, counts: true, over: true });
    expect(standingText(over)).toBe("Black has won, Black leads by about 3 points");
  });
});

describe("the text about a move", () => {
  const blunder = { class: "blunder", loss: 0.3, better: "D4" };
  it('says how bad it was, and only "perhaps" without a deeper search', () => {
    expect(classText(move(blunder))).toBe("a blunder");
    expect(classText(move({ ...blunder, sure: false }))).toBe("perhaps a blunder");
    expect([classText(move()), classText(move({ class: "" }))]).toEqual(["a good move", ""]);
  });

  it("names the better move", () => {
    expect(betterText(move(blunder), called)).toBe("better: d4");
    expect(betterText(move({ ...blunder, proven: true }), called)).toBe("certainly better: d4");
    expect(betterText(move({ better: "D4" }), called)).toBe("");
  });

  it("says what it cost", () => {
    expect(lostText(move(blunder))).toBe("lost 30 % of win chance");
    expect(lostText(move({ ...blunder, points: 7.2, counts: true }))).toBe(
      "lost 30 % of win chance, about 7 points",
    );
    expect(lostText(move({ points: 7.2, counts: true }))).toBe("lost about 7 points");
    expect(lostText(move({ points: 1.1, counts: true }))).toBe("lost about 1 point");
    expect(lostText(move())).toBe("");
  });

  it("combines it in one line", () => {
    const of = review([position(), position({ black: 0.2 })], [move(blunder)]);
    expect(valueText(of, 1, called)).toBe("80 % for White; a blunder; better: d4");
    expect([valueText(of, 0, called), valueText(of, 7, called)]).toEqual(["an even game", ""]);
  });
});
