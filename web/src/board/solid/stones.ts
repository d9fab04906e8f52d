/** The stones of a solid board: flattened spheres on the surface, all in one draw call. */
import {
  DataTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  RedFormat,
  SphereGeometry,
  type ShaderMaterial,
} from "three";
import type { Geometry } from "../geometry";
import { easeOut, STONE_MS } from "../motion";
import { EMPTY, WHITE } from "../state";
import { cross, tangent, type Vec } from "../vec";

/** Height of a stone as a share of its width; stones on no surface are balls. */
export const FLATNESS = 0.45;

/** A stone that appears (towards 1) or disappears (towards 0). */
interface Change {
  colour: number;
  from: number;
  to: number;
  start: number;
}

/** Texels of a row of {@link Stones.sizes}. */
const WIDE = 128;

export class Stones {
  readonly mesh: InstancedMesh;
  /** The size of the stone on each point, 0 to 1, for drawing its shadow. */
  readonly sizes: DataTexture;
  private readonly look: InstancedBufferAttribute;
  private readonly changes = new Map<number, Change>();
  private stones: Uint8Array;
  private dead: ReadonlySet<number> = new Set();

  constructor(
    private readonly places: readonly Vec[],
    private readonly board: Geometry,
    material: ShaderMaterial,
    capacity = places.length,
  ) {
    // The more stones there are, the smaller they are on screen, so they need fewer triangles.
    const around = places.length <= 1200 ? 28 : places.length <= 4000 ? 16 : 10;
    const sphere = new SphereGeometry(1, around, around / 2);
    this.look = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4).setUsage(DynamicDrawUsage);
    sphere.setAttribute("look", this.look);
    this.mesh = new InstancedMesh(sphere, material, capacity);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    this.stones = new Uint8Array(places.length);
    const rows = Math.max(1, Math.ceil(places.length / WIDE));
    this.sizes = new DataTexture(new Uint8Array(WIDE * rows), WIDE, rows, RedFormat);
    this.sizes.needsUpdate = true;
  }

  /** Sets the stones of a new state; `still` skips the animation. */
  set(stones: Uint8Array, dead: ReadonlySet<number>, still: boolean, now: number): void {
    for (let p = 0; p < this.places.length; p++) {
      const [before, after] = [this.stones[p]!, stones[p]!];
      if (before === after || still) continue;
      if (after !== EMPTY) this.changes.set(p, { colour: after, from: 0.5, to: 1, start: now });
      else this.changes.set(p, { colour: before, from: 1, to: 0, start: now });
    }
    if (still) this.changes.clear();
    this.stones = stones;
    this.dead = dead;
    this.write(now);
  }

  /** Advances to the time `now`; returns whether stones are still appearing or disappearing. */
  step(now: number): boolean {
    if (this.changes.size === 0) return false;
    for (const [point, change] of this.changes) {
      if (now - change.start >= STONE_MS) this.changes.delete(point);
    }
    this.write(now);
    return this.changes.size > 0;
  }

  /** Shows exactly these stones, each with an opacity; for ghosts. */
  show(ghosts: readonly { point: number; colour: number; opacity: number }[]): void {
    this.mesh.count = 0;
    for (const ghost of ghosts) this.put(ghost.point, ghost.colour, 1, 0, ghost.opacity);
    this.upload();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.sizes.dispose();
  }

  private write(now: number): void {
    const sizes = this.sizes.image.data as Uint8Array;
    sizes.fill(0);
    this.mesh.count = 0;
    for (let p = 0; p < this.places.length; p++) {
      const change = this.changes.get(p);
      const colour = change ? change.colour : this.stones[p]!;
      if (colour === EMPTY) continue;
      const t = change ? easeOut(Math.min(1, Math.max(0, now - change.start) / STONE_MS)) : 1;
      const size = change ? change.from + (change.to - change.from) * t : 1;
      const dead = this.dead.has(p);
      this.put(p, colour, size, dead ? 1 : 0, 1);
      sizes[p] = 255 * Math.min(1, size) * (dead ? 0.4 : 1);
    }
    this.sizes.needsUpdate = true;
    this.upload();
  }

  private put(point: number, colour: number, size: number, dead: number, opacity: number): void {
    const slot = this.mesh.count++;
    const radius = this.board.stones[point]! * size;
    const normal = this.board.normals[point]!;
    const high = radius * (this.board.solid ? 1 : FLATNESS);
    const x = tangent(normal);
    const y = cross(normal, x);
    const at = this.places[point]!;
    const m = this.mesh.instanceMatrix.array;
    const k = 16 * slot;
    for (let i = 0; i < 3; i++) {
      m[k + i] = x[i]! * radius;
      // The poles of three.js's sphere are on its y axis.
      m[k + 4 + i] = normal[i]! * high;
      m[k + 8 + i] = y[i]! * -radius;
      m[k + 12 + i] = at[i]!;
    }
    m[k + 3] = m[k + 7] = m[k + 11] = 0;
    m[k + 15] = 1;
    this.look.setXYZW(slot, colour === WHITE ? 1 : 0, dead, opacity, this.board.rises[point]!);
  }

  private upload(): void {
    this.mesh.visible = this.mesh.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.look.needsUpdate = true;
  }
}
