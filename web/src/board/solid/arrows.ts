/** The arrows and lines of a solid board: rods above its stones, on both sides of a sheet. */
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial } from "three";
import type { Geometry } from "../geometry";
import type { Palette } from "../palette";
import { EMPTY, type Arrow } from "../state";
import { add, cross, distance, scale, sub, tangent, unit, type Vec } from "../vec";
import { toColor } from "./materials";
import { FLATNESS } from "./stones";
import type { Step, Ways } from "./way";

/** Measures in radii of the smaller stone: of the rod, and of the head and its length. */
const ROD = 0.1;
const HEAD = 0.34;
const LONG = 0.85;
/** The distance of an arrow from the centres of its points, on a surface and between balls. */
const AWAY = 0.3;
const OUTSIDE = 1.02;
/** Its height above the ground, in radii of a stone, and above a stone, in heights of it. */
const LOW = 0.14;
const LIFT = 1.12;
/** How many times heights are averaged with their neighbours, to smooth the path. */
const GENTLE = 6;
/** Corners of a rod's cross-section. */
const ROUND = 8;

export class Arrows {
  readonly mesh = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide }));
  private shown: readonly Arrow[] = [];
  private over: Uint8Array = new Uint8Array();

  constructor(
    private readonly places: readonly Vec[],
    private readonly board: Geometry,
    /** they take a while to prepare, and few boards have arrows */
    private readonly ways: () => Ways,
  ) {
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  show(arrows: readonly Arrow[], stones: Uint8Array): void {
    const { shown } = this;
    const same = ({ from, to, head }: Arrow, i: number) =>
      from === shown[i]?.from && to === shown[i].to && head === shown[i].head;
    const still = arrows.length === 0 || stones === this.over;
    if (still && arrows.length === shown.length && arrows.every(same)) return;
    this.shown = arrows;
    this.over = stones;
    this.mesh.visible = arrows.length > 0;
    const corners = arrows.flatMap((arrow) => this.corners(arrow));
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners.flat()), 3));
  }

  paint(palette: Palette): void {
    toColor(palette.chosen, this.mesh.material.color);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private corners({ from, to, head }: Arrow): Vec[] {
    const { solid, stones, faces } = this.board;
    const steps = this.ways().between(from, to);
    const stone = Math.min(stones[from]!, stones[to]!);
    const away = stone * (solid ? OUTSIDE : head ? AWAY : 0);
    return (faces.length > 0 ? [1, -1] : [0]).flatMap((side) =>
      arrowCorners(trimmed(this.lifted(steps, side), away), stone, head),
    );
  }

  /** A path above the ground and the stones, on one side of the surface. */
  private lifted(steps: readonly Step[], side: number): Vec[] {
    const { stones } = this.board;
    const heights = steps.map(({ at, point }) => {
      const onStone = this.over[point] !== EMPTY && distance(at, this.places[point]!) < 1.3 * stones[point]!;
      return stones[point]! * (onStone ? LIFT * FLATNESS + ROD : LOW);
    });
    for (let i = 0; i < GENTLE; i++)
      for (let k = 1; k < heights.length - 1; k++)
        heights[k] = Math.max(heights[k]!, (heights[k - 1]! + heights[k + 1]!) / 2);
    return steps.map(({ at, up }, k) => add(at, scale(up, side * heights[k]!)));
  }
}

/** A path without its ends. */
const trimmed = (way: readonly Vec[], by: number): Vec[] => cut(cut(way, by).reverse(), by).reverse();

/** A path without its first part, of length `by`. */
function cut(way: readonly Vec[], by: number): Vec[] {
  let left = by;
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [way[i - 1]!, way[i]!];
    const far = distance(a, b);
    if (far > left) return [add(a, scale(sub(b, a), left / far)), ...way.slice(i)];
    left -= far;
  }
  return way.slice(-2);
}

/** The triangles of an arrow along a path, three corners each. */
function arrowCorners(way: readonly Vec[], stone: number, head: boolean): Vec[] {
  const tip = way.at(-1)!;
  const rod = head ? cut([...way].reverse(), LONG * stone).reverse() : way;
  const rings = rod.map((at, i) => ring(at, sub(rod[i + 1] ?? tip, i > 0 ? rod[i - 1]! : at), ROD * stone));
  const corners: Vec[] = [];
  for (let i = 1; i < rings.length; i++) weave(corners, rings[i - 1]!, rings[i]!);
  const [first, end] = [rings[0]!, rod.at(-1)!];
  corners.push(...fan(first, rod[0]!));
  if (!head) return [...corners, ...fan(rings.at(-1)!, end)];
  const wide = ring(end, sub(tip, end), HEAD * stone);
  return [...corners, ...fan(wide, end), ...fan(wide, tip)];
}

function ring(at: Vec, way: Vec, radius: number): Vec[] {
  const ahead = unit(way);
  const x = tangent(ahead);
  const y = cross(ahead, x);
  return Array.from({ length: ROUND }, (_, i) => {
    const angle = (2 * Math.PI * i) / ROUND;
    return add(at, add(scale(x, radius * Math.cos(angle)), scale(y, radius * Math.sin(angle))));
  });
}

/** The wall between two rings, whose corners may start at different places. */
function weave(corners: Vec[], one: readonly Vec[], two: readonly Vec[]): void {
  const start = two.reduce(
    (best, v, i) => (distance(v, one[0]!) < distance(two[best]!, one[0]!) ? i : best),
    0,
  );
  for (let i = 0; i < ROUND; i++) {
    const [a, b] = [one[i]!, one[(i + 1) % ROUND]!];
    const [c, d] = [two[(start + i) % ROUND]!, two[(start + i + 1) % ROUND]!];
    corners.push(a, b, c, c, b, d);
  }
}

/** From a ring to one place. */
const fan = (around: readonly Vec[], to: Vec): Vec[] =>
  around.flatMap((a, i) => [a, around[(i + 1) % ROUND]!, to]);
