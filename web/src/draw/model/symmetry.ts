/** Live symmetry: every action is repeated at all images of its place. Pure. */
import { add, distance, scale, type Vec } from "../../board/vec.ts";
import { Places } from "./near.ts";
import { addPoints, connect, movePoints, type Edge, type Sketch } from "./sketch.ts";

/** The mirror planes through the origin, and the order of the rotation about the z axis. */
export interface Symmetry {
  leftRight: boolean;
  upDown: boolean;
  frontBack: boolean;
  turns: number;
}

export const NO_SYMMETRY: Symmetry = { leftRight: false, upDown: false, frontBack: false, turns: 1 };
export const MOST_TURNS = 24;

/** Tolerance for the images of points. */
const NEAR = 1e-3;

/** A map of space: a matrix, row by row. */
export type Matrix = readonly number[];

const apply = (m: Matrix, [x, y, z]: Vec): Vec => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
];

function product(a: Matrix, b: Matrix): Matrix {
  const columns = [0, 1, 2].map((c) => apply(a, [b[c]!, b[3 + c]!, b[6 + c]!]));
  return [0, 1, 2].flatMap((r) => columns.map((column) => column[r]!));
}

const same = (a: Matrix, b: Matrix): boolean => a.every((x, i) => Math.abs(x - b[i]!) < 1e-9);

export const mirrorX: Matrix = [-1, 0, 0, 0, 1, 0, 0, 0, 1];
export const mirrorY: Matrix = [1, 0, 0, 0, -1, 0, 0, 0, 1];
const mirrorZ: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, -1];
const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Quarter turns are exact. */
const exact = (x: number): number => (Math.abs(x - Math.round(x)) < 1e-12 ? Math.round(x) : x);

