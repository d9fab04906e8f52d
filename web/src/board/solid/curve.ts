/**
 * The edges of a surface as curves in it. Where lines continue straight over a point, as along a tube, the curve
 * follows the circle through the three points. Elsewhere it leaves along the tangent plane, and at a crease, such as
 * a cube's, it stays straight. Pure.
 */
import type { Geometry } from "../geometry";
import { add, distance, dot, length, scale, sub, unit, type Vec } from "../vec";

/** A cubic Bézier curve: its ends and the two control points between them. */
export type Curve = readonly [Vec, Vec, Vec, Vec];

/** Faces that meet at a sharper angle than this (as a cosine) keep their edge; others form one round surface. */
const CREASE = 0.64;
/** Two edges of a point continue each other if they bend less than this in the surface (as a cosine), */
const STRAIGHT = -0.5;
/** if no other edge fits nearly as well, */
const CLEARLY = 0.15;
/** and if they bend less than this in space. */
const BENT = -0.3;

/** The part of a perpendicular to the unit vector n. */
const flatten = (a: Vec, n: Vec): Vec => sub(a, scale(n, dot(a, n)));

/** The curve with these ends and directions: nearly a circular arc where possible. */
export function arc(from: Vec, leaving: Vec, to: Vec, arriving: Vec): Curve {
  const chord = distance(from, to);
  const way = unit(sub(to, from), leaving);
  const handle = (direction: Vec) => ((2 / 3) * chord) / (1 + Math.max(0, dot(direction, way)));
  return [from, add(from, scale(leaving, handle(leaving))), sub(to, scale(arriving, handle(arriving))), to];
}

export function pointOf([a, b, c, d]: Curve, t: number): Vec {
  const s = 1 - t;
  const [ka, kb, kc, kd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [
    ka * a[0] + kb * b[0] + kc * c[0] + kd * d[0],
    ka * a[1] + kb * b[1] + kc * c[1] + kd * d[1],
    ka * a[2] + kb * b[2] + kc * c[2] + kd * d[2],
  ];
}

/** The speed and direction of a curve. */
export function speedOf([a, b, c, d]: Curve, t: number): Vec {
  const s = 1 - t;
  const [k, l, m] = [3 * s * s, 6 * s * t, 3 * t * t];
  return [
    k * (b[0] - a[0]) + l * (c[0] - b[0]) + m * (d[0] - c[0]),
    k * (b[1] - a[1]) + l * (c[1] - b[1]) + m * (d[1] - c[1]),
    k * (b[2] - a[2]) + l * (c[2] - b[2]) + m * (d[2] - c[2]),
  ];
}

/** The curves of a board's edges, and the normals of its faces' corners. */
export class Curves {
  /** The points next to each point along the sides of faces. */
  private readonly around: number[][];
  private readonly creased: boolean[];
  private readonly made = new Map<number, Curve>();

  constructor(
    private readonly places: readonly Vec[],
    private readonly geometry: Geometry,
    faceNormals: readonly Vec[],
  ) {
    const beside = places.map(() => new Set<number>());
    const normalsAt: Vec[][] = places.map(() => []);
    geometry.faces.forEach((face, f) =>
      face.forEach((p, i) => {
        const next = face[(i + 1) % face.length]!;
        beside[p]!.add(next);
        beside[next]!.add(p);
        normalsAt[p]!.push(faceNormals[f]!);
      }),
    );
    this.around = beside.map((set) => [...set]);
    this.creased = normalsAt.map((normals) =>
      normals.some((n, i) => normals.slice(0, i).some((m) => Math.abs(dot(n, m)) < CREASE)),
    );
  }

  /** The curve from one point to the next. */
  between(from: number, to: number): Curve {
    const key = from * this.places.length + to;
    let curve = this.made.get(key);
    if (!curve) {
      const leaving = this.leaving(from, to);
      const arriving = this.leaving(to, from);
      const [a, b] = [this.places[from]!, this.places[to]!];
      const way = unit(sub(b, a));
      // An end without its own direction mirrors the other's: an arc, as at the rim of a band.
      const mirrored = (other: Vec) => sub(scale(way, 2 * dot(other, way)), other);
      const out = leaving ?? (arriving ? mirrored(scale(arriving, -1)) : way);
      const back = arriving ?? (leaving ? mirrored(scale(leaving, -1)) : scale(way, -1));
      curve = arc(a, out, b, scale(back, -1));
      this.made.set(key, curve);
    }
    return curve;
  }

  /** The normal of the surface at a corner of a face: the face's own at a crease. */
  normalAt(point: number, own: Vec): Vec {
    const normal = this.geometry.normals[point]!;
    if (this.creased[point]) return own;
    return dot(normal, own) < 0 ? scale(normal, -1) : normal;
  }

  /** The direction in which the edge leaves a point; null if the edge's other end decides. */
  private leaving(point: number, to: number): Vec | null {
    const [here, there] = [this.places[point]!, this.places[to]!];
    const way = sub(there, here);
    const opposite = this.opposite(point, to);
    if (opposite >= 0) {
      const back = sub(this.places[opposite]!, here);
      const along = sub(scale(way, 1 / dot(way, way)), scale(back, 1 / dot(back, back)));
      if (length(along) > 1e-9) return unit(along);
    }
    if (this.creased[point]) return unit(way);
    if (this.around[point]!.length < 4) return null;
    return unit(flatten(way, this.geometry.normals[point]!), unit(way));
  }

  /** The point to which the edge from `from` continues straight, or -1. */
  private opposite(point: number, from: number): number {
    const onward = this.straightest(point, from);
    return onward >= 0 && this.straightest(point, onward) === from ? onward : -1;
  }

  private straightest(point: number, from: number): number {
    const here = this.places[point]!;
    const normal = this.geometry.normals[point]!;
    const way = sub(this.places[from]!, here);
    const flat = unit(flatten(way, normal), [0, 0, 0]);
    let best = -1;
    let [least, second] = [STRAIGHT, STRAIGHT + CLEARLY];
    for (const q of this.around[point]!) {
      if (q === from) continue;
      const other = sub(this.places[q]!, here);
      const bend = dot(flat, unit(flatten(other, normal), [0, 0, 0]));
      if (bend < least) {
        [second, least, best] = [least, bend, q];
      } else second = Math.min(second, bend);
    }
    if (best < 0 || second - least < CLEARLY) return -1;
    return dot(unit(way), unit(sub(this.places[best]!, here))) < BENT ? best : -1;
  }
}
