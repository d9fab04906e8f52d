import { expect, it } from "vitest";

import type { ReportContext } from "../wire.ts";
import { choices, isReady } from "./choices.ts";

const kindsOf = (line: number, account: boolean) =>
  choices({ report: { line, target: { account } } } as unknown as ReportContext).map((c) => c.kind);

it("offers what a report is about", () => {
  expect(kindsOf(7, true)).toEqual(["dismiss", "remove", "warn", "silence", "suspend", "rename"]);
  expect(kindsOf(0, false)).toEqual(["dismiss", "warn", "silence", "suspend"]);
});

it("wants words where somebody is told", () => {
  const [dismiss, warn] = choices({
    report: { line: 0, target: { account: false } },
  } as unknown as ReportContext);
  expect(isReady(undefined, "x")).toBe(false);
  expect(isReady(dismiss, "")).toBe(true);
  expect(isReady(warn, " ")).toBe(false);
  expect(isReady(warn, "x")).toBe(true);
});
