import { expect, it } from "vitest";

import type { ReportContext } from "../wire.ts";
import { choices, isReady } from "./choices.ts";

const kindsOf = (line: number, account: boolean, board: { hidden: boolean } | null = null) =>
  choices({ report: { line, target: { account } }, board } as unknown as ReportContext).map((c) => c.kind);

it("offers actions for the subject of a report", () => {
  expect(kindsOf(7, true)).toEqual(["dismiss", "remove", "warn", "silence", "suspend", "rename"]);
  expect(kindsOf(0, false)).toEqual(["dismiss", "warn", "silence", "suspend"]);
  expect(kindsOf(0, true, { hidden: false })).toContain("hide");
  expect(kindsOf(0, true, { hidden: true })).not.toContain("hide");
});

it("requires a text if the person gets a message", () => {
  const [dismiss, warn] = choices({
    report: { line: 0, target: { account: false } },
    board: null,
  } as unknown as ReportContext);
  expect(isReady(undefined, "x")).toBe(false);
  expect(isReady(dismiss, "")).toBe(true);
  expect(isReady(warn, " ")).toBe(false);
  expect(isReady(warn, "x")).toBe(true);
});
