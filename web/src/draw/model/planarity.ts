/**
 * Whether a graph is planar, and the order of its edges around the points: the left-right test in the form of
 * Brandes, "The left-right planarity test" (2009). It takes time linear in the number of points, and does not
 * recurse. Pure.
 */
import { neighbours, type Graph } from "../../board/graph.ts";

const NONE = -1;

/** Return edges on one side, from the lowest to the highest; they are linked by `ref`. */
interface Interval {
  low: number;
  high: number;
}

/** Two intervals that must be on different sides. */
interface Conflict {
  left: Interval;
  right: Interval;
}

const isEmpty = ({ low, high }: Interval): boolean => low === NONE && high === NONE;

const swap = (pair: Conflict): void => {
  [pair.left, pair.right] = [pair.right, pair.left];
};

class LeftRight {
  private readonly n: number;
  /** For each edge, in the direction of the search. */
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly low: number[] = [];
  private readonly low2: number[] = [];
  private readonly nesting: number[] = [];
  private readonly ref: number[] = [];
  private readonly side: number[] = [];
  private readonly lowEdge: number[] = [];
  private readonly bottom: (Conflict | undefined)[] = [];
  /** For each point. */
  private readonly height: Int32Array;
  private readonly parent: Int32Array;
  private readonly out: number[][];
  /** The edge by which the search last descended from a point, until it has returned. */
  private readonly descended: Int32Array;
  /** The number of a point's neighbours that the search has visited. */
  private readonly visited: Int32Array;
  private readonly walkedPairs = new Set<number>();
  private readonly roots: number[] = [];
  private stack: Conflict[] = [];

  constructor(private readonly graph: Graph) {
    this.n = graph.start.length - 1;
    this.height = new Int32Array(this.n).fill(NONE);
    this.parent = new Int32Array(this.n).fill(NONE);
    this.visited = new Int32Array(this.n);
    this.descended = new Int32Array(this.n).fill(NONE);
    this.out = Array.from({ length: this.n }, () => []);
  }

  /** The neighbours of each point, clockwise; null if the graph is not planar. */
  embedding(): number[][] | null {
    const edges = this.graph.adj.length / 2;
    if (this.n > 2 && edges > 3 * this.n - 6) return null;
    for (let v = 0; v < this.n; v++) {
      if (this.height[v] !== NONE) continue;
      this.height[v] = 0;
      this.roots.push(v);
      this.orient(v);
    }
    this.sortOut();
    for (const root of this.roots) if (!this.test(root)) return null;
    for (let e = 0; e < this.to.length; e++) this.nesting[e]! *= this.sign(e);
    this.sortOut();
    return this.arranged();
  }

  private sortOut(): void {
    for (const list of this.out) list.sort((a, b) => this.nesting[a]! - this.nesting[b]!);
  }

  /** Directs all edges by a depth-first search, and finds the lowest point that each leads back to. */
  private orient(root: number): void {
    const next = this.visited;
    const stack = [root];
    while (stack.length > 0) {
      const v = stack.pop()!;
      const around = neighbours(this.graph, v);
      for (; next[v]! < around.length; next[v]!++) {
        const w = around[next[v]!]!;
        let e = this.descended[v]!;
        if (e === NONE) {
          if (this.walked(v, w)) continue;
          e = this.walk(v, w);
          if (this.height[w] === NONE) {
            this.parent[w] = e;
            this.height[w] = this.height[v]! + 1;
            this.descended[v] = e;
            stack.push(v, w);
            break;
          }
          this.low[e] = this.height[w]!;
        }
        this.descended[v] = NONE;
        this.passUp(v, e);
      }
    }
  }

  private walked = (v: number, w: number): boolean =>
    this.walkedPairs.has(Math.min(v, w) * this.n + Math.max(v, w));

