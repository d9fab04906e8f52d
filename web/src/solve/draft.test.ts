import { describe, expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import {
  begun,
  completed,
  drawn,
  emptyProblem,
  onBoard,
  redone,
  sets,
  shutIn,
  targetChains,
  undone,
  went,
  withQuestion,
  withToPlay,
} from "./draft.ts";

const board = grid(5, 5);
const three = { ...emptyProblem(board), stones: "...ox" + "oooox" + "xxxxx" + "....." + "....." };

describe("tools", () => {
  it("place a stone, remove it, and replace it by another colour", () => {
    const empty = emptyProblem(board);
    expect(sets(empty, board, "black", 7)).toBe(true);
    const black = drawn(empty, board, "black", 7, true);
    expect(black.stones.indexOf("x")).toBe(7);
    expect(sets(black, board, "black", 7)).toBe(false);
    expect(drawn(black, board, "black", 7, false)).toEqual(empty);
    expect(sets(black, board, "white", 7)).toBe(true);
    expect(drawn(black, board, "white", 7, true).stones[7]).toBe("o");
    expect(drawn(empty, board, "erase", 7, true)).toBe(empty);
    expect(drawn(empty, board, "white", 25, true)).toBe(empty);
  });

  it("mark chains of one colour, and set the matching question", () => {
    const white = drawn(three, board, "target", 5, true);
    expect(white.target).toEqual([5]);
    expect(white.question).toBe("kill");
    expect([...targetChains(white, board)]).toEqual([3, 5, 6, 7, 8]);
    expect(sets(white, board, "target", 3)).toBe(false);
    expect(drawn(white, board, "target", 3, false).target).toEqual([]);
    const black = drawn(white, board, "target", 10, true);
    expect(black.target).toEqual([10]);
    expect(black.question).toBe("live");
    expect(drawn(white, board, "target", 0, true)).toBe(white);
  });

  it("unmark a target when its stone is removed", () => {
    const white = drawn(three, board, "target", 5, true);
    expect(drawn(white, board, "erase", 5, true).target).toEqual([]);
  });

  it("paint a region in order", () => {
    const one = drawn(three, board, "region", 7, true);
    expect(drawn(one, board, "region", 2, true).region).toEqual([2, 7]);
    expect(drawn(one, board, "region", 7, true)).toBe(one);
    expect(drawn(one, board, "region", 7, false).region).toEqual([]);
  });
});

describe("side and question", () => {
  const kill = drawn(three, board, "target", 5, true);

  it("depend on each other if there is a target", () => {
    expect(withToPlay(kill, "white").question).toBe("live");
    expect(withQuestion(kill, "live").toPlay).toBe("white");
    expect(withQuestion(kill, "kill")).toEqual(kill);
    expect(withQuestion(kill, "status")).toEqual({ ...kill, question: "status" });
    expect(withToPlay(withQuestion(kill, "status"), "white").question).toBe("status");
  });

  it("are free without a target", () => {
    expect(withQuestion(three, "live").toPlay).toBe("black");
    expect(withToPlay(three, "white").question).toBe("kill");
  });

  it("end a ko that the other side could not take", () => {
    expect(withToPlay({ ...three, ko: 0 }, "white").ko).toBeNull();
    expect(drawn({ ...three, ko: 0 }, board, "black", 0, true).ko).toBeNull();
  });
});

describe("everything else out of bounds", () => {
  it("keeps what the attacker's wall encloses", () => {
    const shut = shutIn(drawn(three, board, "target", 5, true), board);
    expect(shut.region).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  });

  it("includes enclosed stones of the attacker", () => {
    const inside = { ...three, stones: "x" + three.stones.slice(1), target: [5] };
    expect(shutIn(inside, board).region).toContain(0);
    expect(shutIn(inside, board).region).not.toContain(10);
  });

  it("starts at what is painted where there is no target", () => {
    const painted = { ...three, region: [1] };
    expect(shutIn(painted, board).region).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(shutIn(three, board)).toBe(three);
  });

  it("is sent with the targets in the region", () => {
    const target = drawn(three, board, "target", 5, true);
    expect(completed(target, board)).toBe(target);
    expect(completed({ ...target, region: [1] }, board).region).toEqual([1, 3, 5, 6, 7, 8]);
  });
});

describe("walls", () => {
  const walled = { ...three, target: [3], region: [0, 1, 2, 3, 5, 6, 7, 8], walls: [15, 16] };

  it("stay empty points outside of the region", () => {
    expect(drawn(walled, board, "black", 15, true).walls).toEqual([16]);
    expect(drawn(walled, board, "region", 16, true).walls).toEqual([15]);
    expect(drawn(walled, board, "region", 0, false).walls).toEqual([15, 16]);
    expect(drawn(walled, board, "target", 5, true).walls).toEqual([15, 16]);
  });

  it("disappear with the region", () => {
    const one = { ...walled, region: [0] };
    expect(drawn(one, board, "region", 0, false).walls).toEqual([]);
    expect(shutIn({ ...walled, walls: [0, 16] }, board).walls).toEqual([16]);
    expect(onBoard(walled, board, grid(6, 5)).walls).toEqual([18, 19]);
    expect(onBoard({ ...walled, region: [8] }, board, grid(3, 4)).walls).toEqual([]);
  });
});

describe("another board", () => {
  it("keeps what fits between grids", () => {
    const problem = { ...three, target: [3], region: [0, 9], notes: "n" };
    const small = onBoard(problem, board, grid(4, 2));
    expect(small.stones).toBe("...o" + "oooo");
    expect(small.target).toEqual([3]);
    expect(small.region).toEqual([0]);
    expect(small.notes).toBe("n");
    const large = onBoard(problem, board, grid(6, 5));
    expect(large.stones.slice(0, 12)).toBe("...ox." + "oooox.");
    expect(large.region).toEqual([0, 10]);
  });

  it("is empty on other boards", () => {
    const other = { ...grid(3, 3), width: 0, height: 0 };
    expect(onBoard(three, board, other).stones).toBe(".........");
  });
});

describe("history", () => {
  it("goes back and forward, and drops undone steps after a change", () => {
    let h = went(went(begun(1), 2), 3);
    h = undone(undone(h));
    expect(h.now).toBe(1);
    expect(undone(h)).toEqual(h);
    h = redone(h);
    expect(h.now).toBe(2);
    h = went(h, 4);
    expect(redone(h).now).toBe(4);
    expect(undone(h).now).toBe(2);
  });

  it("treats a brush stroke as one step", () => {
    const h = went(went(went(begun(1), 2), 3, true), 3);
    expect(h.now).toBe(3);
    expect(undone(h).now).toBe(1);
  });
});
