/** The measurements of a board that both views use: spacing, normals, faces, size. */
import type { Board } from "../wire";
import { deriveFaces } from "./faces";
import { graphOf, neighbours, type Graph } from "./graph";
import { add, cross, distance, dot, length, scale, sub, tangent, unit, type Vec } from "./vec";

export interface Geometry {
  /** Middle of the bounding box. */
  center: Vec;
  /** Distance of the farthest point from the center. */
  radius: number;
  /** The usual distance of neighbours (the median over the points of the distance to the nearest). */
  spacing: number;
  /** Radius of a stone on each point: stones on neighbours do not overlap. */
  stones: Float32Array;
  /** How far the surface rises above a point's tangent plane under its stone, on either side. */
  rises: Float32Array;
  /** Unit normal of the surface at each point; its sign has no meaning. */
  normals: readonly Vec[];
  /** Polygons of the surface, the board's own or derived from its edges; may be empty. */
  faces: readonly (readonly number[])[];
  /** The points fill space, such as those of a box, and are on no surface. */
  solid: boolean;
  /** A closed one-sided surface, which must pass through itself: some points are visible only through it. */
  selfCrossing: boolean;
}

/** Stones are 96 % of the spacing wide. */
const STONE = 0.48;
/** An edge whose cosine with the normal is larger runs along it. */
const ALONG = 0.85;
/** Stones are smaller where edges are steeper than this against the tangent plane (as a sine). */
const LEANING = 0.4;
const UP: Vec = [0, 0, 1];

const cache = new WeakMap<Board, Geometry>();

/** The geometry of a board; computed once. */
export function geometryOf(board: Board): Geometry {
  let geometry = cache.get(board);
  if (!geometry) {
    geometry = measure(board);
    cache.set(board, geometry);
  }
  return geometry;
}

function measure(board: Board): Geometry {
  const graph = graphOf(board);
  const coords = board.coords;
  const nearest = nearestNeighbours(coords, graph);
  const spacing = median(nearest) || 1;
  const stones = nearest.map((d) => STONE * Math.min(1.25 * spacing, Math.max(0.3 * spacing, d || spacing)));
  const center = middle(coords);
  let radius = 0;
  for (const c of coords) radius = Math.max(radius, distance(c, center));
  radius = radius || spacing;

  const flatRises = new Float32Array(coords.length);
  const size = { center, radius, spacing, stones: Float32Array.from(stones), rises: flatRises };
  const given = (board.faces ?? []).filter((f) => f.length > 2);
  if (board.flat) {
    return { ...size, normals: coords.map(() => UP), faces: given, solid: false, selfCrossing: false };
  }
  const estimates = coords.map((_, p) => normalAt(coords, graph, p, center));
  const normals = estimates.map((e) => e.normal);
  const onSurface = estimates.every((e) => !e.crossed);
  const faces = given.length > 0 || !onSurface ? given : coveringFaces(board, graph, normals);
  const solid = faces.length === 0 && !onSurface;
  // Balls in a box leave gaps to look through.
  if (solid) size.stones = size.stones.map((r) => 0.65 * r);
  else {
    const steep = normals.map((normal, p) => steepness(coords, graph, p, normal));
    size.rises = size.stones.map((r, p) => r * Math.min(0.5, steep[p]!));
    // On an edge of the board, such as a cube's, a stone leans towards the stones on either side.
    size.stones = size.stones.map((r, p) => r * Math.min(1, 1 - 0.6 * (steep[p]! - LEANING)));
  }
  return { ...size, normals, faces, solid, selfCrossing: isOneSidedAndClosed(faces) };
}

/** The sine of the angle between the tangent plane and the steepest edge at a point. */
function steepness(coords: readonly Vec[], graph: Graph, point: number, normal: Vec): number {
  let steepest = 0;
  for (const q of neighbours(graph, point)) {
    const edge = unit(sub(coords[q]!, coords[point]!), [0, 0, 0]);
    steepest = Math.max(steepest, Math.abs(dot(edge, normal)));
  }
  return steepest;
}

function middle(coords: readonly Vec[]): Vec {
  let low: Vec = [Infinity, Infinity, Infinity];
  let high: Vec = [-Infinity, -Infinity, -Infinity];
  for (const c of coords) {
    low = [Math.min(low[0], c[0]), Math.min(low[1], c[1]), Math.min(low[2], c[2])];
    high = [Math.max(high[0], c[0]), Math.max(high[1], c[1]), Math.max(high[2], c[2])];
  }
  return coords.length > 0 ? scale(add(low, high), 0.5) : [0, 0, 0];
}

/** The distance from each point to its nearest neighbour; 0 if all coincide with it or it has no neighbours. */
function nearestNeighbours(coords: readonly Vec[], graph: Graph): number[] {
  return coords.map((c, p) => {
    let nearest = Infinity;
    for (const q of neighbours(graph, p)) {
      const d = distance(c, coords[q]!);
      if (d > 1e-9) nearest = Math.min(nearest, d);
    }
    return Number.isFinite(nearest) ? nearest : 0;
  });
}