  private walk(v: number, w: number): number {
    this.walkedPairs.add(Math.min(v, w) * this.n + Math.max(v, w));
    const e = this.to.length;
    this.from.push(v);
    this.to.push(w);
    this.low.push(this.height[v]!);
    this.low2.push(this.height[v]!);
    this.nesting.push(0);
    this.ref.push(NONE);
    this.side.push(1);
    this.lowEdge.push(NONE);
    this.bottom.push(undefined);
    this.out[v]!.push(e);
    return e;
  }

  /** An edge from v is done: what it leads back to counts for the edge to v. */
  private passUp(v: number, e: number): void {
    const { low, low2 } = this;
    this.nesting[e] = 2 * low[e]! + (low2[e]! < this.height[v]! ? 1 : 0);
    const up = this.parent[v]!;
    if (up === NONE) return;
    if (low[e]! < low[up]!) {
      low2[up] = Math.min(low[up]!, low2[e]!);
      low[up] = low[e]!;
    } else if (low[e]! > low[up]!) low2[up] = Math.min(low2[up]!, low[e]!);
    else low2[up] = Math.min(low2[up]!, low2[e]!);
  }

  private top = (): Conflict | undefined => this.stack.at(-1);

  /** Reports whether the return edges under a root can be split between left and right. */
  private test(root: number): boolean {
    const next = new Map<number, number>();
    const entered = new Set<number>();
    const stack = [root];
    this.stack = [];
    while (stack.length > 0) {
      const v = stack.pop()!;
      const up = this.parent[v]!;
      let left = false;
      const list = this.out[v]!;
      for (let i = next.get(v) ?? 0; i < list.length; i++) {
        next.set(v, i);
        const e = list[i]!;
        const w = this.to[e]!;
        if (!entered.has(e)) {
          this.bottom[e] = this.top();
          if (this.parent[w] === e) {
            stack.push(v, w);
            entered.add(e);
            left = true;
            break;
          }
          this.lowEdge[e] = e;
          this.stack.push({ left: { low: NONE, high: NONE }, right: { low: e, high: e } });
        }
        if (this.low[e]! < this.height[v]!) {
          if (i === 0) this.lowEdge[up] = this.lowEdge[e]!;
          else if (!this.constrain(e, up)) return false;
        }
      }
      if (!left && up !== NONE) this.trim(up);
    }
    return true;
  }

  private conflicts = (interval: Interval, e: number): boolean =>
    !isEmpty(interval) && this.low[interval.high]! > this.low[e]!;

  /** The return edges of e and those of its earlier siblings must be on different sides if they would cross. */
  private constrain(e: number, up: number): boolean {
    const { ref, low } = this;
    const pair: Conflict = { left: { low: NONE, high: NONE }, right: { low: NONE, high: NONE } };
    do {
      const q = this.stack.pop()!;
      if (!isEmpty(q.left)) swap(q);
      if (!isEmpty(q.left)) return false;
      if (low[q.right.low]! > low[up]!) {
        if (isEmpty(pair.right)) pair.right.high = q.right.high;
        else ref[pair.right.low] = q.right.high;
        pair.right.low = q.right.low;
      } else ref[q.right.low] = this.lowEdge[up]!;
    } while (this.top() !== this.bottom[e]);
    for (
      let at = this.top();
      at && (this.conflicts(at.left, e) || this.conflicts(at.right, e));
      at = this.top()
    ) {
      this.stack.pop();
      if (this.conflicts(at.right, e)) swap(at);
      if (this.conflicts(at.right, e)) return false;
      ref[pair.right.low] = at.right.high;
      if (at.right.low !== NONE) pair.right.low = at.right.low;
      if (isEmpty(pair.left)) pair.left.high = at.left.high;
      else ref[pair.left.low] = at.left.high;
      pair.left.low = at.left.low;
    }
    if (!isEmpty(pair.left) || !isEmpty(pair.right)) this.stack.push(pair);
    return true;
  }

  private lowest = ({ left, right }: Conflict): number =>
    Math.min(
      isEmpty(left) ? Infinity : this.low[left.low]!,
      isEmpty(right) ? Infinity : this.low[right.low]!,
    );

