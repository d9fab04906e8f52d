// Which board represents another one in a small picture.
import { WIDEST_GRID } from "./window.ts";

/** The spec of the board to draw in a small picture: for a very large grid a part is enough. */
export function pictureSpec(spec: string): string {
  const [width = 0, height = width] = (/^grid:(\d+)(?:x(\d+))?$/.exec(spec)?.slice(1) ?? [])
    .filter((side) => side !== undefined)
    .map(Number);
  return Math.min(width, height) > WIDEST_GRID ? "grid:19" : spec;
}
