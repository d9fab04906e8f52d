/**
 * The way of an arrow from one point of a solid board to another: nearly the shortest one that stays in
 * the surface, or straight through space where points lie on none. Pure.
 */
import type { Geometry } from "../geometry";
import { neighbours, type Graph } from "../graph";
import { add, distance, dot, scale, sub, unit, type Vec } from "../vec";
import { firstHit, type Surface } from "./surface";

/** A place of the way, the direction that leads away from the surface there, and the nearest point. */
export interface Step {
  at: Vec;
  up: Vec;
  point: number;
}

interface Shape {
  places: readonly Vec[];
  geometry: Geometry;
  surface: Surface;
}

/** Faces with more corners are not crossed from corner to corner. */
const MOST_CORNERS = 12;
/** How often a way is pulled tight at most, and how often meanwhile it is put back onto the surface. */
const MOST_PULLS = 400;
const BACK = 10;
/** How finely a way is drawn, in spacings, and of how many parts it is at most. */
const FINE = 0.2;
const MOST_PARTS = 160;
/** How often directions are made like those before and after, so that none turns at once. */
const LEVEL = 12;
/** Ways that are kept. */
const MOST_KNOWN = 400;
/** How far the surface is looked for, in spacings. */
const REACH = 0.8;

export class Ways {
  private readonly beside: readonly (readonly number[])[];
  private readonly known = new Map<string, readonly Step[]>();

  constructor(
    private readonly shape: Shape,
    private readonly graph: Graph,
  ) {
    const beside = shape.places.map((_, p) => new Set<number>(neighbours(graph, p)));
    for (const face of shape.geometry.faces) {
      if (face.length > MOST_CORNERS) continue;
      for (const p of face) for (const q of face) if (p !== q) beside[p]!.add(q);
    }
    this.beside = beside.map((set) => [...set]);
  }

  /** The way from one point to another, both of them on it. */
  between(from: number, to: number): readonly Step[] {
    const key = `${from} ${to}`;
    const known = this.known.get(key) ?? this.found(from, to);
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(key, known);
    return known;
  }

  private found(from: number, to: number): Step[] {
    const { geometry, places } = this.shape;
    const points = geometry.faces.length > 0 ? this.points(from, to) : [];
    if (points.length < 2) return [from, to].map((p) => ({ at: places[p]!, up: [0, 0, 0], point: p }));
    const thread = new Thread(this.shape, this.graph, points);
    thread.pull(Math.min(MOST_PULLS, points.length ** 2));
    thread.refine();
    thread.pull(2 * BACK);
    thread.level();
    return thread.steps;
  }

  /** The points along the shortest way from neighbour to neighbour and across faces; none where there is no way. */
  private points(from: number, to: number): number[] {
    const { places } = this.shape;
    const far = new Float64Array(places.length).fill(Infinity);
    const before = new Int32Array(places.length).fill(-1);
    far[from] = 0;
    // Each ring of points at a time: those of which a shorter way is found are looked at again.
    for (let ring = [from]; ring.length > 0;) {
      const next = new Set<number>();
      for (const p of ring)
        for (const q of this.beside[p]!) {
          const way = far[p]! + distance(places[p]!, places[q]!);
          if (way >= far[q]! - 1e-9 || way >= far[to]!) continue;
          far[q] = way;
          before[q] = p;
          next.add(q);
        }
      ring = [...next];
    }
    if (far[to] === Infinity) return [];
    const points = [to];
    for (let p = to; p !== from; points.push(p)) p = before[p]!;
    return points.reverse();
  }
}

/** A thread between two points that lies on the surface. */
class Thread {
  steps: Step[];
  /** where each step lay on the surface last */
  private lain: Vec[];

  constructor(
    private readonly shape: Shape,
    private readonly graph: Graph,
    points: readonly number[],
  ) {
    this.steps = points.map((p) => ({ at: shape.places[p]!, up: [0, 0, 0], point: p }));
    this.lain = this.steps.map((step) => step.at);
    this.lay();
  }

  /** Pulls it tight, so often. */
  pull(times: number): void {
    const { steps } = this;
    for (let i = 0; i < times; i++) {
      for (let k = 1; k < steps.length - 1; k++) {
        const [before, here, after] = [steps[k - 1]!, steps[k]!, steps[k + 1]!];
        const way = sub(scale(add(before.at, after.at), 0.5), here.at);
        here.at = add(here.at, sub(way, scale(here.up, dot(way, here.up))));
      }
      if (i % BACK === BACK - 1) this.lay();
    }
    this.lay();
  }

  /** Makes finer parts of it. */
  refine(): void {
    const fine: Step[] = [];
    const { spacing } = this.shape.geometry;
    const most = Math.max(1, Math.floor(MOST_PARTS / this.steps.length));
    this.steps.forEach((step, k) => {
      fine.push(step);
      const next = this.steps[k + 1];
      if (!next) return;
      const parts = Math.min(most, Math.ceil(distance(step.at, next.at) / (FINE * spacing)));
      for (let i = 1; i < parts; i++)
        fine.push({ ...step, at: add(scale(step.at, 1 - i / parts), scale(next.at, i / parts)) });
    });
    this.steps = fine;
    this.lain = fine.map((step) => step.at);
    this.lay();
  }

  /** Has the directions that lead away from the surface turn little by little. */
  level(): void {
    const { steps } = this;
    for (let i = 0; i < LEVEL; i++)
      for (let k = 1; k < steps.length - 1; k++) {
        const around = add(steps[k - 1]!.up, steps[k + 1]!.up);
        steps[k]!.up = unit(add(around, scale(steps[k]!.up, 2)));
      }
  }

  /** Puts it onto the surface; what has slipped over a rim goes back to where it lay. */
  private lay(): void {
    const { geometry, surface } = this.shape;
    const reach = REACH * geometry.spacing;
    let toward: Vec = [0, 0, 0];
    this.steps.forEach((step, k) => {
      step.point = this.nearest(step.point, step.at);
      const normal = geometry.normals[step.point]!;
      // A normal's sign means nothing by itself: each is turned to the side of the one before.
      step.up = toward = dot(normal, toward) < 0 ? scale(normal, -1) : normal;
      if (k === 0 || k === this.steps.length - 1) return;
      const above = add(step.at, scale(step.up, reach));
      const hit = firstHit(surface, above, scale(step.up, -2 * reach), 1);
      if (hit === Infinity) step.at = this.lain[k]!;
      else this.lain[k] = step.at = add(above, scale(step.up, -2 * reach * hit));
    });
  }

  /** The nearest point, walked to from one that was. */
  private nearest(point: number, at: Vec): number {
    const { places } = this.shape;
    let [best, least] = [point, distance(places[point]!, at)];
    for (let here = -1; here !== best;) {
      here = best;
      for (const q of neighbours(this.graph, here)) {
        const far = distance(places[q]!, at);
        if (far < least) [best, least] = [q, far];
      }
    }
    return best;
  }
}
