/** Removes points but keeps connected points connected. Pure. */
import { neighbours, type Graph } from "../../board/graph.ts";
import { graphOfSketch, removePoints, type Sketch } from "./sketch.ts";

/** The connected parts of a graph, without removed points: for each point the number of its part, -1 for none. */
export function partsOf(
  graph: Graph,
  gone: Uint8Array = new Uint8Array(graph.start.length - 1),
): { part: Int32Array; count: number } {
  const part = new Int32Array(gone.length).fill(-1);
  let count = 0;
  const queue: number[] = [];
  for (let start = 0; start < gone.length; start++) {
    if (gone[start] || part[start]! >= 0) continue;
    part[start] = count;
    queue.push(start);
    while (queue.length > 0) {
      const p = queue.pop()!;
      for (const q of neighbours(graph, p))
        if (!gone[q] && part[q]! < 0) {
          part[q] = count;
          queue.push(q);
        }
    }
    count++;
  }
  return { part, count };
}

/** Reports whether the remaining neighbours of a point are connected without it. */
function isSpare(graph: Graph, gone: Uint8Array, point: number): boolean {
  const around = [...neighbours(graph, point)].filter((q) => !gone[q]);
  // Keeps the last point of a part.
  if (around.length === 0) return false;
  const missing = new Set(around.slice(1));
  const reached = new Set([point, around[0]!]);
  const queue = [around[0]!];
  for (let i = 0; i < queue.length && missing.size > 0; i++)
    for (const q of neighbours(graph, queue[i]!))
      if (!gone[q] && !reached.has(q)) {
        reached.add(q);
        missing.delete(q);
        queue.push(q);
      }
  return missing.size === 0;
}

/**
 * Removes points, at most the given share of the selected ones, in the given order; points that hold the board
 * together stay. If `apart` is set, no two neighbours are removed.
 */
function without(sketch: Sketch, order: readonly number[], most: number, apart: boolean): Sketch {
  const graph = graphOfSketch(sketch);
  const gone = new Uint8Array(sketch.points.length);
  const out = new Set<number>();
  for (const p of order) {
    if (out.size >= most) break;
    if (apart && neighbours(graph, p).some((q) => gone[q])) continue;
    if (!isSpare(graph, gone, p)) continue;
    gone[p] = 1;
    out.add(p);
  }
  return removePoints(sketch, out);
}

/** Removes every second of the selected points, no two of them neighbours, as far as the rest stays connected. */
export const everySecond = (sketch: Sketch, chosen: readonly number[]): Sketch =>
  without(sketch, chosen, Math.ceil(chosen.length / 2), true);

/** Removes a random share of the selected points, as far as the rest stays connected. */
export function byChance(
  sketch: Sketch,
  chosen: readonly number[],
  share: number,
  random: () => number,
): Sketch {
  const order = chosen.map((p) => ({ p, at: random() })).sort((a, b) => a.at - b.at);
  return without(
    sketch,
    order.map(({ p }) => p),
    Math.round(share * chosen.length),
    false,
  );
}
