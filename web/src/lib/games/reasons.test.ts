import { expect, it } from "vitest";

import { forbiddenWords, reasonText } from "./reasons.ts";

it("says why a move is illegal", () => {
  expect(reasonText("ko")).toBe("That would repeat an earlier position (ko). Play elsewhere first.");
  expect([...forbiddenWords([{ point: 3, reason: "off-board" }])]).toEqual([
    [3, "That point is not on the board."],
  ]);
});
