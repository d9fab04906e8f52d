/**
 * The smooth skin of a solid board: its faces as curved patches, split into triangles. Each corner has its distances
 * from the lines and points around its patch, so that the material can draw lines and the shadows of stones in the
 * surface. Pure.
 */
import type { Geometry } from "../geometry";
import { add, cross, distance, dot, scale, sub, unit, type Vec } from "../vec";
import { arc, Curves, pointOf, speedOf, type Curve } from "./curve";
import { Square, Triangle, type Spot } from "./patch";
import { newell, type Surface } from "./surface";

/** A surface with what is drawn on it: four numbers per corner. */
export interface Skin extends Surface {
  /** Distances from up to four lines. */
  lines: Float32Array;
  /** Up to four nearby points; -1 for none. */
  points: Float32Array;
  /** Distances from these points, in radii of their stones. */
  radii: Float32Array;
}

/** The distance if there is no line or point. */
const FAR = 1e3;
/** How far the skin extends beyond its rim, in spacings, to support a stone on the rim. */
export const MARGIN = 0.5;
const FINEST = 8;
/** How far stones stand out, in spacings. */
const STONES = 0.25;

/** Collects triangles with the data of their corners. */
class Cloth {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly lines: number[] = [];
  readonly points: number[] = [];
  readonly radii: number[] = [];

  constructor(
    private readonly places: readonly Vec[],
    private readonly stones: Float32Array,
  ) {}

  /** A grid of spots, row by row, as two triangles per cell. */
  weave(rows: readonly (readonly Corner[])[], points: readonly number[]): void {
    for (let r = 1; r < rows.length; r++) {
      const [above, below] = [rows[r - 1]!, rows[r]!];
      for (let i = 0; i + 1 < below.length; i++) {
        if (above[i + 1]) for (const c of [above[i]!, below[i]!, above[i + 1]!]) this.put(c, points);
        const last = above[i + 1] ?? above[i]!;
        for (const c of [last, below[i]!, below[i + 1]!]) this.put(c, points);
      }
    }
  }

  private put({ spot, lines }: Corner, points: readonly number[]): void {
    this.positions.push(...spot.at);
    this.normals.push(...spot.normal);
    for (let i = 0; i < 4; i++) {
      const point = points[i] ?? -1;
      this.lines.push(lines[i] ?? FAR);
      this.points.push(point);
      this.radii.push(point < 0 ? FAR : distance(spot.at, this.places[point]!) / this.stones[point]!);
    }
  }
}

interface Corner {
  spot: Spot;
  /** Distances from lines. */
  lines: readonly number[];
}

/** The skin of a board, of about `most` triangles at most. */
export function skinOf(
  places: readonly Vec[],
  geometry: Geometry,
  edges: readonly (readonly number[])[],
  most: number,
): Skin {
  const { faces } = geometry;
  const fineness = Math.max(1, Math.min(FINEST, Math.floor(Math.sqrt(most / 2 / Math.max(1, faces.length)))));
  const cloth = new Cloth(places, geometry.stones);
  const tailor = new Tailor(places, geometry, edges, fineness, cloth);
  faces.forEach((face, f) => tailor.cover(face, f));
  return {
    positions: Float32Array.from(cloth.positions),
    normals: Float32Array.from(cloth.normals),
    lines: Float32Array.from(cloth.lines),
    points: Float32Array.from(cloth.points),
    radii: Float32Array.from(cloth.radii),
  };
}

/** The radius of a board with the stones on it. */
export function reachOf({ positions }: Surface, { radius, spacing }: Geometry): number {
  let farthest = radius;
  for (let i = 0; i < positions.length; i += 3)
    farthest = Math.max(farthest, Math.hypot(positions[i]!, positions[i + 1]!, positions[i + 2]!));
  return farthest + STONES * spacing;
}

/** Edges that are not sides of faces, such as those across the hole of a projective plane. */
export function looseEdges(faces: Geometry["faces"], edges: readonly (readonly number[])[]) {
  const sides = new Set<number>();
  for (const face of faces) face.forEach((p, i) => sides.add(sideKey(p, face[(i + 1) % face.length]!)));
  return edges.filter(([a, b]) => !sides.has(sideKey(a!, b!)));
}

/** One number for the unordered pair; boards have at most 10,000 points. */
const sideKey = (a: number, b: number): number => (a < b ? a * 16384 + b : b * 16384 + a);

/** Splits the patches of faces, and adds a hem along the rim. */
class Tailor {
  private readonly curves: Curves;
  private readonly faceNormals: readonly Vec[];
  private readonly isLine: ReadonlySet<number>;
  /** The number of faces at each side. */
  private readonly shared = new Map<number, number>();

  constructor(
    private readonly places: readonly Vec[],
    private readonly geometry: Geometry,
    edges: readonly (readonly number[])[],
    private readonly fineness: number,
    private readonly cloth: Cloth,
  ) {
    const { faces } = geometry;
    this.faceNormals = faces.map((face) => newell(face.map((p) => places[p]!)));
    this.curves = new Curves(places, geometry, this.faceNormals);
    this.isLine = new Set(edges.map(([a, b]) => sideKey(a!, b!)));
    for (const face of faces) {
      face.forEach((p, i) => {
        const key = sideKey(p, face[(i + 1) % face.length]!);
        this.shared.set(key, (this.shared.get(key) ?? 0) + 1);
      });
    }
  }

  cover(face: readonly number[], f: number): void {
    if (face.length === 4) this.square(face);
    else if (face.length === 3) this.triangle(face, f);
    else this.fan(face, f);
  }

  /** The distance of a place from a line, FAR if the side is not a line. */
  private toLine(a: number, b: number, at: Vec, nearest: Vec): number {
    return this.isLine.has(sideKey(a, b)) ? distance(at, nearest) : FAR;
  }

