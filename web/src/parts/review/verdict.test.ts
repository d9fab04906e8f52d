import { expect, it } from "vitest";

import type { Review } from "../../wire.ts";
import { reviewText } from "./verdict.ts";

const shifted: Review = { turning: 0, moves: [], says: [{ code: "shifted" }] } as unknown as Review;
const say = (says: readonly { code: string; count?: number }[]) =>
  says.map((s) => `${s.code} ${s.count ?? ""}`.trim()).join(" ");
const told = (review: Review | null, resigned: boolean) =>
  reviewText({ review, say: say as never }, resigned, (ply) => ply - 1);

it("says that a game was resigned too early for a turning point", () => {
  expect(told(shifted, true)).toBe("A player resigned before any move decided the game.");
  expect(told(shifted, false)).toBe("shifted");
  expect(told(null, true)).toBe("");
});

it("counts stones, and no opening choices", () => {
  const turned = { ...shifted, turning: 8, says: [{ code: "turning", count: 8 }] } as unknown as Review;
  expect(told(turned, true)).toBe("turning 7");
});
