/** The board of a page in a frame: painted on a canvas, with rotation by drags, hover and keyboard navigation. */
import { geometryOf } from "../board/geometry.ts";
import { graphOf } from "../board/graph.ts";
import { css, readPalette, type Palette } from "../board/palette.ts";
import { HOME_TURN } from "../board/project.ts";
import { BLACK, EMPTY } from "../board/state.ts";
import { onCanvas, paintThumb, type Thumb } from "../board/thumb.ts";
import { compose, turn, type Quat } from "../board/vec.ts";
import { arrow, neighbourToward } from "../board/walk.ts";
import type { Board } from "../wire.ts";
import type { Frame } from "./line.ts";

/** A drag shorter than this, in pixels, is a click. */
const STILL = 6;
/** Radians per pixel. */
const DRAG = 0.01;

export class View {
  readonly canvas: HTMLCanvasElement;
  readonly #board: Board;
  readonly #falls: boolean;
  #palette: Palette;
  #turned: Quat;
  #frame: Frame | null = null;
  /** the winning row, if shown */
  #figure: readonly number[] = [];
  /** the keyboard's point; -1 for none */
  cursor = -1;

  constructor(canvas: HTMLCanvasElement, board: Board, { falls }: { falls: boolean }) {
    [this.canvas, this.#board, this.#falls] = [canvas, board, falls];
    this.#turned = board.flat ? [0, 0, 0, 1] : HOME_TURN;
    this.#palette = readPalette(canvas);
    if (!board.flat) this.#listen();
  }

  show(frame: Frame, figure: readonly number[]): void {
    [this.#frame, this.#figure] = [frame, figure];
    this.paint();
  }

  /** The colours have changed. */
  recolour(): void {
    this.#palette = readPalette(this.canvas);
    this.paint();
  }

  turn(angle: number): void {
    this.#turned = compose(turn([0, 1, 0], angle), this.#turned);
    this.paint();
  }

  paint(): void {
    const context = this.canvas.getContext("2d");
    if (!context || !this.#frame || this.canvas.clientWidth === 0) return;
    const thumb = this.#thumb();
    if (this.canvas.width !== thumb.size) this.canvas.width = this.canvas.height = thumb.size;
    paintThumb(context, thumb);
    const { last } = this.#frame;
    if (this.#figure.length > 0) for (const p of this.#figure) this.#ring(context, p, 0.6);
    else if (last >= 0) this.#ring(context, last, 0.5);
    if (this.cursor >= 0) this.#ring(context, this.cursor, 1.1);
  }

  /** The point at a place of the window; -1 for none. */
  pointAt(x: number, y: number): number {
    const box = this.canvas.getBoundingClientRect();
    const thumb = this.#thumb();
    const scale = thumb.size / box.width;
    const [px, py] = [(x - box.left) * scale, (y - box.top) * scale];
    const { x: xs, y: ys, depth, k } = onCanvas(thumb);
    let best = -1;
    for (let p = 0; p < xs.length; p++) {
      const near = Math.hypot(xs[p]! - px, ys[p]! - py) <= k * thumb.geometry.spacing * 0.55;
      if (near && (best < 0 || this.#before(p, best, px, py, { xs, ys, depth }))) best = p;
    }
    return best;
  }

  /** Handles an arrow key; false for other keys. */
  walk(key: string): boolean {
    const direction = arrow(key);
    if (!direction) return false;
    const seen = onCanvas(this.#thumb());
    if (this.cursor < 0) this.cursor = this.#board.coords.length >> 1;
    else {
      const next = neighbourToward(
        graphOf(this.#board),
        this.cursor,
        (p) => [seen.x[p]!, seen.y[p]!],
        direction,
      );
      if (next >= 0) this.cursor = next;
    }
    this.paint();
    return true;
  }

  /** Reports whether a point is a better match than another: what is in front, then what is closer. */
  #before(
    p: number,
    q: number,
    x: number,
    y: number,
    { xs, ys, depth }: { xs: Float32Array; ys: Float32Array; depth: Float32Array },
  ): boolean {
    const side = Math.sign(depth[p]!) - Math.sign(depth[q]!);
    if (!this.#board.flat && side !== 0) return side > 0;
    return Math.hypot(xs[p]! - x, ys[p]! - y) < Math.hypot(xs[q]! - x, ys[q]! - y);
  }

  #thumb(): Thumb {
    return {
      board: this.#board,
      geometry: geometryOf(this.#board),
      palette: this.#palette,
      turn: this.#turned,
      size: Math.round(this.canvas.clientWidth * Math.min(2, devicePixelRatio)),
      stones: this.#frame?.stones ?? null,
      falls: this.#falls,
      shaded: true,
      bevel: true,
    };
  }

  /** A ring on a point, in radii of its stone. */
  #ring(context: CanvasRenderingContext2D, point: number, radius: number): void {
    const thumb = this.#thumb();
    const { x, y, depth, k } = onCanvas(thumb);
    if (!this.#board.flat && thumb.geometry.faces.length > 0 && depth[point]! < 0) return; // behind the surface
    const stone = this.#frame?.stones[point] ?? EMPTY;
    const { markOnBlack, markOnWhite, chosen } = this.#palette;
    const r = 0.9 * k * thumb.geometry.stones[point]!;
    context.beginPath();
    context.arc(x[point]!, y[point]!, r * radius, 0, 2 * Math.PI);
    context.lineWidth = Math.max(1.5, 0.15 * r);
    context.strokeStyle = css(radius > 1 ? chosen : stone === BLACK ? markOnBlack : markOnWhite);
    context.stroke();
  }

  /** Drags rotate solid boards. */
  #listen(): void {
    let at: { x: number; y: number; far: number } | null = null;
    this.canvas.addEventListener("pointerdown", (e) => {
      at = { x: e.clientX, y: e.clientY, far: 0 };
      this.canvas.setPointerCapture(e.pointerId);
    });
    this.canvas.addEventListener("pointermove", (e) => {
      if (!at) return;
      const [dx, dy] = [e.clientX - at.x, e.clientY - at.y];
      at = { x: e.clientX, y: e.clientY, far: at.far + Math.hypot(dx, dy) };
      this.#dragged = at.far > STILL;
      const spin = compose(turn([1, 0, 0], dy * DRAG), turn([0, 1, 0], dx * DRAG));
      this.#turned = compose(spin, this.#turned);
      this.paint();
    });
    const end = () => (at = null);
    this.canvas.addEventListener("pointerup", end);
    this.canvas.addEventListener("pointercancel", end);
  }

  #dragged = false;

  /** Reports once whether the pointer that was just released has rotated the board. */
  wasDragged(): boolean {
    const dragged = this.#dragged;
    this.#dragged = false;
    return dragged;
  }
}
