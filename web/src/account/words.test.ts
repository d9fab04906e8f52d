import { describe, expect, it } from "vitest";

import { deviceText, elsewhereWords } from "./words.ts";

it("names the user's device", () => {
  expect(deviceText("Samsung Internet on Android")).toBe("Samsung Internet on Android");
  expect(deviceText("Another program")).toBe("Another program");
  expect(deviceText("curl")).toBe("curl");
});

describe("texts about accounts", () => {
  it("says something about every problem, known or not", () => {
    expect(elsewhereWords("refused")).toContain("did not let you in");
    expect(elsewhereWords("toString")).toContain("did not work");
  });
});
