import { expect, it } from "vitest";

import { fragmentOf, recordIn } from "./link.ts";

it("puts a record into a link, and reads it", async () => {
  const text = "(;FF[4]CA[UTF-8]SZ[19]C[Grüße, 棋]" + ";B[aa];W[bb]".repeat(200) + ")\n";
  const fragment = await fragmentOf(text);
  expect(fragment).toMatch(/^#record=[\w-]+$/);
  expect(fragment.length).toBeLessThan(400);
  expect(await recordIn(fragment)).toBe(text);
});

it("refuses one that is too long, and one that was cut", async () => {
  let state = 1;
  const noise = Array.from({ length: 30_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join("");
  expect(await fragmentOf(noise)).toBe("");
  expect(await recordIn((await fragmentOf("(;B[aa];W[bb])")).slice(0, 14))).toBeNull();
  expect(await recordIn("#else")).toBeNull();
});
