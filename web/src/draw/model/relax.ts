/**
 * Layouts, round by round, so that users can watch and stop them: springs in the plane and in space, and planar
 * drawings without crossings. Pure.
 */
import { distance, type Vec } from "../../board/vec.ts";
import { groupOf, type Matrix, type Symmetry, symmetrizer } from "./symmetry.ts";
import { middleOf } from "./shapes.ts";
import { graphOfSketch, isFlat, type Sketch } from "./sketch.ts";
import { Springs } from "./stress.ts";

/** The maximum number of rounds, and the motion at which they stop, in edge lengths. */
const ROUNDS = 400;
const STILL = 2e-3;

/** The usual length of an edge: the median. */
export function usualLength({ points, edges }: Sketch): number {
  const lengths = edges.map(([a, b]) => distance(points[a]!, points[b]!)).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] || 1;
}

const moved = (points: readonly Vec[], by: Vec): Vec[] =>
  points.map((at) => [at[0] + by[0], at[1] + by[1], at[2] + by[2]]);

/**
 * Lets springs along the edges pull, until nothing moves; yields the points of each round. In space a flat drawing
 * starts from a new layout, since it would stay flat.
 */
export function* relaxed(sketch: Sketch, space: boolean, symmetry: Symmetry): Generator<readonly Vec[]> {
  const length = usualLength(sketch);
  const springs = new Springs(graphOfSketch(sketch), length);
  const anew = space && isFlat(sketch);
  const group: Matrix[] = anew
    ? groupOf({ ...symmetry, leftRight: false, upDown: false, frontBack: false, turns: 1 })
    : groupOf(symmetry);
  const even = symmetrizer(sketch, group);
  let points: Vec[] = anew ? springs.begin() : sketch.points.map((at) => (space ? at : [at[0], at[1], 0]));
  const middle = middleOf(sketch.points);
  for (let round = 0; round < ROUNDS; round++) {
    const before = points.slice();
    for (let p = 0; p < points.length; p++) {
      const to = springs.wish(points, p);
      if (to) points[p] = space ? to : [to[0], to[1], 0];
    }
    points = even(points);
    const most = points.reduce((sum, at, p) => Math.max(sum, distance(at, before[p]!)), 0);
    // The centre stays where it was, or on the axis.
    const now = middleOf(points);
    if (group.length === 1)
      points = moved(points, [middle[0] - now[0], middle[1] - now[1], space ? middle[2] - now[2] : 0]);
    yield points;
    if (most < STILL * length) return;
  }
}