  private square([a, b, c, d]: readonly number[]): void {
    const [p, q, r, s] = [a!, b!, c!, d!];
    const low = this.curves.between(p, q);
    const high = this.curves.between(s, r);
    const left = this.curves.between(p, s);
    const right = this.curves.between(q, r);
    const patch = new Square(low, high, left, right);
    const k = this.fineness;
    const rows = steps(k).map((v) =>
      steps(k).map((u): Corner => {
        const spot = patch.spot(u, v);
        const lines = [
          this.toLine(p, q, spot.at, pointOf(low, u)),
          this.toLine(q, r, spot.at, pointOf(right, v)),
          this.toLine(r, s, spot.at, pointOf(high, u)),
          this.toLine(s, p, spot.at, pointOf(left, v)),
        ];
        return { spot, lines };
      }),
    );
    this.cloth.weave(rows, [p, q, r, s]);
    const outward = (u: number, v: number, along: 0 | 1, sign: number) =>
      scale(unit(patch.speeds(u, v)[along]), sign);
    this.hem(p, q, low, (t) => outward(t, 0, 1, -1));
    this.hem(q, r, right, (t) => outward(1, t, 0, 1));
    this.hem(s, r, high, (t) => outward(t, 1, 1, 1));
    this.hem(p, s, left, (t) => outward(0, t, 0, -1));
  }

  private triangle([a, b, c]: readonly number[], f: number): void {
    const corners = [a!, b!, c!] as const;
    const sides = corners.map((p, i) => this.curves.between(p, corners[(i + 1) % 3]!));
    const normals = corners.map((p) => this.curves.normalAt(p, this.faceNormals[f]!));
    this.cut(sides, normals, corners, corners);
  }

  /** Splits a triangle; `points` names the corners that are points of the board, -1 for others. */
  private cut(
    sides: readonly Curve[],
    normals: readonly Vec[],
    points: readonly number[],
    near: readonly number[],
  ): void {
    const [ab, bc, ca] = sides as [Curve, Curve, Curve];
    const patch = new Triangle([ab, bc, ca], normals as [Vec, Vec, Vec]);
    const k = this.fineness;
    const heights = sides.map((side, i) => {
      const [p, q] = [points[i]!, points[(i + 1) % 3]!];
      if (p < 0 || q < 0 || !this.isLine.has(sideKey(p, q))) return null;
      const way = unit(sub(side[3], side[0]));
      const apex = sub(sides[(i + 1) % 3]![3], side[0]);
      return distance(apex, scale(way, dot(apex, way)));
    });
    const rows = steps(k).map((_, r) =>
      Array.from({ length: r + 1 }, (_, i): Corner => {
        const shares: Vec = [(k - r) / k, (r - i) / k, i / k];
        const lines = heights.map((high, side) => (high === null ? FAR : shares[(side + 2) % 3]! * high));
        return { spot: patch.spot(...shares), lines };
      }),
    );
    this.cloth.weave(rows, near);
    sides.forEach((side, i) => {
      const [p, q] = [points[i]!, points[(i + 1) % 3]!];
      if (p < 0 || q < 0) return;
      const inward = sub(sides[(i + 1) % 3]![3], side[0]);
      this.hem(p, q, side, (t) => {
        const out = unit(cross(speedOf(side, t), normals[i]!));
        return dot(out, inward) > 0 ? scale(out, -1) : out;
      });
    });
  }

  /** A polygon as triangles around its middle, which bulges according to the normals of its corners. */
  private fan(face: readonly number[], f: number): void {
    const up = this.faceNormals[f]!;
    const mean = scale(
      face.reduce<Vec>((total, p) => add(total, this.places[p]!), [0, 0, 0]),
      1 / face.length,
    );
    const normals = face.map((p) => this.curves.normalAt(p, up));
    const bulge = face.reduce((total, p, i) => {
      const out = sub(this.places[p]!, mean);
      return total + dot(out, normals[i]!) / (1 + dot(up, normals[i]!));
    }, 0);
    const top = add(mean, scale(up, bulge / face.length));
    const spokes = face.map((p, i): Curve => {
      const [at, normal] = [this.places[p]!, normals[i]!];
      const way = sub(at, top);
      const [leaving, arriving] = [up, normal].map((n) => unit(sub(way, scale(n, dot(way, n))))) as [
        Vec,
        Vec,
      ];
      return arc(top, leaving, at, arriving);
    });
    face.forEach((p, i) => {
      const next = (i + 1) % face.length;
      const q = face[next]!;
      const back = [...spokes[next]!].reverse() as unknown as Curve;
      this.cut(
        [spokes[i]!, this.curves.between(p, q), back],
        [up, normals[i]!, normals[next]!],
        [-1, p, q],
        [p, q],
      );
    });
  }

  /** Extends the skin beyond a side with only one face. */
  private hem(p: number, q: number, side: Curve, outward: (t: number) => Vec): void {
    if (this.shared.get(sideKey(p, q)) !== 1) return;
    const wide = MARGIN * this.geometry.spacing;
    const row = (far: number) =>
      steps(this.fineness).map((t): Corner => {
        const [base, out] = [pointOf(side, t), outward(t)];
        const normal = unit(cross(speedOf(side, t), out));
        const lines = [this.isLine.has(sideKey(p, q)) ? far : FAR];
        return { spot: { at: add(base, scale(out, far)), normal }, lines };
      });
    this.cloth.weave([row(0), row(wide / 2), row(wide)], [p, q]);
  }
}

/** 0, 1/k, ... 1. */
const steps = (k: number): number[] => Array.from({ length: k + 1 }, (_, i) => i / k);
