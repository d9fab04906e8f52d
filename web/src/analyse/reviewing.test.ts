// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { Tree } from "../lib/variations/tree.ts";
import { lines, type Line } from "../testing/lines.ts";
import type { Review } from "../wire.ts";
import type { Analysis } from "./analysis.svelte.ts";
import { Reviewing } from "./reviewing.svelte.ts";

let tree: Tree;
let sockets: Line[];
let reviewing: Reviewing;

beforeEach(() => {
  tree = new Tree({ stones: "", toPlay: "", moves: [] });
  for (const move of ["A1", "B1"]) tree.goto(tree.append(tree.current, [move])[0]!);
  sockets = lines();
  reviewing = new Reviewing({
    board: grid(3),
    rules: "weiqi",
    game: null,
    version: 1,
    overlay: null,
    get current() {
      return tree.current;
    },
    info: () => "",
    placeOf: tree.placeOf.bind(tree),
  } as unknown as Analysis);
  reviewing.ask();
  sockets[0]!.open();
});

/** The review after a number of nodes. */
const review = (nodes: number, ended: boolean) => ({ nodes, ended, moves: [] }) as unknown as Review;
const say = (message: object) => sockets[0]!.say(message);
const now = () => [reviewing.busy, reviewing.review?.nodes, reviewing.problem];

describe("a review", () => {
  it("is requested once, and grows until it is done", () => {
    expect(sockets[0]!.sent).toMatchObject([{ type: "review", id: 1, moves: ["A1", "B1"], rules: "weiqi" }]);
    reviewing.ask();
    expect(sockets[0]!.sent).toHaveLength(1);
    say({ id: 1, waiting: { ahead: 2 } });
    expect([reviewing.queued, ...now()]).toEqual([{ ahead: 2 }, true, undefined, ""]);
    say({ id: 1, review: review(10, false) });
    expect([reviewing.queued, ...now()]).toEqual([null, true, 10, ""]);
    say({ id: 1, review: review(20, true) });
    expect(now()).toEqual([false, 20, ""]);
  });

  it("ignores late results after a stop, and keeps earlier ones", () => {
    say({ id: 1, review: review(10, false) });
    reviewing.stop();
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: "stop", id: 2 });
    say({ id: 1, review: review(20, false) });
    say({ id: 1, problem: "No engine." });
    say({ id: 1, waiting: { ahead: 1 } });
    expect([reviewing.queued, ...now()]).toEqual([null, false, 10, ""]);
    expect(reviewing.review?.ended).toBe(true);
  });

  it("of another line ignores results of the previous one", () => {
    reviewing.stop();
    tree.goto(tree.append(tree.current, ["C1"])[0]!);
    reviewing.ask();
    say({ id: 1, review: review(10, true) });
    expect(now()).toEqual([true, undefined, ""]);
    say({ id: 3, review: review(30, true) });
    expect(now()).toEqual([false, 30, ""]);
  });

  it("is requested again on a new connection, unless it is done", () => {
    sockets[0]!.open();
    expect(sockets[0]!.sent).toHaveLength(2);
    say({ id: 1, problem: "No engine" });
    expect(now()).toEqual([false, undefined, "No engine."]);
    sockets[0]!.open();
    expect(sockets[0]!.sent).toHaveLength(2);
  });
});