function median(values: readonly number[]): number {
  const sorted = values.filter((v) => v > 0).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

interface Estimate {
  normal: Vec;
  /** Some edge runs along the normal, as inside a box: the point is on no surface. */
  crossed: boolean;
}

/**
 * The normal at a point: that of the polygon whose corners are the ends of its edges, all taken as equally long. The
 * corners are sorted by their angle about a first guess: the sum of the cross products of all pairs of ends, turned
 * to one side.
 */
function normalAt(coords: readonly Vec[], graph: Graph, point: number, center: Vec): Estimate {
  const here = coords[point]!;
  const out = Array.from(neighbours(graph, point), (q) => unit(sub(coords[q]!, here), [0, 0, 0]));
  // Two edges are collinear; the point itself completes the plane.
  const ends: Vec[] = out.length < 3 ? [...out, [0, 0, 0]] : out;
  const mean = scale(ends.reduce(add, [0, 0, 0]), 1 / ends.length);
  const products: Vec[] = [];
  for (let i = 0; i < ends.length; i++) {
    for (let j = 0; j < i; j++) products.push(cross(sub(ends[i]!, mean), sub(ends[j]!, mean)));
  }
  const longest = products.reduce((a, b) => (length(b) > length(a) ? b : a), [0, 0, 0]);
  if (length(longest) > 1e-3) {
    const aligned = products.map((p) => (dot(p, longest) < 0 ? scale(p, -1) : p));
    const guess = unit(aligned.reduce(add, [0, 0, 0]));
    const normal = polygonNormal(
      ends.map((end) => sub(end, mean)),
      guess,
    );
    return { normal, crossed: out.some((edge) => Math.abs(dot(edge, normal)) > ALONG) };
  }
  // The edges are collinear: stones point outwards.
  const along = out[0] ?? [1, 0, 0];
  const outward = sub(here, center);
  const sideways = sub(outward, scale(along, dot(outward, along)));
  return { normal: unit(sideways, Math.abs(along[2]) < 0.9 ? UP : [1, 0, 0]), crossed: false };
}

/** The normal of the polygon with these corners, sorted by their angle about `guess`. */
function polygonNormal(corners: readonly Vec[], guess: Vec): Vec {
  const x = tangent(guess);
  const y = cross(guess, x);
  const around = corners
    .map((corner) => ({ corner, angle: Math.atan2(dot(corner, y), dot(corner, x)) }))
    .sort((a, b) => a.angle - b.angle);
  const sum = around.reduce<Vec>(
    (total, { corner }, i) => add(total, cross(corner, around[(i + 1) % around.length]!.corner)),
    [0, 0, 0],
  );
  return unit(sum, guess);
}

/** Derived faces, if they contain most edges; a few patches would look torn. */
function coveringFaces(board: Board, graph: Graph, normals: readonly Vec[]): readonly (readonly number[])[] {
  const faces = deriveFaces(board.coords, graph, normals);
  const covered = new Set<number>();
  for (const [a, b] of sides(faces)) covered.add(sideKey(a, b));
  return covered.size >= 0.8 * board.edges.length ? faces : [];
}

function* sides(faces: readonly (readonly number[])[]): Generator<[number, number, number]> {
  for (let f = 0; f < faces.length; f++) {
    const face = faces[f]!;
    for (let i = 0; i < face.length; i++) yield [face[i]!, face[(i + 1) % face.length]!, f];
  }
}

/** One number for the unordered pair; boards have at most 10,000 points. */
const sideKey = (a: number, b: number): number => (a < b ? a * 16384 + b : b * 16384 + a);

/**
 * Reports whether every side belongs to two faces and the faces cannot be oriented consistently. Such a surface
 * cannot exist in space without crossing itself.
 */
function isOneSidedAndClosed(faces: readonly (readonly number[])[]): boolean {
  const bySide = new Map<number, { face: number; ascending: boolean }[]>();
  for (const [a, b, face] of sides(faces)) {
    const key = sideKey(a, b);
    const list = bySide.get(key);
    if (list) list.push({ face, ascending: a < b });
    else bySide.set(key, [{ face, ascending: a < b }]);
  }
  const links: { to: number; same: boolean }[][] = faces.map(() => []);
  for (const pair of bySide.values()) {
    if (pair.length !== 2) return false;
    const [one, two] = pair as [(typeof pair)[0], (typeof pair)[0]];
    // Two faces have the same orientation if they traverse their common side in opposite directions.
    const same = one.ascending !== two.ascending;
    links[one.face]!.push({ to: two.face, same });
    links[two.face]!.push({ to: one.face, same });
  }
  return !canOrient(links);
}

function canOrient(links: readonly { to: number; same: boolean }[][]): boolean {
  const side = new Int8Array(links.length);
  for (let first = 0; first < links.length; first++) {
    if (side[first] !== 0) continue;
    side[first] = 1;
    const queue = [first];
    for (const face of queue) {
      for (const { to, same } of links[face]!) {
        const wanted = same ? side[face]! : -side[face]!;
        if (side[to] === 0) {
          side[to] = wanted;
          queue.push(to);
        } else if (side[to] !== wanted) return false;
      }
    }
  }
  return true;
}
