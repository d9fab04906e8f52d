/** One texture with every mark in use, so that all marks take one draw call. */
import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter } from "three";
import type { Mark } from "../marks";
import { css, mix, type Palette } from "../palette";
import { BLACK, EMPTY, WHITE } from "../state";

const CELL = 128;
const ACROSS = 8;
/** A mark of size 1 covers this share of its cell, which leaves room for its outline. */
export const SHARE = 0.8;

/** How transparent a candidate's disc is, by strength. */
const SHARES = [1, 0.9, 0.7, 0.16, 0];

/** The place of a mark in the texture: u, v, width and height. */
type Cell = readonly [number, number, number, number];

/** What can be painted: the marks, and the keyboard's cursor. */
export type Painted = Pick<Mark, "label" | "on" | "owner" | "size" | "strength"> & {
  kind: Mark["kind"] | "cursor";
};

export class Atlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly cells = new Map<string, Cell>();
  private palette: Palette | null = null;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = CELL * ACROSS;
    const context = canvas.getContext("2d");
    // eslint-disable-next-line moyo/text -- the board is drawn without WebGL then
    if (!context) throw new Error("this browser gives no 2D canvas to paint marks on");
    this.context = context;
    this.texture = new CanvasTexture(canvas);
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = 4;
    this.texture.premultiplyAlpha = true;
  }

  /** Changes the colours; cells from before are no longer valid. */
  repaint(palette: Palette): void {
    this.palette = palette;
    this.clear();
  }

  /** The cell of a mark, or null if the texture is full: then clear it, and request all marks again. */
  cell(mark: Painted): Cell | null {
    const key = `${mark.kind} ${mark.on} ${mark.owner} ${mark.label} ${mark.size > 0} ${mark.strength}`;
    const known = this.cells.get(key);
    if (known) return known;
    const index = this.cells.size;
    if (index === ACROSS * ACROSS || !this.palette) return null;
    const [column, row] = [index % ACROSS, Math.floor(index / ACROSS)];
    this.context.save();
    this.context.translate((column + 0.5) * CELL, (row + 0.5) * CELL);
    paint(this.context, mark, this.palette, (CELL / 2) * SHARE);
    this.context.restore();
    this.texture.needsUpdate = true;
    const cell: Cell = [column / ACROSS, 1 - (row + 1) / ACROSS, 1 / ACROSS, 1 / ACROSS];
    this.cells.set(key, cell);
    return cell;
  }

  clear(): void {
    this.cells.clear();
    this.context.clearRect(0, 0, CELL * ACROSS, CELL * ACROSS);
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}

