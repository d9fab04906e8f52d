/** The surface of a solid board as triangles. Pure. */
import type { Geometry } from "../geometry";
import { add, cross, length, sub, unit, type Vec } from "../vec";

/** Three corners per triangle, three numbers per corner. */
export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
}

/** The board's coordinates with its middle at the origin. */
export function centred(coords: readonly Vec[], geometry: Geometry): Vec[] {
  return coords.map((c) => sub(c, geometry.center));
}

/** The normal of a polygon that may be not quite flat (Newell's method). */
export function newell(corners: readonly Vec[]): Vec {
  let sum: Vec = [0, 0, 0];
  corners.forEach((a, i) => {
    sum = add(sum, cross(a, corners[(i + 1) % corners.length]!));
  });
  return unit(sum);
}

/**
 * Where on the segment from `eye` the surface is first hit: 0 at the eye, 1 at the end, Infinity if it is not hit.
 * Searches no farther than `reach`.
 *
 * Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997), inlined because it runs over all
 * triangles for each move of the pointer.
 */
export function firstHit(surface: Surface, eye: Vec, way: Vec, reach = Infinity, any = false): number {
  const p = surface.positions;
  const [ex, ey, ez] = eye;
  const [dx, dy, dz] = way;
  let first = Infinity;
  for (let i = 0; i < p.length; i += 9) {
    const ax = p[i]!;
    const ay = p[i + 1]!;
    const az = p[i + 2]!;
    const ux = p[i + 3]! - ax;
    const uy = p[i + 4]! - ay;
    const uz = p[i + 5]! - az;
    const vx = p[i + 6]! - ax;
    const vy = p[i + 7]! - ay;
    const vz = p[i + 8]! - az;
    const hx = dy * vz - dz * vy;
    const hy = dz * vx - dx * vz;
    const hz = dx * vy - dy * vx;
    const det = ux * hx + uy * hy + uz * hz;
    if (det > -1e-12 && det < 1e-12) continue;
    const sx = ex - ax;
    const sy = ey - ay;
    const sz = ez - az;
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    if (t <= 0 || t >= first || t >= reach) continue;
    first = t;
    if (any) return first;
  }
  return first;
}

/** Reports whether the straight line from `eye` to `goal` hits the surface more than `slack` before the goal. */
export function isHidden(surface: Surface, eye: Vec, goal: Vec, slack: number): boolean {
  const way = sub(goal, eye);
  const far = length(way);
  return far > slack && firstHit(surface, eye, way, 1 - slack / far, true) !== Infinity;
}
