/** What is odd about a sketch, or prevents it from being a board. Pure. */
import { crossings } from "./crossings.ts";
import { edgeLength, Places } from "./near.ts";
import { graphOfSketch, isFlat, MOST_EDGES, MOST_POINTS, type Sketch } from "./sketch.ts";
import { partsOf } from "./thin.ts";

export interface Warning {
  kind: "parts" | "alone" | "near" | "crossing" | "manyCrossings" | "points" | "edges" | "crowded";
  /** how many occurrences there are */
  count: number;
  /** the points concerned, to highlight */
  points: number[];
  /** the sketch is not playable as it is */
  grave: boolean;
}

/** Stones with more neighbours than this can hardly be captured. */
const CROWDED = 16;
/** Points closer than this share of the mean edge length are too close. */
const TOO_NEAR = 0.15;
/** The maximum number of counted crossings. */
const MOST_COUNTED = 200;

export function warningsOf(sketch: Sketch): Warning[] {
  const { points, edges } = sketch;
  const list: Warning[] = [];
  const warn = (kind: Warning["kind"], at: number[], count = at.length, grave = false) => {
    if (count > 0) list.push({ kind, count, points: at, grave });
  };
  if (points.length > MOST_POINTS) warn("points", [], points.length, true);
  if (edges.length > MOST_EDGES) warn("edges", [], edges.length, true);
  const graph = graphOfSketch(sketch);
  const { part, count } = partsOf(graph);
  if (count > 1) warn("parts", apart(part, count), count, true);
  const all = points.map((_, p) => p);
  const degree = (p: number) => graph.start[p + 1]! - graph.start[p]!;
  if (points.length > 1)
    warn(
      "alone",
      all.filter((p) => degree(p) === 0),
    );
  const close = tooNear(sketch);
  warn("near", [...new Set(close.flat())]);
  if (isFlat(sketch) && points.length > 2) {
    const crossed = crossings(points, edges, MOST_COUNTED);
    const ends = crossed.flatMap(([e, f]) => [...edges[e]!, ...edges[f]!]);
    warn(crossed.length < MOST_COUNTED ? "crossing" : "manyCrossings", [...new Set(ends)], crossed.length);
  }
  warn(
    "crowded",
    all.filter((p) => degree(p) > CROWDED),
  );
  return list;
}

/** The points outside of the largest part. */
function apart(part: Int32Array, count: number): number[] {
  const sizes = new Int32Array(count);
  for (const p of part) sizes[p]!++;
  const largest = sizes.indexOf(Math.max(...sizes));
  return [...part.keys()].filter((p) => part[p] !== largest);
}

/** Pairs of points that are too close together to distinguish. */
export function tooNear({ points, edges }: Sketch): [number, number][] {
  const index = new Places(points, TOO_NEAR * edgeLength(points, edges));
  const pairs: [number, number][] = [];
  points.forEach((at, p) => {
    for (const q of index.around(at)) if (q > p) pairs.push([p, q]);
  });
  return pairs;
}
