/** The marks of a solid board: instanced squares from one texture, in one draw call. */
import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type ShaderMaterial,
} from "three";
import type { Geometry } from "../geometry";
import type { Vec } from "../vec";
import { Atlas, SHARE, type Painted } from "./atlas";
import { markMaterial } from "./materials";
import { FLATNESS } from "./stones";

/** A mark with its point. */
export type Placed = Painted & { point: number };

export class Marks {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly atlas = new Atlas();
  private capacity = 0;

  constructor(
    private readonly places: readonly Vec[],
    private readonly board: Geometry,
  ) {
    this.mesh = new Mesh(square(), markMaterial(this.atlas.texture));
    this.mesh.frustumCulled = false;
    this.reserve(64);
  }

  /** Shows these marks, later ones above earlier ones. */
  show(marks: readonly Placed[]): void {
    if (marks.length > this.capacity) this.reserve(2 * marks.length);
    if (!this.write(marks)) {
      this.atlas.clear();
      this.write(marks);
    }
    this.mesh.geometry.instanceCount = marks.length;
    this.mesh.visible = marks.length > 0;
    for (const name of ["center", "up", "cell", "shape"]) {
      (this.mesh.geometry.getAttribute(name) as InstancedBufferAttribute).needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.atlas.dispose();
  }

  /** Returns false if the texture is full. */
  private write(marks: readonly Placed[]): boolean {
    const geometry = this.mesh.geometry;
    const set = (name: string, i: number, values: readonly number[]) => {
      const attribute = geometry.getAttribute(name) as InstancedBufferAttribute;
      attribute.array.set(values, i * attribute.itemSize);
    };
    let room = true;
    marks.forEach((mark, i) => {
      const cell = this.atlas.cell(mark);
      room &&= cell !== null;
      const stone = this.board.stones[mark.point]!;
      const high = mark.on === 0 ? 0.1 : (this.board.solid ? 1 : FLATNESS) + 0.06;
      const around =
        ["chain", "selected", "cursor", "glow", "prey", "pointed"].includes(mark.kind) &&
        mark.size > 0 &&
        !this.board.solid;
      const lift = stone * (around ? 0.16 : high);
      const beneath = mark.on === 0 || around ? 0 : stone;
      const size = (mark.size || 0.8) * (stone / SHARE);
      set("center", i, this.places[mark.point]!);
      set("up", i, this.board.solid ? [0, 0, 0] : this.board.normals[mark.point]!);
      set("cell", i, cell ?? [0, 0, 0, 0]);
      set("shape", i, [size, lift + 0.002 * stone * i, this.board.rises[mark.point]!, beneath]);
    });
    return room;
  }

  private reserve(capacity: number): void {
    const geometry = this.mesh.geometry;
    // three.js keeps the size of a buffer that is on the GPU; dispose forces a new one.
    geometry.dispose();
    this.capacity = capacity;
    const sizes = { center: 3, up: 3, cell: 4, shape: 4 };
    for (const [name, size] of Object.entries(sizes)) {
      const attribute = new InstancedBufferAttribute(new Float32Array(size * capacity), size);
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
  }
}

function square(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}
