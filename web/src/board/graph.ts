/** Neighbours of a board's points, in compressed rows. */
import type { Board } from "../wire";

/** Point p's neighbours are `adj[start[p]]` to `adj[start[p + 1] - 1]`. */
export interface Graph {
  start: Int32Array;
  adj: Int32Array;
}

const cache = new WeakMap<Board, Graph>();

/** The neighbours of every point; computed once per board. */
export function graphOf(board: Board): Graph {
  let graph = cache.get(board);
  if (!graph) {
    graph = buildGraph(board.coords.length, board.edges);
    cache.set(board, graph);
  }
  return graph;
}

/** The neighbours of each of `points` points. */
export function buildGraph(points: number, edges: readonly (readonly number[])[]): Graph {
  const start = new Int32Array(points + 1);
  for (const [a, b] of edges) {
    start[a! + 1]!++;
    start[b! + 1]!++;
  }
  for (let p = 0; p < points; p++) start[p + 1]! += start[p]!;
  const adj = new Int32Array(2 * edges.length);
  const fill = start.slice(0, points);
  for (const [a, b] of edges) {
    adj[fill[a!]!++] = b!;
    adj[fill[b!]!++] = a!;
  }
  return { start, adj };
}

/** The neighbours of one point. */
export function neighbours(graph: Graph, point: number): Int32Array {
  return graph.adj.subarray(graph.start[point], graph.start[point + 1]);
}
