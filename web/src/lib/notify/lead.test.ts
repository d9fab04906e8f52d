import { beforeEach, describe, expect, it } from "vitest";

import { Lead, LOOK, type Lease } from "./lead.ts";

let lease: Lease | null;
const shelf = { read: () => lease, write: (l: Lease | null) => (lease = l) };

describe("the lead", () => {
  beforeEach(() => (lease = null));

  it("belongs to one tab at a time, while that renews it", () => {
    const [a, b] = [new Lead("a", shelf), new Lead("b", shelf)];
    for (let now = 0; now < 600_000; now += LOOK)
      expect([a.hold(now), b.hold(now)], String(now)).toEqual([true, false]);
  });

  it("survives a minute of its tab's sleep, and passes on when that is gone", () => {
    const [a, b] = [new Lead("a", shelf), new Lead("b", shelf)];
    expect(a.hold(0)).toBe(true);
    expect(b.hold(61_000)).toBe(false);
    expect(a.hold(61_000)).toBe(true);
    expect(b.hold(61_000 + 75_000)).toBe(true);
    expect(a.hold(61_000 + 75_000)).toBe(false);
  });

  it("passes on immediately when its tab says so, and only then", () => {
    const [a, b] = [new Lead("a", shelf), new Lead("b", shelf)];
    a.hold(0);
    b.leave();
    expect(b.hold(1)).toBe(false);
    a.leave();
    expect(b.hold(1)).toBe(true);
  });

  it("is free if the clock was set back", () => {
    lease = { id: "a", until: 1e12 };
    expect(new Lead("b", shelf).hold(0)).toBe(true);
  });
});
