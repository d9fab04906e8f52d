/**
 * Drawings of planar graphs in which nothing crosses: an embedding, filled up to triangles, drawn as
 * Tutte did ("How to draw a graph", 1963) with the weights of means, then evened out by springs that
 * never turn a triangle over. Pure.
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

/** Rounds in which a drawing is evened out. */
const ROUNDS = 150;
const STILL = 2e-3;

/** A graph of triangles around and between the points of a part; the rim goes counterclockwise. */
interface Filled {
  /** points of the part; those after them fill it up */
  own: number;
  count: number;
  triangles: [number, number, number][];
  rim: number[];
}

/** Whether the sketch can be drawn in the plane so that no lines cross. */
export const isPlanar = (sketch: Sketch): boolean => embeddingOf(graphOfSketch(sketch)) !== null;

/** Fills the faces of an embedding up to triangles, with a ring of further points around all of them. */
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

/** New points along the inside of a face, one for each of its sides: however often it comes to a point, they are all different. */
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

/** Tutte's drawing: the rim on a circle, every other point in the middle of its neighbours, by conjugate gradients. */
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

/** Solves for 0 by conjugate gradients, with the diagonal for a preconditioner. */
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

/** A drawing of triangles that is changed point by point, none of them ever turned over. */
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

  /** Whether no triangle is turned over or has nothing in it. */
  isRight(): boolean {
    return this.all.triangles.every(
      ([a, b, c]) => side(this.points[a]!, this.points[b]!, this.points[c]!) > 0,
    );
  }

  private stays = (at: Vec, p: number): boolean =>
    this.around[p]!.every(([q, r]) => side(at, this.points[q]!, this.points[r]!) > 1e-9);

  /** Moves a point towards a place as far as no triangle turns over; returns how far. */
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

  /** Gives those that only fill up the middle of what is around them, so that they stand in nobody's way. */
  makeRoom(): void {
    for (let p = this.all.own; p < this.all.count; p++) {
      if (!this.fixed.has(p)) this.move(p, this.roomiest(p));
    }
  }

  /** The middle of the triangles around a point, the large ones counting more: there it has most room. */
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

/** Half of the way: springs alone press what lies outside against each other. */
const between = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];

/** One part of a sketch that hangs together, its points numbered from 0. */
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

/** Draws one part, round by round; the last places are the drawing. Ends at once where it is not planar. */
function* drawnPart({ points, graph }: Part, length: number): Generator<Vec[]> {
  if (points.length < 3) {
    yield points.map((_, i): Vec => [i * length, 0, 0]);
    return;
  }
  const around = embeddingOf(graph);
  if (!around) return;
  const all = filled(around);
  const springs = new Springs(graph, length);
  // As wide as a disc of so many points is, with some room.
  const drawing = new Triangulation(all, 1.6 * length * Math.sqrt(points.length) + 2 * length);
  if (!drawing.isRight()) return;
  const own = () => drawing.points.slice(0, points.length);
  // Room first: Tutte's drawings are crowded in the middle.
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
 * Draws the sketch in the plane so that no lines cross, parts beside each other; yields the points of each round.
 * It yields nothing where that cannot be done.
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
