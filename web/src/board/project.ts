/** A rotated board in weak perspective: for thumbnails, and without WebGL. Pure. */
import type { Board } from "../wire";
import type { Geometry } from "./geometry";
import { compose, rotate, turn, type Quat } from "./vec";

/** The initial rotation of a solid board: slightly from above and from the side. */
export const HOME_TURN: Quat = compose(turn([1, 0, 0], 0.62), turn([0, 1, 0], -0.45));

/** The distance of the eye from the center, in radii. */
const EYE = 5;

/** Places on screen: x and y (downwards) at most about 1.02, depth from -1 (far) to 1 (near). */
export interface Projection {
  x: Float32Array;
  y: Float32Array;
  depth: Float32Array;
}

/** Projects all points of a board that is rotated by q. */
export function project(board: Board, geometry: Geometry, q: Quat): Projection {
  const n = board.coords.length;
  const out = { x: new Float32Array(n), y: new Float32Array(n), depth: new Float32Array(n) };
  const { center, radius } = geometry;
  board.coords.forEach((c, p) => {
    const [x, y, z] = rotate(q, [
      (c[0] - center[0]) / radius,
      (c[1] - center[1]) / radius,
      (c[2] - center[2]) / radius,
    ]);
    const k = EYE / (EYE - z);
    out.x[p] = x * k;
    out.y[p] = -y * k;
    out.depth[p] = z;
  });
  return out;
}

/** The board as a flat picture of itself, for the SVG view without WebGL. */
export function flattened(board: Board, geometry: Geometry, q: Quat): Board {
  const { x, y } = project(board, geometry, q);
  const coords = board.coords.map((_, p): [number, number, number] => [
    x[p]! * geometry.radius,
    -y[p]! * geometry.radius,
    0,
  ]);
  return { ...board, coords, flat: true, faces: [] };
}
