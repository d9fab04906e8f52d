/**
 * Planar drawings without crossings: an embedding is triangulated and drawn with Tutte's method ("How to draw a
 * graph", 1963) with mean-value weights. Springs that never flip a triangle then even it out. Pure.
 */
import type { Vec } from "../../board/vec.ts";
import { buildGraph, type Graph } from "../../board/graph.ts";
import { side } from "./crossings.ts";
import { walks } from "./faces.ts";
import { embeddingOf } from "./planarity.ts";
import { usualLength } from "./relax.ts";
import { graphOfSketch, type Edge, type Sketch } from "./sketch.ts";
import { Springs } from "./stress.ts";
import { partsOf } from "./thin.ts";

/** Rounds of evening out. */
const ROUNDS = 150;
const STILL = 2e-3;

/** A triangulation around and between the points of a part; the rim is counterclockwise. */
interface Filled {
  /** points of the part; the points after them only fill it up */
  own: number;
  count: number;
  triangles: [number, number, number][];
  rim: number[];
}

/** Reports whether the sketch can be drawn in the plane without crossings. */
export const isPlanar = (sketch: Sketch): boolean => embeddingOf(graphOfSketch(sketch)) !== null;

/** Triangulates the faces of an embedding, with a ring of further points around it. */
function filled(around: readonly (readonly number[])[]): Filled {
  const faces = walks(around);
  const outer = faces.reduce((best, face) => (face.length > best.length ? face : best), faces[0]!);
  const all: Filled = { own: around.length, count: around.length, triangles: [], rim: [] };
  for (const face of faces) {
    if (face === outer) all.rim = ringIn(all, face).reverse();
    else if (face.length === 3) all.triangles.push([face[0]!, face[1]!, face[2]!]);
    else if (new Set(face).size === face.length) star(all, face);
    else star(all, ringIn(all, face));
  }
  return all;
}

/** A new point in a face, joined with all its corners. */
function star(all: Filled, face: readonly number[]): void {
  const middle = all.count++;
  face.forEach((p, i) => all.triangles.push([p, face[(i + 1) % face.length]!, middle]));
}

/** New points along the inside of a face, one per side: if the face visits a point several times, they still differ. */
function ringIn(all: Filled, face: readonly number[]): number[] {
  const ring = face.map(() => all.count++);
  face.forEach((p, i) => {
    const next = (i + 1) % face.length;
    all.triangles.push([p, face[next]!, ring[i]!], [face[next]!, ring[next]!, ring[i]!]);
  });
  return ring;
}

function graphOfTriangles({ count, triangles }: Filled): Graph {
  const edges = triangles.flatMap(([a, b, c]): Edge[] => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  const once = new Map(edges.map(([a, b]) => [Math.min(a, b) * count + Math.max(a, b), [a, b] as const]));
  return buildGraph(count, [...once.values()]);
}

/** Tutte's drawing: the rim on a circle, every other point in the centre of its neighbours, by conjugate gradients. */
function tutte(all: Filled, radius: number): Vec[] {
  const { start, adj } = graphOfTriangles(all);
  const fixed = new Uint8Array(all.count);
  const places = [new Float64Array(all.count), new Float64Array(all.count)];
  all.rim.forEach((p, i) => {
    fixed[p] = 1;
    const angle = (2 * Math.PI * i) / all.rim.length;
    places[0]![p] = radius * Math.cos(angle);
    places[1]![p] = radius * Math.sin(angle);
  });
  const laplace = (x: Float64Array, out: Float64Array) => {
    for (let p = 0; p < all.count; p++) {
      let sum = 0;
      if (!fixed[p]) {
        for (let i = start[p]!; i < start[p + 1]!; i++) sum -= x[adj[i]!]!;
        sum += x[p]! * (start[p + 1]! - start[p]!);
      }
      out[p] = sum;
    }
  };
  for (const x of places) conjugate(x, laplace, (p) => start[p + 1]! - start[p]!);
  return Array.from({ length: all.count }, (_, p): Vec => [places[0]![p]!, places[1]![p]!, 0]);
}

const scalar = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Solves for 0 by conjugate gradients, with the diagonal as preconditioner. */
function conjugate(
  x: Float64Array,
  times: (x: Float64Array, out: Float64Array) => void,
  diagonal: (p: number) => number,
): void {
  const n = x.length;
  const [r, z, image] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  times(x, r);
  for (let i = 0; i < n; i++) z[i] = (r[i] = -r[i]!) / diagonal(i);
  const p = z.slice();
  let rz = scalar(r, z);
  const enough = rz * 1e-26;
  for (let round = 0; round < 4 * n && rz > enough && rz > 0; round++) {
    times(p, image);
    const alpha = rz / scalar(p, image);
    for (let i = 0; i < n; i++) {
      x[i]! += alpha * p[i]!;
      r[i]! -= alpha * image[i]!;
      z[i] = r[i]! / diagonal(i);
    }
    const next = scalar(r, z);
    for (let i = 0; i < n; i++) p[i] = z[i]! + (next / rz) * p[i]!;
    rz = next;
  }
}

/** A triangulation that changes point by point without flipping a triangle. */
class Triangulation {
  private readonly around: [number, number][][];
  readonly points: Vec[];
  private readonly fixed: Set<number>;

  constructor(
    private readonly all: Filled,
    radius: number,
  ) {
    this.points = tutte(all, radius);
    this.fixed = new Set(all.rim);
    this.around = Array.from({ length: all.count }, () => []);
    for (const [a, b, c] of all.triangles) {
      this.around[a]!.push([b, c]);
      this.around[b]!.push([c, a]);
      this.around[c]!.push([a, b]);
    }
  }

  /** Reports whether no triangle is flipped or empty. */
  isRight(): boolean {
    return this.all.triangles.every(
      ([a, b, c]) => side(this.points[a]!, this.points[b]!, this.points[c]!) > 0,
    );
  }

  private stays = (at: Vec, p: number): boolean =>
    this.around[p]!.every(([q, r]) => side(at, this.points[q]!, this.points[r]!) > 1e-9);

  /** Moves a point towards a place as far as no triangle flips; returns how far. */
  move(p: number, to: Vec): number {
    const [x, y] = this.points[p]!;
    for (let share = 1; share > 0.02; share /= 2) {
      const at: Vec = [x + share * (to[0] - x), y + share * (to[1] - y), 0];
      if (!this.stays(at, p)) continue;
      this.points[p] = at;
      return Math.hypot(at[0] - x, at[1] - y);
    }
    return 0;
  }

  /** Moves filler points to the centre of their neighbours, so that they block no other point. */
  makeRoom(): void {
    for (let p = this.all.own; p < this.all.count; p++) {
      if (!this.fixed.has(p)) this.move(p, this.roomiest(p));
    }
  }

  /** The area-weighted centre of the triangles around a point: there it has most room. */
  roomiest(p: number): Vec {
    let [x, y, weight] = [0, 0, 0];
    for (const [q, r] of this.around[p]!) {
      const [a, b, c] = [this.points[p]!, this.points[q]!, this.points[r]!];
      const size = side(a, b, c);
      x += (size * (a[0] + b[0] + c[0])) / 3;
      y += (size * (a[1] + b[1] + c[1])) / 3;
      weight += size;
    }
    return weight > 0 ? [x / weight, y / weight, 0] : this.points[p]!;
  }
}

/** Half of the way: springs alone would squeeze the outer points together. */
const between = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];

