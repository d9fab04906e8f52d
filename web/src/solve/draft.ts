// A life-and-death problem while the user draws it: the effect of each tool, and undo. All values are immutable.
import { chainAt } from "../board/chain.ts";
import { graphOf, neighbours } from "../board/graph.ts";
import { stonesOf } from "../board/notation.ts";
import { BLACK, WHITE, type Stone } from "../board/state.ts";
import { otherColor } from "../lib/words/words.ts";
import type { Board, Threats, Tsumego } from "../wire.ts";

/** The effect of a click on the board while a problem is drawn. */
export type DrawTool = "black" | "white" | "erase" | "target" | "region";

/** More threats than any ko needs. */
export const UNLIMITED = 255;

const pieces: Record<string, string> = { black: "x", white: "o", erase: "." };
const colors: Record<string, string> = { x: "black", o: "white" };

export function emptyProblem(board: Board): Tsumego {
  return {
    id: "",
    board: board.spec,
    stones: ".".repeat(board.coords.length),
    toPlay: "black",
    ko: null,
    question: "kill",
    target: [],
    region: [],
    walls: [],
    threats: null,
    notes: "",
  };
}

/** Reports whether a tool at a point adds its mark, or removes it. */
export function sets(problem: Tsumego, board: Board, tool: DrawTool, point: number): boolean {
  if (tool === "region") return !problem.region.includes(point);
  if (tool === "target") return !targetChains(problem, board).has(point);
  return tool === "erase" || problem.stones[point] !== pieces[tool];
}

/** The problem after a tool is used on a point; the same object if nothing changes. */
export function drawn(problem: Tsumego, board: Board, tool: DrawTool, point: number, set: boolean): Tsumego {
  if (tool === "region") return withRegion(problem, point, set);
  if (tool === "target") return withTarget(problem, board, point, set);
  return withStone(problem, point, set ? (pieces[tool] ?? ".") : ".");
}

function withStone(problem: Tsumego, point: number, piece: string): Tsumego {
  const { stones } = problem;
  if (stones[point] === piece || stones[point] === undefined) return problem;
  return {
    ...problem,
    stones: stones.slice(0, point) + piece + stones.slice(point + 1),
    target: problem.target.filter((t) => t !== point),
    walls: problem.walls.filter((w) => w !== point),
    ko: problem.ko === point ? null : problem.ko,
  };
}

function withRegion(problem: Tsumego, point: number, set: boolean): Tsumego {
  if (problem.region.includes(point) === set) return problem;
  const region = set ? ascending([...problem.region, point]) : problem.region.filter((p) => p !== point);
  return withWalls({ ...problem, region });
}

/** The problem with only the walls outside of its region, none without a region. */
function withWalls(problem: Tsumego): Tsumego {
  const { walls, region } = problem;
  return { ...problem, walls: region.length ? walls.filter((w) => !region.includes(w)) : [] };
}

/** A click on a stone marks or unmarks its chain as a target; targets have one colour. */
function withTarget(problem: Tsumego, board: Board, point: number, set: boolean): Tsumego {
  const stones = stonesOf(problem.stones);
  const chain = chainAt(board, stones, point)?.stones ?? [];
  if (!chain.length) return problem;
  const others = problem.target.filter((t) => stones[t] === stones[point] && !chain.includes(t));
  const target = set ? ascending([...others, point]) : others;
  return { ...problem, target, question: questionFor({ ...problem, target }) };
}

/** The question for a target: own stones have to live, others are to be captured. */
function questionFor(problem: Tsumego): string {
  const stone = problem.stones[problem.target[0] ?? -1];
  if (stone === undefined || problem.question === "status") return problem.question;
  return colors[stone] === problem.toPlay ? "live" : "kill";
}

/** Switches the side to move; the question about the target stays the same. */
export function withToPlay(problem: Tsumego, toPlay: string): Tsumego {
  if (problem.toPlay === toPlay) return problem;
  const moved = { ...problem, toPlay, ko: null };
  return { ...moved, question: questionFor(moved) };
}

