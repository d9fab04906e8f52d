import { describe, expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import type { State } from "../wire.ts";
import { Passing } from "./passing.ts";
import { stateWith } from "./testing/game.ts";

/** A nine-point board with the stones after these moves. */
const view = (filled: number, moves: string[] = [], state: Partial<State> = {}) => ({
  stones: "x".repeat(filled) + ".".repeat(9 - filled),
  moves,
  state: stateWith(state),
});

describe("a pass", () => {
  it("needs confirmation once while most of the board is empty", () => {
    const passing = new Passing();
    expect(passing.question(view(2), grid(3), false)).toMatch(/^Much of the board/);
    expect(passing.question(view(2), grid(3), false)).toBe("");
    expect(new Passing().question(view(3), grid(3), false)).toBe("");
  });

  it("needs confirmation each time it would end the game early, with the player who passed before", () => {
    const passing = new Passing();
    passing.question(view(2), grid(3), false);
    for (let i = 0; i < 2; i++)
      expect(passing.question(view(2, ["a1", "pass"]), grid(3), false)).toMatch(
        /^White passed\. If you pass too/,
      );
    expect(passing.question(view(2, ["pass"], { toPlay: "white" }), grid(3), false)).toMatch(/^Black passed/);
    expect(passing.question(view(3, ["pass"]), grid(3), false)).toBe("");
  });

  it.each([
    ["a board where borders are open", "x.o.x ..... o...o ..... x.o.x", true],
    ["one that is divided", ".xo.. .xo.. .xo.. .xo.. .xo..", false],
    ["one with a dead stone in a territory", "..xo. o.xo. ..xo. ..xo. ..xo.", false],
  ])("is early or not on %s", (_, rows, asked) => {
    const stones = rows.replaceAll(" ", "");
    const question = new Passing().question({ ...view(0), stones }, grid(5), false);
    expect(question !== "").toBe(asked);
  });

  it("always needs confirmation if the user wants that, and only then in games where passes end nothing", () => {
    const passing = new Passing();
    expect(passing.question(view(5), grid(3), true)).toMatch(/^You do not place a stone/);
    passing.question(view(2), grid(3), true);
    expect(passing.question(view(2), grid(3), true)).toMatch(/^You do not place a stone/);
    expect(new Passing().question(view(0, ["pass"], { counted: false }), grid(3), false)).toBe("");
  });
});
