/** The winning line of a solid board: drawn over its stones, on both sides of the surface. */
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Geometry } from "../geometry";
import type { Palette } from "../palette";
import { add, dot, scale, type Vec } from "../vec";
import { edgeMaterial, toColor } from "./materials";
import { FLATNESS } from "./stones";

/** The height of the line above a stone, as a share of the stone's height. */
const LIFT = 1.15;

/** The ends of the line's segments, six numbers each, first on one side and then on the other. */
function segmentsOf(
  places: readonly Vec[],
  { normals, stones, solid }: Pick<Geometry, "normals" | "stones" | "solid">,
  figure: readonly number[],
): number[] {
  const ends: number[] = [];
  for (const side of solid ? [0] : [1, -1]) {
    // A normal's sign has no meaning: each is flipped to the side of the previous one.
    let toward: Vec = [0, 0, 0];
    const above = figure.map((p) => {
      const normal = normals[p]!;
      toward = dot(normal, toward) < 0 ? scale(normal, -1) : normal;
      return add(places[p]!, scale(toward, side * LIFT * FLATNESS * stones[p]!));
    });
    for (let i = 1; i < above.length; i++) ends.push(...above[i - 1]!, ...above[i]!);
  }
  return ends;
}

export class FigureLine {
  readonly line = new LineSegments2(new LineSegmentsGeometry(), edgeMaterial());
  private shown: readonly number[] = [];

  constructor(
    private readonly places: readonly Vec[],
    private readonly board: Geometry,
  ) {
    this.line.frustumCulled = false;
    this.line.visible = false;
  }

  show(figure: readonly number[]): void {
    if (figure.length === this.shown.length && figure.every((p, i) => p === this.shown[i])) return;
    this.shown = figure;
    this.line.visible = figure.length > 1;
    if (!this.line.visible) return;
    this.line.geometry.dispose();
    this.line.geometry = new LineSegmentsGeometry().setPositions(segmentsOf(this.places, this.board, figure));
  }

  paint(palette: Palette): void {
    toColor(palette.chosen, this.line.material.color);
  }

  dispose(): void {
    this.line.geometry.dispose();
    this.line.material.dispose();
  }
}