export function turnBy(angle: number): Matrix {
  const [c, s] = [exact(Math.cos(angle)), exact(Math.sin(angle))];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/** All symmetries of the drawing, the identity first. */
export function groupOf({ leftRight, upDown, frontBack, turns }: Symmetry): Matrix[] {
  const generators = [
    ...(turns > 1 ? [turnBy((2 * Math.PI) / turns)] : []),
    ...(leftRight ? [mirrorX] : []),
    ...(upDown ? [mirrorY] : []),
    ...(frontBack ? [mirrorZ] : []),
  ];
  const group: Matrix[] = [IDENTITY];
  for (let i = 0; i < group.length; i++)
    for (const g of generators) {
      const next = product(group[i]!, g);
      if (!group.some((known) => same(known, next))) group.push(next);
    }
  return group;
}

/** The images of a place, each once, itself first. */
function images(group: readonly Matrix[], at: Vec): Vec[] {
  const places: Vec[] = [];
  for (const g of group) {
    const image = apply(g, at);
    if (places.every((other) => distance(other, image) > NEAR)) places.push(image);
  }
  return places;
}

/** The nearest place whose images are not crowded: on an axis or away from it. */
export function settled(group: readonly Matrix[], at: Vec, reach: number): Vec {
  const close = group.map((g) => apply(g, at)).filter((image) => distance(image, at) < reach);
  return scale(close.reduce(add), 1 / close.length);
}

/** Adds a point and its images; existing ones count as added. `first` is the point at the place itself. */
export function addEverywhere(
  sketch: Sketch,
  group: readonly Matrix[],
  at: Vec,
): { sketch: Sketch; first: number } {
  const places = new Places(sketch.points, NEAR);
  const found = places.at(at);
  const more = images(group, at).filter((image) => places.at(image) < 0);
  const first = found >= 0 ? found : sketch.points.length;
  return { sketch: addPoints(sketch, more), first };
}

/** The points at the images of a point: one per map, -1 for none. */
class Images {
  private readonly places: Places;

  constructor(
    private readonly sketch: Sketch,
    private readonly group: readonly Matrix[],
  ) {
    this.places = new Places(sketch.points, NEAR);
  }

  of(point: number): number[] {
    return this.group.map((g, i) => (i === 0 ? point : this.places.at(apply(g, this.sketch.points[point]!))));
  }
}

/** Points with all of their images. */
export function everywhere(sketch: Sketch, group: readonly Matrix[], points: Iterable<number>): Set<number> {
  if (group.length === 1) return new Set(points);
  const images = new Images(sketch, group);
  const all = new Set<number>();
  for (const p of points) for (const q of images.of(p)) if (q >= 0) all.add(q);
  return all;
}

/** Pairs of points with all of their images. */
export function pairsEverywhere(sketch: Sketch, group: readonly Matrix[], pairs: readonly Edge[]): Edge[] {
  if (group.length === 1) return [...pairs];
  const images = new Images(sketch, group);
  return pairs.flatMap(([a, b]) => {
    const [from, to] = [images.of(a), images.of(b)];
    return from.flatMap((p, i): Edge[] => (p >= 0 && to[i]! >= 0 ? [[p, to[i]!]] : []));
  });
}

export const connectEverywhere = (sketch: Sketch, group: readonly Matrix[], a: number, b: number): Sketch =>
  connect(sketch, pairsEverywhere(sketch, group, [[a, b]]));

/** Moves points, and their images with them. Points on an axis stay on it. */
export function moveEverywhere(
  sketch: Sketch,
  group: readonly Matrix[],
  to: ReadonlyMap<number, Vec>,
): Sketch {
  if (group.length === 1) return movePoints(sketch, to);
  const images = new Images(sketch, group);
  const moves = new Map<number, Vec>();
  for (const [p, at] of to) {
    if (moves.has(p)) continue;
    const own = images.of(p);
    const fixing = group.filter((_, i) => own[i] === p);
    const place = scale(fixing.map((g) => apply(g, at)).reduce(add), 1 / fixing.length);
    own.forEach((q, i) => {
      if (q >= 0 && !moves.has(q)) moves.set(q, apply(group[i]!, place));
    });
  }
  return movePoints(sketch, moves);
}

/** Copies points to their images, and welds them where they coincide with others. Makes a drawing symmetric. */
export function completed(sketch: Sketch, group: readonly Matrix[]): Sketch {
  let all = sketch;
  const places = [...sketch.points];
  for (const g of group.slice(1)) {
    const index = new Places(all.points, NEAR);
    const images = places.map((at) => apply(g, at));
    let next = all.points.length;
    const into = images.map((at) => {
      const found = index.at(at);
      return found >= 0 ? found : next++;
    });
    const more = images.filter((_, p) => into[p]! >= all.points.length);
    all = addPoints(all, more);
    all = connect(
      all,
      sketch.edges.map(([a, b]): Edge => [into[a]!, into[b]!]),
    );
  }
  return all;
}

/** Makes places symmetric for the current sketch: each becomes the mean of its mapped-back images. */
export function symmetrizer(sketch: Sketch, group: readonly Matrix[]): (points: Vec[]) => Vec[] {
  if (group.length === 1) return (points) => points;
  const found = new Images(sketch, group);
  const own = sketch.points.map((_, p) => found.of(p));
  const back = (m: Matrix): Matrix => [m[0]!, m[3]!, m[6]!, m[1]!, m[4]!, m[7]!, m[2]!, m[5]!, m[8]!];
  const inverses = group.map(back);
  return (points) =>
    points.map((at, p) => {
      let sum: Vec = [0, 0, 0];
      let count = 0;
      own[p]!.forEach((q, i) => {
        if (q < 0) return;
        sum = add(sum, apply(inverses[i]!, points[q]!));
        count++;
      });
      return count > 0 ? scale(sum, 1 / count) : at;
    });
}

/** The map of a matrix. */
export const mover =
  (m: Matrix): ((at: Vec) => Vec) =>
  (at) =>
    apply(m, at);
