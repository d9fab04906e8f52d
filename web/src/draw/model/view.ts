/** The view of a drawing on the canvas, and picking. The projection is orthographic. Pure. */
import { compose, inverse, rotate, turn, type Quat, type Vec } from "../../board/vec.ts";

export interface View {
  /** the rotation of the drawing; none in the plane */
  turn: Quat;
  /** pixels per unit */
  scale: number;
  /** the centre of the canvas, in units of the rotated drawing */
  middle: readonly [number, number];
  width: number;
  height: number;
}

export const FRONT: Quat = [0, 0, 0, 1];
/** Slightly from above and from the side. */
export const ASLANT: Quat = compose(turn([1, 0, 0], 0.5), turn([0, 1, 0], -0.4));

const SMALLEST = 2;
const LARGEST = 400;
/** Pixels per unit of an empty drawing. */
const USUAL = 48;

/** Places on the canvas, and their nearness: larger is nearer. */
export interface Seen {
  x: Float32Array;
  y: Float32Array;
  depth: Float32Array;
}

export function seen(view: View, points: readonly Vec[]): Seen {
  const n = points.length;
  const out = { x: new Float32Array(n), y: new Float32Array(n), depth: new Float32Array(n) };
  for (let p = 0; p < n; p++) {
    const [x, y, depth] = toCanvas(view, points[p]!);
    out.x[p] = x;
    out.y[p] = y;
    out.depth[p] = depth;
  }
  return out;
}

export function toCanvas({ turn, scale, middle, width, height }: View, at: Vec): [number, number, number] {
  const [x, y, z] = turn === FRONT ? at : rotate(turn, at);
  return [width / 2 + (x - middle[0]) * scale, height / 2 - (y - middle[1]) * scale, z];
}

/** The place under a pixel, at the depth of another place. */
export function toDrawing(
  { turn, scale, middle, width, height }: View,
  x: number,
  y: number,
  like: Vec,
): Vec {
  const u = (x - width / 2) / scale + middle[0];
  const v = (height / 2 - y) / scale + middle[1];
  if (turn === FRONT) return [u, v, like[2]];
  return rotate(inverse(turn), [u, v, rotate(turn, like)[2]]);
}

/** The view that shows all points. */
export function whole(view: View, points: readonly Vec[]): View {
  if (points.length === 0) return { ...view, middle: [0, 0], scale: USUAL };
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of points) {
    const [x, y] = view.turn === FRONT ? at : rotate(view.turn, at);
    [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
  }
  const margin = 1.5;
  const scale = Math.min(view.width / (right - left + 2 * margin), view.height / (high - low + 2 * margin));
  return {
    ...view,
    middle: [(left + right) / 2, (low + high) / 2],
    scale: Math.max(SMALLEST, Math.min(LARGEST, scale, 2 * USUAL)),
  };
}

export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.max(SMALLEST, Math.min(LARGEST, view.scale * factor));
  const k = 1 / view.scale - 1 / scale;
  const middle = [
    view.middle[0] + (x - view.width / 2) * k,
    view.middle[1] - (y - view.height / 2) * k,
  ] as const;
  return { ...view, scale, middle };
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  middle: [view.middle[0] - dx / view.scale, view.middle[1] + dy / view.scale],
});

/** Rotated by a drag over the canvas, in pixels. */
export function turned(view: View, dx: number, dy: number): View {
  const k = 3 / Math.max(1, Math.min(view.width, view.height));
  return { ...view, turn: compose(turn([0, 1, 0], dx * k), compose(turn([1, 0, 0], dy * k), view.turn)) };
}

/** The point nearest to a pixel within a radius; points nearer to the eye come first; -1 for none. */
export function pointAt(at: Seen, x: number, y: number, reach: number): number {
  let best = -1;
  let least = Infinity;
  for (let p = 0; p < at.x.length; p++) {
    const far = Math.hypot(at.x[p]! - x, at.y[p]! - y);
    if (far > reach) continue;
    const worth = far - 0.5 * at.depth[p]!;
    if (worth < least) [best, least] = [p, worth];
  }
  return best;
}

/** The edge nearest to a pixel within a radius, by number; -1 for none. */
export function edgeAt(
  at: Seen,
  edges: readonly (readonly [number, number])[],
  x: number,
  y: number,
  reach: number,
): number {
  let best = -1;
  let least = reach;
  edges.forEach(([a, b], e) => {
    const [px, py, qx, qy] = [at.x[a]!, at.y[a]!, at.x[b]!, at.y[b]!];
    const [dx, dy] = [qx - px, qy - py];
    const t = Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(px + t * dx - x, py + t * dy - y);
    if (far < least) [best, least] = [e, far];
  });
  return best;
}

/** The points in a box on the canvas. */
export function pointsIn(at: Seen, a: readonly [number, number], b: readonly [number, number]): number[] {
  const inside = (v: number, k: 0 | 1) => v >= Math.min(a[k], b[k]) && v <= Math.max(a[k], b[k]);
  return [...at.x.keys()].filter((p) => inside(at.x[p]!, 0) && inside(at.y[p]!, 1));
}
