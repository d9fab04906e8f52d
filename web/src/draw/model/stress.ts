/**
 * Springs: layouts in which distances follow those along the edges, by stress majorization on a sparse set of pairs
 * (Ortmann, Klimenta and Brandes 2016). The server uses the same method for boards without coordinates. Pure.
 */
import { neighbours, type Graph } from "../../board/graph.ts";
import type { Vec } from "../../board/vec.ts";

/** Up to this number of points all pairs count; above it only pairs with some pivots. */
const ALL_PAIRS = 300;
const PIVOTS = 40;

/** Steps from a point to all others; -1 if they are not connected. */
function distances(graph: Graph, from: number): Int32Array {
  const steps = new Int32Array(graph.start.length - 1).fill(-1);
  steps[from] = 0;
  const queue = [from];
  for (let i = 0; i < queue.length; i++)
    for (const q of neighbours(graph, queue[i]!))
      if (steps[q]! < 0) {
        steps[q] = steps[queue[i]!]! + 1;
        queue.push(q);
      }
  return steps;
}

export class Springs {
  private readonly n: number;
  private readonly pivots: number[] = [];
  private readonly steps: Int32Array[] = [];
  private readonly isPivot: Uint8Array;

  /** `length` is the target length of an edge. */
  constructor(
    private readonly graph: Graph,
    private readonly length: number,
  ) {
    this.n = graph.start.length - 1;
    this.isPivot = new Uint8Array(this.n);
    const want = this.n <= ALL_PAIRS ? this.n : PIVOTS;
    const nearest = new Float64Array(this.n).fill(Infinity);
    for (let next = 0; this.pivots.length < want;) {
      this.pivots.push(next);
      this.isPivot[next] = 1;
      const steps = distances(graph, next);
      this.steps.push(steps);
      let far = -1;
      steps.forEach((s, i) => {
        if (s >= 0) nearest[i] = Math.min(nearest[i]!, s);
        if (nearest[i]! > far) [next, far] = [i, nearest[i]!];
      });
    }
  }

  /** The place that a point's springs pull it to, given all others; null if it has none. */
  wish(points: readonly Vec[], p: number): Vec | null {
    const [px, py, pz] = points[p]!;
    let [x, y, z, weight] = [0, 0, 0, 0];
    const pull = (q: number, steps: number) => {
      const [qx, qy, qz] = points[q]!;
      const [dx, dy, dz] = [px - qx, py - qy, pz - qz];
      const far = Math.hypot(dx, dy, dz);
      if (far === 0) return;
      const [f, w] = [(steps * this.length) / far, 1 / (steps * steps)];
      x += (qx + dx * f) * w;
      y += (qy + dy * f) * w;
      z += (qz + dz * f) * w;
      weight += w;
    };
    for (let k = 0; k < this.pivots.length; k++) {
      const steps = this.steps[k]![p]!;
      if (steps > 0) pull(this.pivots[k]!, steps);
    }
    if (this.pivots.length < this.n) for (const q of neighbours(this.graph, p)) pull(q, 1);
    return weight > 0 ? [x / weight, y / weight, z / weight] : null;
  }

  /** An initial layout in space: points by their squared distances to the pivots, along the directions of largest variance. */
  begin(): Vec[] {
    const columns = this.steps.slice(0, PIVOTS);
    const most = Math.max(1, ...columns.map((steps) => steps.reduce((a, b) => Math.max(a, b), 0)));
    const rows = Array.from({ length: this.n }, (_, i) =>
      columns.map((steps) => -((steps[i]! < 0 ? 2 * most : steps[i]!) ** 2) / 2),
    );
    centre(rows);
    const found: number[][] = [];
    const axes = [0, 1, 2].map((axis) => {
      const direction = mainDirection(rows, columns.length, found, axis);
      found.push(direction);
      const scores = rows.map((row) => dot(row, direction));
      const largest = scores.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      return largest > 1e-9 ? scores.map((s) => (s / largest) * (most / 2)) : scores.map(() => 0);
    });
    // Slightly different for each, so that points with equal distances separate.
    return rows.map((_, i) => {
      const jitter = [Math.cos(i * 2.4), Math.sin(i * 2.4), Math.cos(i * 1.3)];
      return axes.map((axis, k) => (axis[i]! + 0.01 * jitter[k]!) * this.length) as unknown as Vec;
    });
  }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Subtracts the means of rows and columns. */
function centre(rows: number[][]): void {
  const columns = rows[0]?.map(() => 0) ?? [];
  for (const row of rows) {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    row.forEach((x, j) => {
      row[j] = x - mean;
      columns[j]! += (x - mean) / rows.length;
    });
  }
  for (const row of rows) row.forEach((x, j) => (row[j] = x - columns[j]!));
}

/** The direction of largest variance of the rows, perpendicular to those already found, by power iteration. */
function mainDirection(
  rows: readonly number[][],
  k: number,
  found: readonly number[][],
  axis: number,
): number[] {
  let v = Array.from({ length: k }, (_, i) => Math.sin((i + 1) * (1 + axis)));
  for (let round = 0; round < 40; round++) {
    const next = new Array<number>(k).fill(0);
    for (const row of rows) {
      const f = dot(row, v);
      row.forEach((x, j) => (next[j]! += f * x));
    }
    for (const u of found) {
      const f = dot(next, u);
      u.forEach((x, j) => (next[j]! -= f * x));
    }
    const length = Math.sqrt(dot(next, next));
    if (length < 1e-12) return next.map(() => 0);
    v = next.map((x) => x / length);
  }
  return v;
}