function paint(c: CanvasRenderingContext2D, mark: Painted, palette: Palette, r: number): void {
  const onStone =
    mark.on === BLACK ? palette.markOnBlack : mark.on === WHITE ? palette.markOnWhite : palette.text;
  const stoneColour = (stone: number) => (stone === BLACK ? palette.black : palette.white);
  c.lineWidth = r * 0.14;
  c.lineCap = "round";
  const disc = (radius: number) => {
    c.beginPath();
    c.arc(0, 0, radius, 0, 2 * Math.PI);
  };
  const box = (fill: string, edge: string) => {
    c.fillStyle = fill;
    c.strokeStyle = edge;
    c.fillRect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8);
    c.strokeRect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8);
  };
  let ink = css(onStone);
  if (mark.on === EMPTY && ["triangle", "square", "circle", "cross"].includes(mark.kind)) {
    // The lines of the board would touch it.
    c.fillStyle = css(palette.surface, 0.75);
    disc(r * 0.95);
    c.fill();
  }
  switch (mark.kind) {
    case "last":
      c.lineWidth = r * 0.28;
      c.strokeStyle = ink;
      disc(r * 0.84);
      c.stroke();
      break;
    case "chain":
    case "selected":
      if (mark.size === 0) break;
      c.strokeStyle = css(palette.chosen);
      disc(r * 0.94);
      c.stroke();
      break;
    case "glow":
      c.lineWidth = r * 0.2;
      c.strokeStyle = css(palette.danger);
      c.setLineDash([r * 0.34, r * 0.2]);
      disc(r * 0.86);
      c.stroke();
      c.setLineDash([]);
      break;
    case "prey":
      c.lineWidth = r * 0.2;
      c.strokeStyle = css(palette.chosen);
      c.beginPath();
      for (const x of [-0.86 * r, 0.86 * r])
        for (const y of [-0.86 * r, 0.86 * r]) {
          c.moveTo(x, y * 0.42);
          c.lineTo(x, y);
          c.lineTo(x * 0.42, y);
        }
      c.stroke();
      break;
    case "pointed":
      c.lineWidth = r * 0.2;
      c.strokeStyle = css(palette.chosen);
      disc(r * 0.86);
      for (const [x, y] of [
        [-r, 0],
        [r, 0],
        [0, -r],
        [0, r],
      ] as const) {
        c.moveTo(0.86 * x, 0.86 * y);
        c.lineTo(0.5 * x, 0.5 * y);
      }
      c.stroke();
      break;
    case "cursor":
      c.strokeStyle = css(palette.chosen);
      c.beginPath();
      c.roundRect(-r * 0.93, -r * 0.93, r * 1.86, r * 1.86, r * 0.3);
      c.stroke();
      break;
    case "forbidden":
      c.lineWidth = r * 0.28;
      c.strokeStyle = css(palette.forbidden);
      c.beginPath();
      for (const s of [-1, 1]) {
        c.moveTo(-0.8 * r, -0.8 * r * s);
        c.lineTo(0.8 * r, 0.8 * r * s);
      }
      c.stroke();
      break;
    case "liberty":
      c.fillStyle = css(palette.chosen);
      c.strokeStyle = css(palette.surface);
      disc(r * 0.86);
      c.fill();
      c.stroke();
      break;
    case "territory":
      box(css(stoneColour(mark.owner)), css(palette.whiteEdge));
      break;
    case "excluded":
      c.strokeStyle = css(palette.text);
      disc(r * 0.86);
      c.stroke();
      c.beginPath();
      for (const s of [-1, 1]) {
        c.moveTo(-0.5 * r, -0.5 * r * s);
        c.lineTo(0.5 * r, 0.5 * r * s);
      }
      c.stroke();
      break;
    case "tint":
      c.fillStyle = css(palette.chosen, 0.3);
      disc(r * 0.95);
      c.fill();
      break;
    case "dimmed":
      c.fillStyle = css(palette.surface, 0.6);
      disc(r * 0.95);
      c.fill();
      break;
    case "circle":
      c.lineWidth = r * 0.24;
      c.strokeStyle = ink;
      disc(r * 0.84);
      c.stroke();
      break;
    case "square":
      c.lineWidth = r * 0.26;
      c.strokeStyle = ink;
      c.strokeRect(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6);
      break;
    case "cross":
      c.lineWidth = r * 0.3;
      c.strokeStyle = ink;
      c.beginPath();
      for (const s of [-1, 1]) {
        c.moveTo(-0.8 * r, -0.8 * r * s);
        c.lineTo(0.8 * r, 0.8 * r * s);
      }
      c.stroke();
      break;
    case "label":
      if (mark.on !== EMPTY) break;
      c.fillStyle = css(palette.surface);
      disc(r * 0.86);
      c.fill();
      break;
    case "triangle":
    case "target":
      c.lineWidth = r * 0.22;
      c.lineJoin = "round";
      c.strokeStyle = ink;
      c.beginPath();
      c.moveTo(0, -0.85 * r);
      c.lineTo(0.74 * r, 0.42 * r);
      c.lineTo(-0.74 * r, 0.42 * r);
      c.closePath();
      c.stroke();
      break;
    case "good":
      c.fillStyle = css(palette.chosen);
      disc(r * 0.9);
      c.fill();
      ink = css(palette.chosenText);
      break;
    case "only":
      c.fillStyle = css(palette.chosen);
      disc(r * 0.9);
      c.fill();
      break;
    case "figure":
      c.fillStyle = css(palette.chosen);
      c.strokeStyle = css(palette.chosenText);
      disc(r * 0.86);
      c.fill();
      c.stroke();
      break;
    case "offered":
      c.fillStyle = css(palette.surface);
      c.strokeStyle = css(palette.chosen);
      disc(r * 0.9);
      c.fill();
      c.stroke();
      ink = css(palette.text);
      break;
    case "candidate":
    case "best":
      c.fillStyle = css(mix(palette.chosen, palette.surface, SHARES[mark.strength] ?? 0));
      c.strokeStyle = css(palette.chosen);
      disc(r * 0.92);
      c.fill();
      if (mark.strength < 3) c.stroke();
      ink = css(mark.strength < 3 ? palette.text : palette.chosenText);
      if (mark.kind === "best") {
        c.lineWidth = r * 0.08;
        c.strokeStyle = ink;
        disc(r * 0.84);
        c.stroke();
      }
      break;
    case "wall":
      c.lineWidth = r * 0.1;
      c.fillStyle = css(stoneColour(mark.owner), 0.6);
      c.strokeStyle = css(palette.text);
      c.setLineDash([r * 0.32, r * 0.2]);
      disc(r * 0.94);
      c.fill();
      c.stroke();
      c.setLineDash([]);
      ink = css(mark.owner === BLACK ? palette.markOnBlack : palette.markOnWhite);
      break;
    case "line":
      c.lineWidth = r * 0.1;
      c.fillStyle = css(stoneColour(mark.owner), 0.8);
      c.strokeStyle = css(palette.whiteEdge);
      disc(r * 0.94);
      c.fill();
      c.stroke();
      ink = css(mark.owner === BLACK ? palette.markOnBlack : palette.markOnWhite);
      break;
  }
  if (mark.label) {
    c.fillStyle = ink;
    // eslint-disable-next-line moyo/text -- a font
    c.font = `600 ${r * (mark.label.length > 2 ? 0.75 : 0.95)}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(mark.label, 0, r * 0.06);
  }
}
