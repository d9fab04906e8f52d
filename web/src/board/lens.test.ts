import { describe, expect, it } from "vitest";
import { isFine, LENS_PX, lensCorner } from "./lens";

describe("the lens", () => {
  it("is above the finger, centred", () => {
    const { left, top } = lensCorner(195, 400, 390);
    expect(left).toBe(195 - LENS_PX / 2);
    expect(top + LENS_PX).toBeLessThan(400 - 20);
  });

  it("stays in the window at both sides", () => {
    expect(lensCorner(2, 400, 390).left).toBeGreaterThan(0);
    expect(lensCorner(388, 400, 390).left + LENS_PX).toBeLessThan(390);
  });

  it("moves to the side if there is no room above, and is never under the finger", () => {
    for (const x of [10, 195, 380]) {
      const { left, top } = lensCorner(x, 60, 390);
      expect(top).toBeGreaterThan(0);
      expect(left + LENS_PX < x || left > x).toBe(true);
    }
  });
});

it("is for points that are too small for a finger", () => {
  expect(isFine(18.6)).toBe(true);
  expect(isFine(39)).toBe(false);
});
