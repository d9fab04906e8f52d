import { describe, expect, it } from "vitest";

import { quickClocks } from "../../lib/games/clocks.ts";
import {
  clockSpec,
  kindOf,
  kinds,
  numberOf,
  presetSpec,
  restoredClock,
  spanSpec,
  speeds,
  withNumber,
  type ClockChoice,
} from "./clockchoice.ts";

/** A custom clock with some of its numbers replaced. */
function own(kind: string, numbers: Record<string, number> = {}): ClockChoice {
  let choice: ClockChoice = { ...restoredClock(null), speed: "own", kind };
  for (const field of kindOf(kind).fields) {
    const n = numbers[field.id];
    if (n !== undefined) choice = withNumber(choice, field, n);
  }
  return choice;
}

describe("the clock of a new game", () => {
  it("is off at first", () => {
    expect(clockSpec(restoredClock(null))).toBe("");
  });

  it.each(quickClocks)("is for $speed the same as on the home page: $clock", ({ speed, clock }) => {
    const choice = { ...restoredClock(null), speed };
    expect(clockSpec(choice)).toBe(clock);
    const offered = speeds.find((s) => s.id === speed)?.clocks.map((c) => c.spec);
    expect(offered).toEqual(clock ? expect.arrayContaining([clock]) : []);
  });

  it("is the default of a speed until the user selects another one, separately for each speed", () => {
    const rapid = { ...restoredClock(null), speed: "rapid" };
    expect(clockSpec(rapid)).toBe("fischer=10m+5s");
    const chosen = { ...rapid, clocks: { rapid: "canadian=10m+25/5m" } };
    expect(clockSpec(chosen)).toBe("canadian=10m+25/5m");
    expect(presetSpec({ ...chosen, speed: "blitz" })).toBe("fischer=3m+2s");
    expect(presetSpec({ ...chosen, clocks: { rapid: "fischer=9h" } })).toBe("fischer=10m+5s");
  });

  it.each([
    [own("byoyomi"), "byoyomi=10m+5x30s"],
    [own("byoyomi", { main: 0, count: 1, step: 90 }), "byoyomi=0s+1x1m30s"],
    [own("fischer", { main: 90, step: 3600 }), "fischer=1h30m+1h"],
    [own("canadian", { main: 1440, count: 7, step: 2 }), "canadian=24h+7/2m"],
    [own("absolute"), "absolute=20m"],
    [own("move", { step: 86_400 }), "move=24h"],
    [own("correspondence", { step: 1 }), "correspondence=1d"],
    [own("correspondence"), "correspondence=3d"],
  ])("%# is written as %s", (choice, spec) => expect(clockSpec(choice)).toBe(spec));

  it("keeps the numbers of each kind separate", () => {
    const choice = { ...own("fischer", { main: 3 }), kind: "byoyomi" };
    expect(numberOf(choice, kindOf("byoyomi").fields[0]!)).toBe(10);
    expect(clockSpec({ ...choice, kind: "fischer" })).toBe("fischer=3m+5s");
  });

  it("is dropped if it is invalid", () => {
    for (const kept of [3, "x", {}, { speed: "warp", kind: "byoyomi", clocks: {}, numbers: {} }])
      expect(restoredClock(kept)).toEqual(restoredClock(null));
    expect(restoredClock({ speed: "own", kind: "move", clocks: {}, numbers: null }).kind).toBe("byoyomi");
    expect(restoredClock(own("move", { step: 7 }))).toEqual(own("move", { step: 7 }));
  });
});

it.each([
  [0, "0s"],
  [59, "59s"],
  [3661, "1h1m1s"],
  [86_400, "24h"],
  [172_800, "2d"],
  [90_000, "25h"],
])("%s seconds are %s in a spec", (seconds, text) => expect(spanSpec(seconds)).toBe(text));

it("has defaults within their bounds, and all offered clocks differ", () => {
  for (const { fields } of kinds)
    for (const f of fields) expect(f.usual >= f.min && f.usual <= f.max, f.title).toBe(true);
  const specs = speeds.flatMap((s) => s.clocks.map((c) => c.spec));
  expect(new Set(specs).size).toBe(specs.length);
});
