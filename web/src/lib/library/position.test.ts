import { describe, expect, it } from "vitest";

import { parseRoute, paths } from "../router/routes.ts";
import { addressed, cornerPoints, cornersOf, fullestCorner, positionOf, sharesOf } from "./position.ts";

const grid = (width: number, height = width) => ({ width, height });

it.each([
  [grid(19), [6, 9]],
  [grid(13), [6, 9]],
  [grid(12), [6]],
  [grid(9), [6]],
  [grid(8), []],
  [grid(19, 9), [6]],
  [grid(0), []],
])("%j has corners of %j points", (board, sizes) => {
  expect(cornersOf(board)).toEqual(sizes);
});

it.each([
  ["top-left", [0, 1, 5, 6]],
  ["top-right", [3, 4, 8, 9]],
  ["bottom-left", [10, 11, 15, 16]],
  ["bottom-right", [13, 14, 18, 19]],
])("%s of a grid of 5 by 4 has the points %j", (side, points) => {
  expect(cornerPoints(grid(5, 4), 2, side)).toEqual(points);
});

it("finds the corner with most stones", () => {
  const stones = new Uint8Array(20);
  stones[0] = stones[13] = stones[19] = 1;
  expect(fullestCorner(grid(5, 4), 2, stones)).toBe("bottom-right");
  expect(fullestCorner(grid(5, 4), 2, new Uint8Array(20))).toBe("top-left");
});

describe("an address", () => {
  const whole = { board: "grid:9", rules: "weiqi", stones: "", toPlay: "", moves: ["E5", "pass"] };
  const from = (address: string) => {
    const route = parseRoute(address);
    return route.page === "library" ? positionOf(route.from) : undefined;
  };

  it.each([[whole], [{ ...whole, moves: [] }], [{ ...whole, corner: 6, side: "top-right" }]])(
    "describes the position %j",
    (position) => {
      expect(from(paths.library(addressed(position)))).toEqual(position);
    },
  );

  it("accepts no invalid position or corner", () => {
    expect(from("/library?board=grid:9")).toBeNull();
    expect(from("/library?board=grid:9&rules=weiqi&moves=E5.pass&corner=7&side=top-left")).toEqual(whole);
    expect(from("/library?board=grid:9&rules=weiqi&moves=E5.pass&corner=6&side=north")).toEqual(whole);
  });
});

it.each([
  [{ black: 0, draws: 0, white: 0 }, { known: 0, black: 0, draws: 0, white: 0 }], // prettier-ignore
  [{ black: 1, draws: 0, white: 2 }, { known: 3, black: 33, draws: 0, white: 67 }], // prettier-ignore
  [{ black: 1, draws: 1, white: 1 }, { known: 3, black: 33, draws: 33, white: 34 }], // prettier-ignore
  [{ black: 199, draws: 1, white: 0 }, { known: 200, black: 100, draws: 1, white: 0 }], // prettier-ignore
])("of %j the shares are %j", (move, shares) => {
  expect(sharesOf(move)).toEqual(shares);
});
