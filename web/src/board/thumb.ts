/** Paints a small picture of a board on a 2D canvas: a dozen of them cost nothing while they are still. */
import type { Board } from "../wire";
import type { Geometry } from "./geometry";
import { css, mix, type Palette } from "./palette";
import { project, type Projection } from "./project";
import { roundedOf } from "./rounded";
import { BLACK, EMPTY } from "./state";
import { cross, dot, sub, unit, type Quat, type Vec } from "./vec";

/** What is to be painted. */
export interface Thumb {
  board: Board;
  geometry: Geometry;
  palette: Palette;
  /** The rotation of the board. */
  turn: Quat;
  /** Width and height of the square canvas in its own pixels. */
  size: number;
  /** One entry per point; null for none. */
  stones: Uint8Array | null;
  /** A frame with holes instead of lines. */
  falls: boolean;
  /** Stones are round and cast shadows; otherwise they are discs of one colour. */
  shaded: boolean;
  /** Light falls on the edges of a flat board. */
  bevel: boolean;
}

const MARGIN = 0.08;
/** How far the paper of a flat board extends beyond its points, in spacings. */
const RIM = 0.75;
/** Stones with a smaller radius, in pixels, are discs: shading would be invisible. */
const SMALL = 3.5;

/** Flat boards fill the square with their paper, others with their bounding sphere. */
function pixelsPerRadius({ board, geometry, size, stones }: Thumb): number {
  const half = (size / 2) * (1 - MARGIN);
  const { center, radius, spacing } = geometry;
  if (!board.flat) return stones ? (half * radius) / (radius + Math.max(...geometry.stones)) : half;
  let reach = 0;
  for (const [x, y] of board.coords)
    reach = Math.max(reach, Math.abs(x - center[0]), Math.abs(y - center[1]));
  return (half * radius) / (reach + RIM * spacing);
}

/** The points on the canvas, in its pixels, and the number of pixels per unit of the board. */
export function onCanvas(thumb: Thumb): Projection & { k: number } {
  const { board, geometry, size } = thumb;
  const seen = project(board, geometry, thumb.turn);
  const k = pixelsPerRadius(thumb);
  for (let p = 0; p < seen.x.length; p++) {
    seen.x[p] = size / 2 + k * seen.x[p]!;
    seen.y[p] = size / 2 + k * seen.y[p]!;
  }
  return { ...seen, k: k / geometry.radius };
}

export function paintThumb(context: CanvasRenderingContext2D, thumb: Thumb): void {
  const { board, geometry, size } = thumb;
  context.clearRect(0, 0, size, size);
  const seen = onCanvas(thumb);
  context.lineJoin = context.lineCap = "round";
  context.lineWidth = Math.max(1, Math.min(2.2, (size * geometry.spacing) / geometry.radius / 60));
  if (board.flat) paintGround(context, thumb);
  else paintStones(context, thumb, seen, (depth) => depth < 0); // the surface covers them
  if (thumb.falls) paintHoles(context, thumb, seen);
  else if (geometry.faces.length > 0 && !board.flat) paintFaces(context, thumb);
  else paintEdges(context, thumb, seen);
  if (board.flat && !thumb.falls) paintStars(context, thumb, seen);
  paintStones(context, thumb, seen, (depth) => board.flat || depth >= 0);
}

/** The paper under a flat board, which rotates with it. */
function paintGround(context: CanvasRenderingContext2D, thumb: Thumb): void {
  const { board, geometry, palette, turn, size } = thumb;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of board.coords) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [low, high] = [Math.min(low, y), Math.max(high, y)];
  }
  const rim = RIM * geometry.spacing;
  const corners: [number, number, number][] = [
    [left - rim, low - rim, 0],
    [right + rim, low - rim, 0],
    [right + rim, high + rim, 0],
    [left - rim, high + rim, 0],
  ];
  const at = project({ ...board, coords: corners }, geometry, turn);
  const k = pixelsPerRadius(thumb);
  context.beginPath();
  for (let i = 0; i < 4; i++) context.lineTo(size / 2 + k * at.x[i]!, size / 2 + k * at.y[i]!);
  context.closePath();
  const colour = thumb.falls ? palette.frame : palette.ground;
  context.fillStyle = css(colour);
  context.strokeStyle = css(thumb.bevel ? mix(colour, palette.grain, 0.45) : palette.line);
  context.fill();
  context.stroke();
}

