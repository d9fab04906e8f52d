/** Random sketches, for tests. */
import type { Vec } from "../../board/vec.ts";
import { rowsOf, ringsOf, withPiece } from "../model/shapes.ts";
import { addPoints, connect, EMPTY, type Sketch } from "../model/sketch.ts";

/** Pseudorandom numbers, the same in every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const grid = (columns: number, rows: number, triangles = false): Sketch =>
  withPiece(EMPTY, rowsOf(columns, rows, 1, triangles), 1);

export const rings = (around: number, count: number, middle = false): Sketch =>
  withPiece(EMPTY, ringsOf(around, count, 1, middle), 1);

/** A graph of `n` points on a circle, with the given edges. */
export function graphSketch(n: number, edges: readonly (readonly [number, number])[]): Sketch {
  const places = Array.from({ length: n }, (_, i): Vec => [
    Math.cos((2 * Math.PI * i) / n),
    Math.sin((2 * Math.PI * i) / n),
    0,
  ]);
  return connect(addPoints(EMPTY, places), edges);
}

/** All pairs of `n` points. */
export const allPairs = (n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: i }, (_, j): [number, number] => [j, i])).flat();
