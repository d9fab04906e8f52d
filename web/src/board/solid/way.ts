/**
 * The path of an arrow between two points of a solid board: nearly the shortest one in the surface, or straight
 * through space if the points are on no surface. Pure.
 */
import type { Geometry } from "../geometry";
import { neighbours, type Graph } from "../graph";
import { add, distance, dot, scale, sub, unit, type Vec } from "../vec";
import { firstHit, type Surface } from "./surface";

/** A place on the path, the direction away from the surface there, and the nearest point. */
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

/** The path does not cross faces with more corners diagonally. */
const MOST_CORNERS = 12;
/** How many times a path is tightened at most, and how many times it is put back onto the surface meanwhile. */
const MOST_PULLS = 400;
const BACK = 10;
/** The step of a path, in spacings, and its maximum number of steps. */
const FINE = 0.2;
const MOST_PARTS = 160;
/** How many times directions are averaged with their neighbours, so that none turns suddenly. */
const LEVEL = 12;
/** The number of cached paths. */
const MOST_KNOWN = 400;
/** How far away the surface is searched for, in spacings. */
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

  /** The path from one point to another, including both. */
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

  /**
   * The points along the shortest path from neighbour to neighbour and across faces; empty if the points are not
   * connected.
   */
  private points(from: number, to: number): number[] {
    const { places } = this.shape;
    const far = new Float64Array(places.length).fill(Infinity);
    const before = new Int32Array(places.length).fill(-1);
    far[from] = 0;
    // One ring of points at a time: points with a new shorter path are visited again.
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

/** A thread between two points on the surface. */
class Thread {
  steps: Step[];
  /** the last place of each step on the surface */
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

  /** Tightens it `times` times. */
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

  /** Subdivides it. */
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

  /** Makes the directions away from the surface turn gradually. */
  level(): void {
    const { steps } = this;
    for (let i = 0; i < LEVEL; i++)
      for (let k = 1; k < steps.length - 1; k++) {
        const around = add(steps[k - 1]!.up, steps[k + 1]!.up);
        steps[k]!.up = unit(add(around, scale(steps[k]!.up, 2)));
      }
  }

  /** Puts it onto the surface; steps that slipped over a rim return to their old place. */
  private lay(): void {
    const { geometry, surface } = this.shape;
    const reach = REACH * geometry.spacing;
    let toward: Vec = [0, 0, 0];
    this.steps.forEach((step, k) => {
      step.point = this.nearest(step.point, step.at);
      const normal = geometry.normals[step.point]!;
      // A normal's sign has no meaning: each is flipped to the side of the previous one.
      step.up = toward = dot(normal, toward) < 0 ? scale(normal, -1) : normal;
      if (k === 0 || k === this.steps.length - 1) return;
      const above = add(step.at, scale(step.up, reach));
      const hit = firstHit(surface, above, scale(step.up, -2 * reach), 1);
      if (hit === Infinity) step.at = this.lain[k]!;
      else this.lain[k] = step.at = add(above, scale(step.up, -2 * reach * hit));
    });
  }

  /** The nearest point, found by walking from a previous one. */
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
