/**
 * A board that the user is drawing, and the manual operations on it. A sketch is immutable: each operation returns
 * another one, which shares the unchanged parts, so that earlier ones stay available. Pure.
 */
import { buildGraph, type Graph } from "../../board/graph.ts";
import type { Vec } from "../../board/vec.ts";

/** Two joined points, the smaller number first. */
export type Edge = readonly [number, number];

/** A straight line, for games that need rows. A closed one leads from its last point to its first. */
export interface Line {
  readonly points: readonly number[];
  /** it crosses faces instead of following edges */
  readonly diagonal: boolean;
  readonly closed: boolean;
}

export interface Sketch {
  readonly title: string;
  /** x to the right, y up, z towards the viewer */
  readonly points: readonly Vec[];
  /** one for each point; "" for its number */
  readonly names: readonly string[];
  /** each once */
  readonly edges: readonly Edge[];
  /** polygons of the surface, if known */
  readonly faces: readonly (readonly number[])[];
  /** the lines that the user drew; null if the server derives them from the points */
  readonly lines: readonly Line[] | null;
  /** handicap points, ascending */
  readonly stars: readonly number[];
}

/** The server's limits. */
export const MOST_POINTS = 10_000;
export const MOST_EDGES = 60_000;
/** The maximum number of lines through one point. */
export const MOST_THROUGH = 16;

export const EMPTY: Sketch = {
  title: "",
  points: [],
  names: [],
  edges: [],
  faces: [],
  lines: null,
  stars: [],
};

/** Reports whether the server would accept that size. */
export const fits = ({ points, edges }: Pick<Sketch, "points" | "edges">): boolean =>
  points.length <= MOST_POINTS && edges.length <= MOST_EDGES;

const WIDTH = 1 << 16;

/** A number for each unordered pair of points. */
export const pairKey = (a: number, b: number): number => Math.min(a, b) * WIDTH + Math.max(a, b);

export const edgeOf = (a: number, b: number): Edge => (a < b ? [a, b] : [b, a]);

const sets = new WeakMap<readonly Edge[], ReadonlySet<number>>();

/** The edges by their pairKey. */
export function edgeSet({ edges }: Pick<Sketch, "edges">): ReadonlySet<number> {
  let set = sets.get(edges);
  if (!set) {
    set = new Set(edges.map(([a, b]) => pairKey(a, b)));
    sets.set(edges, set);
  }
  return set;
}

const graphs = new WeakMap<Sketch, Graph>();

/** The neighbours of every point. */
export function graphOfSketch(sketch: Sketch): Graph {
  let graph = graphs.get(sketch);
  if (!graph) {
    graph = buildGraph(sketch.points.length, sketch.edges);
    graphs.set(sketch, graph);
  }
  return graph;
}

export const isFlat = ({ points }: Pick<Sketch, "points">): boolean => points.every((at) => at[2] === 0);

export function addPoints(sketch: Sketch, places: readonly Vec[]): Sketch {
  if (places.length === 0) return sketch;
  return {
    ...sketch,
    points: [...sketch.points, ...places],
    names: [...sketch.names, ...places.map(() => "")],
  };
}

/** Moves points to the places in the map. */
export function movePoints(sketch: Sketch, to: ReadonlyMap<number, Vec>): Sketch {
  if (to.size === 0) return sketch;
  const points = sketch.points.slice();
  for (const [p, at] of to) points[p] = at;
  return { ...sketch, points };
}

/** Joins pairs of points that are not joined yet. */
export function connect(sketch: Sketch, pairs: readonly Edge[]): Sketch {
  const known = new Set(edgeSet(sketch));
  const more = pairs.filter(([a, b]) => {
    const key = pairKey(a, b);
    if (a === b || known.has(key)) return false;
    known.add(key);
    return true;
  });
  if (more.length === 0) return sketch;
  return { ...sketch, edges: [...sketch.edges, ...more.map(([a, b]) => edgeOf(a, b))] };
}

/** Removes edges, and the faces and lines that need them. */
export function disconnect(sketch: Sketch, pairs: readonly Edge[]): Sketch {
  const gone = new Set(pairs.map(([a, b]) => pairKey(a, b)));
  const edges = sketch.edges.filter(([a, b]) => !gone.has(pairKey(a, b)));
  return edges.length === sketch.edges.length ? sketch : tidied({ ...sketch, edges });
}

export function removePoints(sketch: Sketch, gone: ReadonlySet<number>): Sketch {
  if (gone.size === 0) return sketch;
  let next = 0;
  return renumbered(
    sketch,
    sketch.points.map((_, p) => (gone.has(p) ? -1 : next++)),
  );
}

/**
 * Renumbers the points: -1 removes a point, and equal numbers merge points. The first of these keeps its place and
 * its name.
 */
