/** Paints a whole drawing on a 2D canvas, whenever something has changed. */
import { css, mix, type Palette, type Rgb } from "../board/palette.ts";
import type { Vec } from "../board/vec.ts";
import type { Line, Sketch } from "./model/sketch.ts";
import type { Symmetry } from "./model/symmetry.ts";
import { FRONT, toCanvas, type Seen, type View } from "./model/view.ts";

/** Everything visible. */
interface Scene {
  sketch: Sketch;
  view: View;
  at: Seen;
  palette: Palette;
  selected: ReadonlySet<number>;
  /** the point under the pointer, -1 for none */
  hovered: number;
  /** the straight lines, if shown */
  lines: readonly Line[];
  /** points chosen for the current tool, in order */
  picked: readonly number[];
  /** the end of a line from the last of them */
  toward: readonly [number, number] | null;
  chains: readonly (readonly number[])[];
  symmetry: Symmetry;
  /** width of the grid's squares; 0 for no grid */
  grid: number;
  box: readonly [readonly [number, number], readonly [number, number]] | null;
  /** the keyboard's place */
  cursor: Vec | null;
}

/** How much lines and points in the background fade. */
const FADE = 0.65;
/** The number of depth layers. */
const LAYERS = 8;

const radiusOf = ({ scale }: View): number => Math.max(2.5, Math.min(7, 0.13 * scale));

export function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { view, palette } = scene;
  context.fillStyle = css(palette.ground);
  context.fillRect(0, 0, view.width, view.height);
  context.lineCap = context.lineJoin = "round";
  if (scene.grid > 0) paintGrid(context, scene);
  paintAxes(context, scene);
  paintFaces(context, scene);
  paintBands(context, scene);
  paintEdges(context, scene);
  paintPoints(context, scene);
  paintHand(context, scene);
}

function paintGrid(context: CanvasRenderingContext2D, { view, palette, grid }: Scene): void {
  let width = grid;
  while (width * view.scale < 12) width *= 2;
  const { middle, scale } = view;
  context.beginPath();
  for (const [k, size] of [view.width, view.height].entries()) {
    const half = size / 2 / scale;
    const from = Math.ceil((middle[k as 0 | 1] - half) / width);
    const to = Math.floor((middle[k as 0 | 1] + half) / width);
    for (let i = from; i <= to; i++) {
      const at: Vec = k === 0 ? [i * width, 0, 0] : [0, i * width, 0];
      const [x, y] = toCanvas(view, at);
      context.moveTo(k === 0 ? x : 0, k === 0 ? 0 : y);
      context.lineTo(k === 0 ? x : view.width, k === 0 ? view.height : y);
    }
  }
  context.strokeStyle = css(palette.line, 0.16);
  context.lineWidth = 1;
  context.stroke();
}

/** The axes of the symmetry, as lines through the origin. */
function paintAxes(context: CanvasRenderingContext2D, { view, palette, symmetry }: Scene): void {
  const { leftRight, upDown, turns } = symmetry;
  if (!leftRight && !upDown && turns < 2) return;
  const far = (view.width + view.height) / view.scale;
  const angles = new Set<number>();
  for (let i = 0; i < Math.max(1, turns); i++) {
    if (leftRight) angles.add((Math.PI / 2 + (Math.PI * i) / turns) % Math.PI);
    if (upDown) angles.add(((Math.PI * i) / turns) % Math.PI);
  }
  context.beginPath();
  for (const angle of angles) {
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle)];
    context.moveTo(...flat(toCanvas(view, [-x, -y, 0])));
    context.lineTo(...flat(toCanvas(view, [x, y, 0])));
  }
  context.strokeStyle = css(palette.chosen, 0.8);
  context.lineWidth = 1.5;
  context.setLineDash([7, 6]);
  context.stroke();
  context.setLineDash([]);
  const [x, y] = toCanvas(view, [0, 0, 0]);
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.stroke();
}

const flat = ([x, y]: readonly [number, number, number]): [number, number] => [x, y];

/** In space faces are tinted, far ones first, so that surfaces are recognizable. */
function paintFaces(context: CanvasRenderingContext2D, { sketch, view, at, palette }: Scene): void {
  if (view.turn === FRONT || sketch.faces.length === 0) return;
  const depth = sketch.faces.map((face) => face.reduce((sum, p) => sum + at.depth[p]!, 0) / face.length);
  const order = sketch.faces.map((_, f) => f).sort((a, b) => depth[a]! - depth[b]!);
  context.fillStyle = css(palette.surface, 0.5);
  for (const f of order) {
    context.beginPath();
    for (const p of sketch.faces[f]!) context.lineTo(at.x[p]!, at.y[p]!);
    context.fill();
  }
}

/** Straight lines as broad bands under the edges; diagonal ones are dashed. */
function paintBands(context: CanvasRenderingContext2D, { lines, at, view, palette, chains }: Scene): void {
  const trace = (points: readonly number[], closed: boolean) => {
    context.beginPath();
    for (const p of points) context.lineTo(at.x[p]!, at.y[p]!);
    if (closed) context.closePath();
    context.stroke();
  };
  context.lineWidth = Math.max(4, Math.min(9, 0.16 * view.scale));
  context.strokeStyle = css(palette.chosen, 0.4);
  for (const line of lines) {
    if (line.diagonal) context.setLineDash([2, 9]);
    trace(line.points, line.closed);
    context.setLineDash([]);
  }
  context.lineWidth = 9;
  chains.forEach((chain, i) => {
    context.strokeStyle = css(i === 0 ? palette.chosen : palette.danger, 0.55);
    if (i === 1) context.setLineDash([3, 12]);
    trace(chain, false);
  });
  context.setLineDash([]);
}

