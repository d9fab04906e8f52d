/** The point at a place, or near it. Pure. */
import { distance, type Vec } from "../../board/vec.ts";

/** Finds points within a radius of places, by cells as wide as the radius. */
export class Places {
  private readonly cells = new Map<string, number[]>();

  constructor(
    private readonly points: readonly Vec[],
    private readonly reach: number,
  ) {
    points.forEach((at, p) => {
      const key = this.cell(at).join();
      const list = this.cells.get(key);
      if (list) list.push(p);
      else this.cells.set(key, [p]);
    });
  }

  private cell = (at: Vec): number[] => at.map((x) => Math.floor(x / this.reach));

  /** All points within the radius of a place. */
  *around(at: Vec): Generator<number> {
    const [x = 0, y = 0, z = 0] = this.cell(at);
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (let k = z - 1; k <= z + 1; k++)
          for (const p of this.cells.get(`${i},${j},${k}`) ?? [])
            if (distance(this.points[p]!, at) <= this.reach) yield p;
  }

  /** The nearest point within the radius of a place; -1 for none. */
  at(place: Vec): number {
    let best = -1;
    let least = Infinity;
    for (const p of this.around(place)) {
      const far = distance(this.points[p]!, place);
      if (far < least) [best, least] = [p, far];
    }
    return best;
  }
}

/** The mean length of edges; 1 if there are no edges. */
export function edgeLength(points: readonly Vec[], edges: readonly (readonly [number, number])[]): number {
  if (edges.length === 0) return 1;
  return edges.reduce((sum, [a, b]) => sum + distance(points[a]!, points[b]!), 0) / edges.length || 1;
}