  /** Removes return edges that end at the start of e. */
  private trim(e: number): void {
    const u = this.from[e]!;
    const { ref, side } = this;
    for (let at = this.top(); at && this.lowest(at) === this.height[u]; at = this.top()) {
      this.stack.pop();
      if (at.left.low !== NONE) side[at.left.low] = -1;
    }
    const at = this.top();
    if (at) {
      this.trimSide(at.left, at.right, u);
      this.trimSide(at.right, at.left, u);
    }
    if (this.low[e]! >= this.height[u]!) return;
    const [left, right] = [this.top()!.left.high, this.top()!.right.high];
    ref[e] = left !== NONE && (right === NONE || this.low[left]! > this.low[right]!) ? left : right;
  }

  private trimSide(own: Interval, other: Interval, u: number): void {
    while (own.high !== NONE && this.to[own.high] === u) own.high = this.ref[own.high]!;
    if (own.high !== NONE || own.low === NONE) return;
    this.ref[own.low] = other.low;
    this.side[own.low] = -1;
    own.low = NONE;
  }

  /** The side of an edge, 1 or -1, from the edges that it refers to. */
  private sign(e: number): number {
    const chain = [e];
    while (this.ref[chain.at(-1)!] !== NONE) chain.push(this.ref[chain.at(-1)!]!);
    for (let i = chain.length - 2; i >= 0; i--) {
      this.side[chain[i]!]! *= this.side[chain[i + 1]!]!;
      this.ref[chain[i]!] = NONE;
    }
    return this.side[e]!;
  }

  /** Sorts the edges around the points. */
  private arranged(): number[][] {
    const around = this.out.map((list) => new Ring(list.map((e) => this.to[e]!)));
    const leftRef = new Int32Array(this.n).fill(NONE);
    const rightRef = new Int32Array(this.n).fill(NONE);
    const next = new Int32Array(this.n);
    for (const root of this.roots) {
      const stack = [root];
      while (stack.length > 0) {
        const v = stack.pop()!;
        const list = this.out[v]!;
        while (next[v]! < list.length) {
          const e = list[next[v]!++]!;
          const w = this.to[e]!;
          if (this.parent[w] === e) {
            around[w]!.putFirst(v);
            leftRef[v] = rightRef[v] = w;
            stack.push(v, w);
            break;
          }
          if (this.side[e] === 1) around[w]!.putAfter(v, rightRef[w]!);
          else {
            around[w]!.putBefore(v, leftRef[w]!);
            leftRef[w] = v;
          }
        }
      }
    }
    return around.map((ring) => ring.list());
  }
}

/** Neighbours in a circle, clockwise. */
class Ring {
  private readonly next = new Map<number, number>();
  private readonly before = new Map<number, number>();
  private first = NONE;

  constructor(list: readonly number[]) {
    list.forEach((p, i) => {
      this.next.set(p, list[(i + 1) % list.length]!);
      this.before.set(list[(i + 1) % list.length]!, p);
    });
    this.first = list[0] ?? NONE;
  }

  putAfter(p: number, at: number): void {
    const next = this.next.get(at)!;
    this.next.set(at, p).set(p, next);
    this.before.set(next, p).set(p, at);
  }

  putBefore(p: number, at: number): void {
    this.putAfter(p, this.before.get(at)!);
    if (at === this.first) this.first = p;
  }

  putFirst(p: number): void {
    if (this.first !== NONE) {
      this.putBefore(p, this.first);
      return;
    }
    this.next.set(p, p);
    this.before.set(p, p);
    this.first = p;
  }

  list(): number[] {
    const list: number[] = [];
    for (let p = this.first; p !== NONE && list.length < this.next.size; p = this.next.get(p)!) list.push(p);
    return list;
  }
}

/** The neighbours of every point in their order in the plane, counterclockwise; null if the graph is not planar. */
export function embeddingOf(graph: Graph): number[][] | null {
  return new LeftRight(graph).embedding()?.map((list) => list.reverse()) ?? null;
}
