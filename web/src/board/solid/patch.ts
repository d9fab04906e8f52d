/** Curved patches of a surface between the curves around a face. Pure. */
import { add, cross, dot, scale, sub, unit, type Vec } from "../vec";
import { pointOf, speedOf, type Curve } from "./curve";

/** A place of the surface and the normal there. */
export interface Spot {
  at: Vec;
  normal: Vec;
}

/** Goes from 0 to 1, flat at both ends, so that patches join smoothly. */
const blend = (t: number): number => t * t * (3 - 2 * t);
const blendSpeed = (t: number): number => 6 * t * (1 - t);

const sum = (...terms: readonly (readonly [number, Vec])[]): Vec => {
  let [x, y, z] = [0, 0, 0];
  for (const [k, v] of terms) {
    x += k * v[0];
    y += k * v[1];
    z += k * v[2];
  }
  return [x, y, z];
};

/**
 * The patch between four curves: `low` and `high` run along u, `left` and
 * `right` along v (Coons, "Surfaces for Computer-Aided Design", 1967).
 */
export class Square {
  constructor(
    private readonly low: Curve,
    private readonly high: Curve,
    private readonly left: Curve,
    private readonly right: Curve,
  ) {}

  at(u: number, v: number): Vec {
    const [g, h] = [blend(u), blend(v)];
    return sum(
      [1 - h, pointOf(this.low, u)],
      [h, pointOf(this.high, u)],
      [1 - g, pointOf(this.left, v)],
      [g, pointOf(this.right, v)],
      [-(1 - g) * (1 - h), this.low[0]],
      [-g * (1 - h), this.low[3]],
      [-(1 - g) * h, this.high[0]],
      [-g * h, this.high[3]],
    );
  }

  /** The derivatives by u and v. */
  speeds(u: number, v: number): [Vec, Vec] {
    const [g, h, dg, dh] = [blend(u), blend(v), blendSpeed(u), blendSpeed(v)];
    const along = sum(
      [1 - h, speedOf(this.low, u)],
      [h, speedOf(this.high, u)],
      [dg, sub(pointOf(this.right, v), pointOf(this.left, v))],
      [-dg * (1 - h), sub(this.low[3], this.low[0])],
      [-dg * h, sub(this.high[3], this.high[0])],
    );
    const across = sum(
      [1 - g, speedOf(this.left, v)],
      [g, speedOf(this.right, v)],
      [dh, sub(pointOf(this.high, u), pointOf(this.low, u))],
      [-dh * (1 - g), sub(this.high[0], this.low[0])],
      [-dh * g, sub(this.high[3], this.low[3])],
    );
    return [along, across];
  }

  spot(u: number, v: number): Spot {
    const [along, across] = this.speeds(u, v);
    return { at: this.at(u, v), normal: unit(cross(along, across)) };
  }
}

/**
 * The patch between three curves, each from one corner to the next, with the
 * normals of the corners (Vlachos and others, "Curved PN Triangles", 2001).
 */
export class Triangle {
  private readonly middle: Vec;
  private readonly between: readonly [Vec, Vec, Vec];

  constructor(
    private readonly sides: readonly [Curve, Curve, Curve],
    private readonly normals: readonly [Vec, Vec, Vec],
  ) {
    const handles = sides.reduce<Vec>((total, [, b, c]) => add(total, add(b, c)), [0, 0, 0]);
    const corners = sides.reduce<Vec>((total, [a]) => add(total, a), [0, 0, 0]);
    this.middle = sub(scale(handles, 1 / 4), scale(corners, 1 / 6));
    const halfway = (i: number): Vec => {
      const [m, n] = [normals[i]!, normals[(i + 1) % 3]!];
      const way = sub(sides[i]![3], sides[i]![0]);
      const both = add(m, n);
      return unit(sub(both, scale(way, (2 * dot(way, both)) / Math.max(1e-12, dot(way, way)))), both);
    };
    this.between = [halfway(0), halfway(1), halfway(2)];
  }

  /** The place with these barycentric coordinates. */
  spot(a: number, b: number, c: number): Spot {
    const [ab, bc, ca] = this.sides;
    const at = sum(
      [a * a * a, ab[0]],
      [b * b * b, bc[0]],
      [c * c * c, ca[0]],
      [3 * a * a * b, ab[1]],
      [3 * a * b * b, ab[2]],
      [3 * b * b * c, bc[1]],
      [3 * b * c * c, bc[2]],
      [3 * c * c * a, ca[1]],
      [3 * c * a * a, ca[2]],
      [6 * a * b * c, this.middle],
    );
    const [m, n, o] = this.normals;
    const [mn, no, om] = this.between;
    const normal = sum([a * a, m], [b * b, n], [c * c, o], [a * b, mn], [b * c, no], [c * a, om]);
    return { at, normal: unit(normal, m) };
  }
}