export function renumbered(sketch: Sketch, into: readonly number[]): Sketch {
  const points: Vec[] = [];
  const names: string[] = [];
  into.forEach((to, p) => {
    if (to < 0) return;
    points[to] ??= sketch.points[p]!;
    names[to] ??= sketch.names[p]!;
  });
  const edges = new Map<number, Edge>();
  for (const [a, b] of sketch.edges) {
    const [c, d] = [into[a]!, into[b]!];
    if (c >= 0 && d >= 0 && c !== d) edges.set(pairKey(c, d), edgeOf(c, d));
  }
  const stars = [...new Set(sketch.stars.map((p) => into[p]!).filter((p) => p >= 0))];
  return tidied({
    ...sketch,
    points,
    names,
    edges: [...edges.values()],
    faces: sketch.faces.map((face) => face.map((p) => into[p]!)),
    lines: sketch.lines?.map((line) => ({ ...line, points: line.points.map((p) => into[p]!) })) ?? null,
    stars: stars.sort((a, b) => a - b),
  });
}

/** Removes faces and lines without their edges; broken lines are cut. */
function tidied(sketch: Sketch): Sketch {
  const known = edgeSet(sketch);
  const joined = (a: number, b: number) => known.has(pairKey(a, b));
  const whole = (face: readonly number[]) =>
    face.length >= 3 &&
    new Set(face).size === face.length &&
    face.every((p, i) => p >= 0 && joined(p, face[(i + 1) % face.length]!));
  return {
    ...sketch,
    faces: sketch.faces.filter(whole),
    lines: sketch.lines?.flatMap((line) => unbroken(line, joined)) ?? null,
  };
}

/** The remaining parts of a line. */
function unbroken(line: Line, joined: (a: number, b: number) => boolean): Line[] {
  const holds = (a: number, b: number) => a >= 0 && b >= 0 && a !== b && (line.diagonal || joined(a, b));
  // Points that merged with the next count once.
  const points = line.points.filter((p, i) => i === 0 || p < 0 || p !== line.points[i - 1]);
  if (line.closed && points.length > 1 && points[0] === points.at(-1)) points.pop();
  const n = points.length;
  const broken = points.findIndex((p, i) => !holds(p, points[(i + 1) % n]!));
  if (line.closed && broken < 0 && n >= 2) return [{ ...line, points }];
  const from = line.closed ? broken + 1 : 0;
  const parts: number[][] = [[]];
  for (let i = 0; i < n; i++) {
    const p = points[(from + i) % n]!;
    const part = parts.at(-1)!;
    if (part.length > 0 && !holds(part.at(-1)!, p)) parts.push([]);
    if (p >= 0) parts.at(-1)!.push(p);
  }
  return parts
    .filter((part) => part.length >= 2)
    .map((part) => ({ points: part, diagonal: line.diagonal, closed: false }));
}

/** Marks a point for handicap stones, or removes the mark. */
export function toggleStars(sketch: Sketch, points: readonly number[]): Sketch {
  const stars = new Set(sketch.stars);
  const on = !points.every((p) => stars.has(p));
  for (const p of points)
    if (on) stars.add(p);
    else stars.delete(p);
  return { ...sketch, stars: [...stars].sort((a, b) => a - b) };
}

/** Draws a straight line through points in order; missing edges are added unless it is diagonal. */
export function addLine(sketch: Sketch, line: Line): Sketch {
  const { points, closed, diagonal } = line;
  const pairs = points.flatMap((p, i): Edge[] => {
    const next = i + 1 < points.length ? points[i + 1] : closed ? points[0] : undefined;
    return next === undefined ? [] : [[p, next]];
  });
  const carried = diagonal ? sketch : connect(sketch, pairs);
  return { ...carried, lines: [...(sketch.lines ?? []), line] };
}

export const setLines = (sketch: Sketch, lines: readonly Line[] | null): Sketch => ({ ...sketch, lines });

/** The number of lines through each point. */
export function linesThrough(sketch: Sketch): Int32Array {
  const through = new Int32Array(sketch.points.length);
  for (const { points } of sketch.lines ?? []) for (const p of points) through[p]!++;
  return through;
}

/** A name in the form that the server compares. */
export const folded = (name: string): string => name.trim().toLowerCase();

const meaningElse = new Set(["pass", "resign", "none", "null", "swap", "undo"]);

/** Reports whether the server would accept a name for a point, other names aside. */
export function isName(name: string): boolean {
  const bytes = new TextEncoder().encode(name).length;
  return bytes > 0 && bytes <= 16 && /^[\p{L}\p{Nd}\-._+']+$/u.test(name) && !meaningElse.has(folded(name));
}

/** The name of a point, or its number counted from 1, with primes if another point has that name. */
export function shownNames(sketch: Sketch): string[] {
  const taken = new Set(sketch.names.filter(Boolean).map(folded));
  return sketch.names.map((name, p) => {
    if (name) return name;
    let number = String(p + 1);
    while (taken.has(number)) number += "'";
    return number;
  });
}

/** Names a point; "" and its own number reset it to its number. Null if the name is not available. */
export function rename(sketch: Sketch, point: number, name: string): Sketch | null {
  const own = new RegExp(`^${point + 1}'*$`).test(name) ? "" : name;
  if (own && !isName(own)) return null;
  const others = shownNames({ ...sketch, names: sketch.names.map((n, p) => (p === point ? "" : n)) });
  if (own && others.some((n, p) => p !== point && folded(n) === folded(own))) return null;
  return { ...sketch, names: sketch.names.map((n, p) => (p === point ? own : n)) };
}