/** The holes of a frame for falling stones. */
function paintHoles(context: CanvasRenderingContext2D, thumb: Thumb, seen: Projection): void {
  const { geometry, palette } = thumb;
  const radius = (0.9 * pixelsPerRadius(thumb) * geometry.stones[0]!) / geometry.radius;
  context.fillStyle = css(palette.slot);
  for (let p = 0; p < seen.x.length; p++) {
    context.beginPath();
    context.arc(seen.x[p]!, seen.y[p]!, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The points of a flat board that a dot marks. */
function paintStars(context: CanvasRenderingContext2D, thumb: Thumb, seen: Projection): void {
  const { board, geometry, palette, size } = thumb;
  const radius = Math.max(size / 80, (0.12 * pixelsPerRadius(thumb) * geometry.spacing) / geometry.radius);
  context.fillStyle = css(palette.line);
  for (const p of board.stars) {
    context.beginPath();
    context.arc(seen.x[p]!, seen.y[p]!, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The stones at visible depths, far ones first. */
function paintStones(
  context: CanvasRenderingContext2D,
  thumb: Thumb,
  seen: Projection,
  shown: (depth: number) => boolean,
): void {
  const { geometry, palette, stones } = thumb;
  if (!stones) return;
  const k = (0.9 * pixelsPerRadius(thumb)) / geometry.radius;
  const points = [...stones.keys()].filter((p) => stones[p] !== EMPTY && shown(seen.depth[p]!));
  if (!thumb.board.flat) points.sort((a, b) => seen.depth[a]! - seen.depth[b]!);
  for (const p of points) {
    const black = stones[p] === BLACK;
    const r = k * geometry.stones[p]!;
    context.beginPath();
    context.arc(seen.x[p]!, seen.y[p]!, r, 0, 2 * Math.PI);
    context.fillStyle =
      thumb.shaded && r >= SMALL
        ? shade(context, palette, black, seen.x[p]!, seen.y[p]!, r)
        : css(black ? palette.black : palette.white);
    context.strokeStyle = css(black ? palette.blackEdge : palette.whiteEdge);
    context.fill();
    context.stroke();
  }
}

/** The fill of a round stone that is lit from the upper left, as in StoneFills.svelte. */
function shade(
  context: CanvasRenderingContext2D,
  palette: Palette,
  black: boolean,
  x: number,
  y: number,
  r: number,
): CanvasGradient {
  const fill = context.createRadialGradient(x - 0.3 * r, y - 0.4 * r, 0, x, y, r);
  fill.addColorStop(0, css(black ? palette.blackLight : palette.whiteLight));
  fill.addColorStop(black ? 0.75 : 0.5, css(black ? palette.black : palette.white));
  fill.addColorStop(1, css(black ? palette.blackRim : palette.whiteShade));
  return fill;
}

/** Far faces first, each with its sides, so that near ones cover them. */
function paintFaces(context: CanvasRenderingContext2D, thumb: Thumb): void {
  const { board, geometry, palette, turn, size } = thumb;
  const { coords, faces } = roundedOf(board);
  const seen = project({ ...board, coords: coords as Board["coords"] }, geometry, turn);
  const k = pixelsPerRadius(thumb);
  for (let i = 0; i < coords.length; i++) {
    seen.x[i] = size / 2 + k * seen.x[i]!;
    seen.y[i] = size / 2 + k * seen.y[i]!;
  }
  const depth = faces.map(
    ({ outline }) => outline.reduce((sum, i) => sum + seen.depth[i]!, 0) / outline.length,
  );
  const trace = (corners: readonly number[]) => {
    context.beginPath();
    for (const i of corners) context.lineTo(seen.x[i]!, seen.y[i]!);
    context.closePath();
  };
  const order = faces.map((_, f) => f).sort((a, b) => depth[a]! - depth[b]!);
  for (const f of order) {
    const { outline, cells } = faces[f]!;
    const near = (depth[f]! + 1) / 2;
    let fill = palette.surface;
    for (const cell of cells) {
      const light = Math.abs(facing(cell, seen, k));
      fill = mix(palette.surfaceShade, palette.surface, 0.25 + 0.75 * light);
      fill = mix(fill, palette.backdrop, 0.3 * (1 - near));
      trace(cell);
      // The stroke closes the hairline between cells.
      context.fillStyle = context.strokeStyle = css(fill);
      context.fill();
      context.stroke();
    }
    trace(outline);
    context.strokeStyle = css(mix(palette.line, fill, 0.5 * (1 - near)));
    context.stroke();
  }
}

/** The cosine between a face's normal and the line of sight. */
function facing(face: readonly number[], seen: Projection, k: number): number {
  const at = (p: number): Vec => [seen.x[p]! / k, -seen.y[p]! / k, seen.depth[p]!];
  const [a, b, c] = [at(face[0]!), at(face[1]!), at(face[2]!)];
  return dot(unit(cross(sub(b, a), sub(c, a))), [0, 0, 1]);
}

function paintEdges(context: CanvasRenderingContext2D, { board, palette }: Thumb, seen: Projection): void {
  const depth = board.edges.map(([a, b]) => (seen.depth[a]! + seen.depth[b]!) / 2);
  const order = board.edges.map((_, e) => e).sort((a, b) => depth[a]! - depth[b]!);
  for (const e of order) {
    const [a, b] = board.edges[e]!;
    const near = board.flat ? 1 : (depth[e]! + 1) / 2;
    context.strokeStyle = css(
      board.flat ? palette.line : mix(palette.text, palette.backdrop, 0.25 + 0.55 * (1 - near)),
    );
    context.beginPath();
    context.moveTo(seen.x[a]!, seen.y[a]!);
    context.lineTo(seen.x[b]!, seen.y[b]!);
    context.stroke();
  }
}
