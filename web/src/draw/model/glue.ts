/** Glues edges of a sheet: straight, as for a cylinder and a torus, or twisted, as for a Moebius band. Pure. */
import { distance } from "../../board/vec.ts";
import { neighbours } from "../../board/graph.ts";
import { facesOf } from "./faces.ts";
import { connect, graphOfSketch, pairKey, renumbered, type Edge, type Sketch } from "./sketch.ts";

/** The weight of paths inside the sheet compared with its border. */
const INSIDE = 3;

/** The sides with fewer than two faces: the border of the sheet. */
function border(sketch: Sketch): Set<number> {
  const sides = new Map<number, number>();
  for (const face of facesOf(sketch))
    face.forEach((p, i) => {
      const key = pairKey(p, face[(i + 1) % face.length]!);
      sides.set(key, (sides.get(key) ?? 0) + 1);
    });
  return new Set([...sides].filter(([, faces]) => faces === 1).map(([key]) => key));
}

/** The points along the border from one to another, by the shortest path; empty if they are not connected. */
export function chainBetween(sketch: Sketch, from: number, to: number): number[] {
  const graph = graphOfSketch(sketch);
  const rim = border(sketch);
  const far = new Float64Array(sketch.points.length).fill(Infinity);
  const before = new Int32Array(sketch.points.length).fill(-1);
  const open = new Set([from]);
  far[from] = 0;
  while (open.size > 0) {
    let next = -1;
    for (const p of open) if (next < 0 || far[p]! < far[next]!) next = p;
    if (next === to) break;
    open.delete(next);
    for (const q of neighbours(graph, next)) {
      const step = distance(sketch.points[next]!, sketch.points[q]!);
      const way = far[next]! + (rim.has(pairKey(next, q)) ? step : INSIDE * step);
      if (way >= far[q]! - 1e-9) continue;
      far[q] = way;
      before[q] = next;
      open.add(q);
    }
  }
  if (far[to] === Infinity) return [];
  const chain = [to];
  while (chain[0] !== from) chain.unshift(before[chain[0]!]!);
  return chain;
}

/** How two chains are glued. */
export interface Gluing {
  /** the first point of one meets the last of the other */
  twisted: boolean;
  /** points that meet are merged; otherwise lines join them */
  merged: boolean;
}

/** Why chains cannot be glued; "" if they can. */
export function whyNot(
  first: readonly number[],
  second: readonly number[],
): "" | "short" | "unequal" | "shared" {
  if (first.length < 2 || second.length < 2) return "short";
  if (first.length !== second.length) return "unequal";
  return first.some((p) => second.slice(1, -1).includes(p)) ||
    second.some((p) => first.slice(1, -1).includes(p))
    ? "shared"
    : "";
}

/** Glues two chains of equal length, point by point. */
export function glued(
  sketch: Sketch,
  first: readonly number[],
  second: readonly number[],
  { twisted, merged }: Gluing,
): Sketch {
  const other = twisted ? second.toReversed() : second;
  const pairs = first.map((p, i): Edge => [p, other[i]!]);
  return merged ? unite(sketch, pairs) : withFaces(connect(sketch, pairs), first, other);
}

/** Merges each pair of points, at the place of the first. */
function unite(sketch: Sketch, pairs: readonly Edge[]): Sketch {
  const root = sketch.points.map((_, p) => p);
  const find = (p: number): number => (root[p] === p ? p : find(root[p]!));
  for (const [a, b] of pairs) {
    const [c, d] = [find(a), find(b)];
    root[Math.max(c, d)] = Math.min(c, d);
  }
  const into: number[] = [];
  let next = 0;
  root.forEach((_, p) => into.push(find(p) === p ? next++ : into[find(p)]!));
  return renumbered(sketch, into);
}

/** The surface continues between the two chains. */
function withFaces(sketch: Sketch, first: readonly number[], other: readonly number[]): Sketch {
  if (sketch.faces.length === 0) return sketch;
  const strip = first.slice(1).map((p, i) => [first[i]!, p, other[i + 1]!, other[i]!]);
  return { ...sketch, faces: [...sketch.faces, ...strip.filter((face) => new Set(face).size === 4)] };
}

/** Merges points within a radius of each other. */
export function merged(sketch: Sketch, pairs: readonly Edge[]): Sketch {
  return pairs.length === 0 ? sketch : unite(sketch, pairs);
}
