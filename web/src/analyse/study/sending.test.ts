import { expect, test } from "vitest";

import { isSmall } from "./sending.ts";

test("finds out before sending that a message is too long, in bytes", () => {
  const write = (text: string) => ({
    type: "write",
    id: "a",
    chapter: 1,
    node: 1,
    properties: [["C", text]],
  });
  expect(isSmall(write("x".repeat(200_000)))).toBe(true);
  expect(isSmall(write("x".repeat(300_000)))).toBe(false);
  expect(isSmall(write("\u7881".repeat(100_000)))).toBe(false);
  const rest = JSON.stringify(write("")).length;
  expect(isSmall(write("x".repeat(256 * 1024 - rest)))).toBe(true);
  expect(isSmall(write("x".repeat(256 * 1024 - rest + 1)))).toBe(false);
});