/** Changes the question; if the target is of the wrong side for it, the other side moves. */
export function withQuestion(problem: Tsumego, question: string): Tsumego {
  const asked = { ...problem, question };
  if (question === "status" || questionFor(asked) === question) return asked;
  return { ...asked, toPlay: otherColor(problem.toPlay), ko: null };
}

export function withThreats(problem: Tsumego, threats: Threats | null): Tsumego {
  return { ...problem, threats };
}

/** All points of the target chains. */
export function targetChains(problem: Tsumego, board: Board): Set<number> {
  const stones = stonesOf(problem.stones);
  return new Set(problem.target.flatMap((t) => chainAt(board, stones, t)?.stones ?? []));
}

/**
 * Puts everything else out of bounds: the region becomes what is reachable from the targets (or the painted points)
 * without crossing a wall of the attacker's stones; enclosed attacking stones belong to it.
 */
export function shutIn(problem: Tsumego, board: Board): Tsumego {
  const graph = graphOf(board);
  const stones = stonesOf(problem.stones);
  const start = problem.target.length ? [...targetChains(problem, board)] : problem.region;
  if (!start.length) return problem;
  const wall = attackerOf(problem);
  const inside = new Set(start);
  for (const p of inside) {
    for (const n of neighbours(graph, p)) if (stones[n] !== wall) inside.add(n);
  }
  const shut = (p: number) => [...neighbours(graph, p)].every((n) => stones[n] === wall || inside.has(n));
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== wall || inside.has(p)) continue;
    const chain = chainAt(board, stones, p)?.stones ?? [];
    if (chain.every(shut)) for (const q of chain) inside.add(q);
  }
  return withWalls({ ...problem, region: ascending([...inside]) });
}

/** The side that wants to capture. */
export function attackerOf(problem: Tsumego): Stone {
  const target = stonesOf(problem.stones)[problem.target[0] ?? -1];
  if (target) return target === BLACK ? WHITE : BLACK;
  return (problem.question === "live") === (problem.toPlay === "black") ? WHITE : BLACK;
}

/** The request to the server: a given region includes the targets. */
export function completed(problem: Tsumego, board: Board): Tsumego {
  if (!problem.region.length) return problem;
  return {
    ...problem,
    region: ascending([...new Set([...problem.region, ...targetChains(problem, board)])]),
  };
}

const ascending = (points: number[]): number[] => points.sort((a, b) => a - b);

/** The problem on another board: between grids what fits stays, counted from the upper left. */
export function onBoard(problem: Tsumego, from: Board, to: Board): Tsumego {
  const fresh = {
    ...emptyProblem(to),
    toPlay: problem.toPlay,
    question: problem.question,
    notes: problem.notes,
  };
  if (!from.width || !to.width) return fresh;
  const moved = (p: number): number => {
    const [x, y] = [p % from.width, Math.floor(p / from.width)];
    return x < to.width && y < to.height ? y * to.width + x : -1;
  };
  const all = (points: readonly number[]) => points.map(moved).filter((p) => p >= 0);
  const stones = fresh.stones.split("");
  for (let p = 0; p < problem.stones.length; p++) {
    const at = moved(p);
    if (at >= 0) stones[at] = problem.stones[p]!;
  }
  return {
    ...fresh,
    stones: stones.join(""),
    target: all(problem.target),
    region: ascending(all(problem.region)),
    walls: problem.region.some((p) => moved(p) >= 0) ? ascending(all(problem.walls)) : [],
    threats: problem.threats,
  };
}

/** The undo history: states before and after the current one. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** The maximum number of undo steps. */
const LONGEST_PAST = 500;

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** Moves on to another state; a brush stroke is one step, whatever its length. */
export function went<T>(history: History<T>, now: T, same = false): History<T> {
  if (now === history.now) return history;
  if (same) return { ...history, now };
  return { past: [...history.past, history.now].slice(-LONGEST_PAST), now, future: [] };
}

export function undone<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future };
  return { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future };
  return { past: [...past, now], now: next, future: rest };
}
