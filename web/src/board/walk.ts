/** Navigation on a board with the arrow keys. */
import { neighbours, type Graph } from "./graph";

/** The position of a point on screen: x to the right, y downwards. */
type OnScreen = (point: number) => readonly [number, number];

/** Neighbours farther off the direction than this (as a cosine) are ignored. */
const WIDEST = 0.3;

/** The direction of an arrow key on screen, or null for other keys. */
export function arrow(key: string): readonly [number, number] | null {
  switch (key) {
    case "ArrowLeft":
      return [-1, 0];
    case "ArrowRight":
      return [1, 0];
    case "ArrowUp":
      return [0, -1];
    case "ArrowDown":
      return [0, 1];
    default:
      return null;
  }
}

/** The neighbour of `point` that is nearest to the direction, or -1 for none. */
export function neighbourToward(
  graph: Graph,
  point: number,
  onScreen: OnScreen,
  [dx, dy]: readonly [number, number],
): number {
  const [x, y] = onScreen(point);
  let best = -1;
  let bestCosine = WIDEST;
  for (const q of neighbours(graph, point)) {
    const [qx, qy] = onScreen(q);
    const l = Math.hypot(qx - x, qy - y);
    if (l === 0) continue;
    const cosine = ((qx - x) * dx + (qy - y) * dy) / l;
    if (cosine > bestCosine + 1e-6) {
      best = q;
      bestCosine = cosine;
    }
  }
  return best;
}
