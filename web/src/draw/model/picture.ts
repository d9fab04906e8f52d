/** A drawing as a scalable picture. Pure. */
/* eslint-disable moyo/text -- SVG is no text */
import type { Sketch } from "./sketch.ts";
import { FRONT, seen, whole, type View } from "./view.ts";

const SIDE = 800;

/** The view of a whole drawing on a square of `side` pixels. */
export const pictureView = (sketch: Sketch, turn: View["turn"], side: number): View =>
  whole({ turn, scale: 1, middle: [0, 0], width: side, height: side }, sketch.points);

const figure = (x: number): string => String(Math.round(x * 10) / 10);

/** The sketch as SVG, rotated as in the view. */
export function toSVG(sketch: Sketch, turn = FRONT): string {
  const view = pictureView(sketch, turn, SIDE);
  const at = seen(view, sketch.points);
  const place = (p: number) => `${figure(at.x[p]!)} ${figure(at.y[p]!)}`;
  const disc = (radius: number) => (p: number) => {
    const [x, y] = [at.x[p]!, at.y[p]!].map(figure);
    return `<circle cx="${x}" cy="${y}" r="${figure(radius)}"/>`;
  };
  const radius = Math.max(1.5, Math.min(6, 0.1 * view.scale));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>`,
    `<path fill="none" stroke="#222" stroke-width="${figure(Math.max(1, radius / 3))}" stroke-linecap="round" d="${sketch.edges
      .map(([a, b]) => `M${place(a)}L${place(b)}`)
      .join("")}"/>`,
    `<g fill="#222">${[...sketch.points.keys()].map(disc(radius)).join("")}</g>`,
    `<g fill="none" stroke="#222" stroke-width="2">${sketch.stars.map(disc(radius + 4)).join("")}</g>`,
    "</svg>\n",
  ].join("\n");
}

/** A title as a prefix of a file name. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, "-")
    .replaceAll(/^-|-$/g, "") || "board";
