import { expect, it } from "vitest";

import { inOrder, ranks } from "./ranks.ts";

it("lists the ranks from the weakest to the strongest", () => {
  expect(ranks).toHaveLength(39);
  expect([ranks[0], ranks[29], ranks[30], ranks[38]]).toEqual(["30k", "1k", "1d", "9d"]);
});

it.each([
  ["20k", "5k", ["20k", "5k"]],
  ["5k", "20k", ["20k", "5k"]],
  ["3d", "1k", ["1k", "3d"]],
  ["7k", "7k", ["7k", "7k"]],
])("from %s and %s the weaker one comes first", (one, other, both) => {
  expect(inOrder(one, other)).toEqual(both);
});
