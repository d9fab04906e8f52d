/** Edges of a flat drawing that cross. Pure. */
import type { Vec } from "../../board/vec.ts";
import { edgeLength } from "./near.ts";
import type { Edge } from "./sketch.ts";

/** On which side of the line from a to b a point is: positive on the left. */
export const side = (a: Vec, b: Vec, c: Vec): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Reports whether two segments without a common end intersect. */
function meet(a: Vec, b: Vec, c: Vec, d: Vec): boolean {
  const [p, q] = [side(a, b, c), side(a, b, d)];
  const [r, s] = [side(c, d, a), side(c, d, b)];
  if (p === 0 && q === 0 && r === 0 && s === 0) {
    const over = (k: 0 | 1) =>
      Math.max(Math.min(a[k], b[k]), Math.min(c[k], d[k])) <=
      Math.min(Math.max(a[k], b[k]), Math.max(c[k], d[k]));
    return over(0) && over(1);
  }
  return p * q <= 0 && r * s <= 0;
}

/** Reports whether two segments from a common end overlap. */
const overlap = (a: Vec, b: Vec, c: Vec): boolean =>
  side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]) > 0;

/** The maximum number of cells for one edge: the longest would be in too many. */
const MOST_CELLS = 4000;

/** Pairs of edges, by number, that cross or touch away from a shared point; at most `most`. */
export function crossings(points: readonly Vec[], edges: readonly Edge[], most: number): [number, number][] {
  const [width, height] = [0, 1].map((k) => {
    let [low, high] = [Infinity, -Infinity];
    for (const at of points) [low, high] = [Math.min(low, at[k]!), Math.max(high, at[k]!)];
    return high - low;
  });
  const cell = Math.max(2 * edgeLength(points, edges), Math.max(width!, height!) / Math.sqrt(MOST_CELLS));
  const cells = new Map<string, number[]>();
  const found: [number, number][] = [];
  const seen = new Set<number>();
  for (let e = 0; e < edges.length && found.length < most; e++) {
    const [a, b] = edges[e]!;
    const [p, q] = [points[a]!, points[b]!];
    const from = (k: 0 | 1) => Math.floor(Math.min(p[k], q[k]) / cell);
    const to = (k: 0 | 1) => Math.floor(Math.max(p[k], q[k]) / cell);
    for (let i = from(0); i <= to(0); i++)
      for (let j = from(1); j <= to(1); j++) {
        const key = `${i},${j}`;
        const here = cells.get(key);
        if (!here) {
          cells.set(key, [e]);
          continue;
        }
        for (const f of here) {
          const [c, d] = edges[f]!;
          const [r, s] = [points[c]!, points[d]!];
          const hit =
            a === c
              ? overlap(p, q, s)
              : a === d
                ? overlap(p, r, q)
                : b === c
                  ? overlap(q, p, s)
                  : b === d
                    ? overlap(q, p, r)
                    : meet(p, q, r, s);
          if (!hit || seen.has(f * edges.length + e)) continue;
          seen.add(f * edges.length + e);
          found.push([f, e]);
          if (found.length >= most) return found;
        }
        here.push(e);
      }
  }
  return found;
}
