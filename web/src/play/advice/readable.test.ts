import { expect, it } from "vitest";

import { readable } from "./readable.ts";

const kept = (...lengths: number[]) => readable(lengths, (n) => "x".repeat(n));

it("shows three remarks, and fewer if they are long", () => {
  expect(kept(30, 30, 30, 30)).toEqual([30, 30, 30]);
  expect(kept(70, 60, 60)).toEqual([70, 60]);
  expect(kept(300, 20)).toEqual([300]);
  expect(kept()).toEqual([]);
});
