import { expect, it } from "vitest";

import { hintText } from "./advicewords.ts";

it("gives the reason, if there is one", () => {
  const hint = "C3";
  expect(hintText(hint, "It saves a stone.")).toEqual(["Hint: C3.", "It saves a stone."]);
  expect(hintText(hint, "")).toEqual(["Hint: the computer would play C3.", ""]);
  expect(hintText("pass", "You then win for certain.")).toEqual(["Hint: pass.", "You then win for certain."]);
  expect(hintText("pass", "")).toEqual(["Hint: the computer would pass.", ""]);
});
