/** Small vectors and rotations, without three.js, so that flat pages need not load it. */

export type Vec = readonly [number, number, number];

/** A unit quaternion x, y, z, w. */
export type Quat = readonly [number, number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The direction of a, or `fallback` if a is (almost) zero. */
export function unit(a: Vec, fallback: Vec = [0, 0, 1]): Vec {
  const l = length(a);
  return l > 1e-12 ? scale(a, 1 / l) : fallback;
}

/** Some unit vector perpendicular to the unit vector n. */
export function tangent(n: Vec): Vec {
  const least: Vec = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  return unit(cross(n, least));
}

/** The rotation by `angle` (radians) about the unit vector `axis`. */
export function turn(axis: Vec, angle: number): Quat {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** The rotation that does b first, then a. */
export function compose(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  const q: Quat = [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
  const l = Math.hypot(...q);
  return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
}

export const inverse = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

/** v, rotated by q. */
export function rotate(q: Quat, v: Vec): Vec {
  const u: Vec = [q[0], q[1], q[2]];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[3])), cross(u, t));
}

/** The shortest rotation that takes the unit vector a to the unit vector b. */
export function between(a: Vec, b: Vec): Quat {
  const d = dot(a, b);
  if (d < -0.999999) return turn(tangent(a), Math.PI);
  const c = cross(a, b);
  const l = Math.hypot(...c, 1 + d);
  return [c[0] / l, c[1] / l, c[2] / l, (1 + d) / l];
}

/** The rotation at a share t (0 to 1) of the shorter way from a to b. */
export function slerp(a: Quat, b: Quat, t: number): Quat {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = Math.acos(cosine);
  const s = Math.sin(angle);
  const ka = s < 1e-6 ? 1 - t : Math.sin((1 - t) * angle) / s;
  const kb = (s < 1e-6 ? t : Math.sin(t * angle) / s) * sign;
  const q: Quat = [
    ka * a[0] + kb * b[0],
    ka * a[1] + kb * b[1],
    ka * a[2] + kb * b[2],
    ka * a[3] + kb * b[3],
  ];
  const l = Math.hypot(...q);
  return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
}