/** Sorts things by depth, far ones first, and gives each layer its fading. */
function layered(
  scene: Scene,
  count: number,
  depth: (i: number) => number,
): { list: number[]; fade: number }[] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (scene.view.turn === FRONT || count === 0) return [{ list: all, fade: 0 }];
  const { depth: depths } = scene.at;
  const low = depths.reduce((a, b) => Math.min(a, b), Infinity);
  const high = depths.reduce((a, b) => Math.max(a, b), -Infinity);
  const layers = Array.from({ length: LAYERS }, (_, k) => ({
    list: [] as number[],
    fade: FADE * (1 - k / (LAYERS - 1)),
  }));
  for (const i of all) {
    const share = (depth(i) - low) / (high - low || 1);
    layers[Math.min(LAYERS - 1, Math.floor(share * LAYERS))]!.list.push(i);
  }
  return layers;
}

function paintEdges(context: CanvasRenderingContext2D, scene: Scene): void {
  const { sketch, at, view, palette, selected } = scene;
  const depth = (e: number) => (at.depth[sketch.edges[e]![0]]! + at.depth[sketch.edges[e]![1]]!) / 2;
  context.lineWidth = Math.max(1, Math.min(2, 0.04 * view.scale));
  for (const { list, fade } of layered(scene, sketch.edges.length, depth)) {
    context.beginPath();
    for (const e of list) {
      const [a, b] = sketch.edges[e]!;
      context.moveTo(at.x[a]!, at.y[a]!);
      context.lineTo(at.x[b]!, at.y[b]!);
    }
    context.strokeStyle = css(mix(palette.line, palette.ground, fade));
    context.stroke();
  }
  if (selected.size < 2) return;
  context.beginPath();
  for (const [a, b] of sketch.edges) {
    if (!selected.has(a) || !selected.has(b)) continue;
    context.moveTo(at.x[a]!, at.y[a]!);
    context.lineTo(at.x[b]!, at.y[b]!);
  }
  context.lineWidth += 1.5;
  context.strokeStyle = css(palette.chosen);
  context.stroke();
}

function discs(context: CanvasRenderingContext2D, at: Seen, list: Iterable<number>, radius: number): void {
  context.beginPath();
  for (const p of list) {
    context.moveTo(at.x[p]! + radius, at.y[p]!);
    context.arc(at.x[p]!, at.y[p]!, radius, 0, 2 * Math.PI);
  }
}

function paintPoints(context: CanvasRenderingContext2D, scene: Scene): void {
  const { sketch, at, view, palette, selected, hovered } = scene;
  const radius = radiusOf(view);
  for (const { list, fade } of layered(scene, sketch.points.length, (p) => at.depth[p]!)) {
    discs(context, at, list, radius);
    context.fillStyle = css(mix(palette.line, palette.ground, fade));
    context.fill();
  }
  if (sketch.stars.length > 0) {
    discs(context, at, sketch.stars, radius + 3.5);
    context.lineWidth = 2;
    context.strokeStyle = css(palette.line);
    context.stroke();
  }
  const ringed = (list: Iterable<number>, more: number, colour: Rgb) => {
    discs(context, at, list, radius + more);
    context.lineWidth = 2.5;
    context.strokeStyle = css(colour);
    context.stroke();
  };
  if (selected.size > 0) {
    discs(context, at, selected, radius + 1.5);
    context.fillStyle = css(palette.chosen);
    context.fill();
    ringed(selected, 4, palette.chosenText);
  }
  if (hovered >= 0 && hovered < at.x.length) ringed([hovered], 5.5, palette.chosen);
}

/** The current tool's points, the selection box, and the keyboard's place. */
function paintHand(context: CanvasRenderingContext2D, scene: Scene): void {
  const { at, view, palette, picked, toward, box, cursor } = scene;
  context.strokeStyle = context.fillStyle = css(palette.chosen);
  context.lineWidth = 3;
  if (picked.length > 0) {
    context.beginPath();
    if (scene.chains.length === 0) for (const p of picked) context.lineTo(at.x[p]!, at.y[p]!);
    const last = picked.at(-1)!;
    if (toward) {
      context.moveTo(at.x[last]!, at.y[last]!);
      context.lineTo(...toward);
    }
    context.stroke();
    discs(context, at, picked, radiusOf(view) + 3);
    context.fill();
  }
  if (box) {
    const [[x, y], [u, v]] = box;
    context.fillStyle = css(palette.chosen, 0.14);
    context.lineWidth = 1.5;
    context.fillRect(x, y, u - x, v - y);
    context.strokeRect(x, y, u - x, v - y);
  }
  if (!cursor) return;
  const [x, y] = toCanvas(view, cursor);
  context.lineWidth = 2.5;
  context.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + 6 * dx, y + 6 * dy);
    context.lineTo(x + 18 * dx, y + 18 * dy);
  }
  context.stroke();
}