/** One connected part of a sketch, its points numbered from 0. */
interface Part {
  points: number[];
  graph: Graph;
}

function partsOfSketch(sketch: Sketch): Part[] {
  const { part, count } = partsOf(graphOfSketch(sketch));
  const number = new Int32Array(sketch.points.length);
  const lists: number[][] = Array.from({ length: count }, () => []);
  part.forEach((k, p) => (number[p] = lists[k]!.push(p) - 1));
  const edges: Edge[][] = lists.map(() => []);
  for (const [a, b] of sketch.edges) edges[part[a]!]!.push([number[a]!, number[b]!]);
  return lists.map((points, k) => ({ points, graph: buildGraph(points.length, edges[k]!) }));
}

/** Draws one part, round by round; the last places are the drawing. Yields nothing if the part is not planar. */
function* drawnPart({ points, graph }: Part, length: number): Generator<Vec[]> {
  if (points.length < 3) {
    yield points.map((_, i): Vec => [i * length, 0, 0]);
    return;
  }
  const around = embeddingOf(graph);
  if (!around) return;
  const all = filled(around);
  const springs = new Springs(graph, length);
  // The width of a disc with that many points, and some room.
  const drawing = new Triangulation(all, 1.6 * length * Math.sqrt(points.length) + 2 * length);
  if (!drawing.isRight()) return;
  const own = () => drawing.points.slice(0, points.length);
  // First spreads points out: Tutte's drawings are crowded in the middle.
  for (let round = 0; round < ROUNDS; round++) {
    let most = 0;
    for (let p = 0; p < points.length; p++) {
      const room = drawing.roomiest(p);
      const to = round < ROUNDS / 5 ? room : between(room, springs.wish(drawing.points, p) ?? room);
      most = Math.max(most, drawing.move(p, to));
    }
    drawing.makeRoom();
    yield own();
    if (round > ROUNDS / 5 && most < STILL * length) return;
  }
}

/**
 * Draws the sketch in the plane without crossings, with its parts side by side; yields the points of each round.
 * Yields nothing if that is impossible.
 */
export function* drawnFlat(sketch: Sketch): Generator<readonly Vec[]> {
  const length = usualLength(sketch);
  const parts = partsOfSketch(sketch);
  const places = sketch.points.slice();
  let left = 0;
  for (const part of parts) {
    let low = 0;
    let high = 0;
    let done = false;
    for (const drawn of drawnPart(part, length)) {
      done = true;
      low = Math.min(...drawn.map((at) => at[0]));
      high = Math.max(...drawn.map((at) => at[0]));
      part.points.forEach((p, i) => (places[p] = [drawn[i]![0] - low + left, drawn[i]![1], 0]));
      if (part.points.length > 2) yield places;
    }
    if (!done) return;
    left += high - low + length;
  }
  const middle = (Math.min(...places.map((at) => at[0])) + Math.max(...places.map((at) => at[0]))) / 2;
  yield places.map(([x, y]): Vec => [x - middle, y, 0]);
}
