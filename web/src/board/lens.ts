/** Where the lens above a finger is, and when one is needed. Pure. */

/** Fingers miss points that are nearer to each other than this, in pixels. */
const FINGER_PX = 30;

/** The distance of points in the lens, in pixels. */
export const LENS_SPACING_PX = 48;

/** The width and height of the lens, in pixels. */
export const LENS_PX = 144;

/** Between the finger's centre and the lens. */
const GAP_PX = 36;

/** From the lens to the window's edges. */
const EDGE_PX = 4;

/** Reports whether points at this distance, in pixels, are too small a target for a finger. */
export const isFine = (spacing: number): boolean => spacing < FINGER_PX;

/**
 * The top left corner of the lens for a finger in a window of this width: above it, or beside it if there is no room.
 */
export function lensCorner(x: number, y: number, width: number): { left: number; top: number } {
  const within = (left: number) => Math.min(width - LENS_PX - EDGE_PX, Math.max(EDGE_PX, left));
  const top = y - GAP_PX - LENS_PX;
  if (top >= EDGE_PX) return { left: within(x - LENS_PX / 2), top };
  const right = x + GAP_PX;
  const left = right + LENS_PX + EDGE_PX <= width ? right : x - GAP_PX - LENS_PX;
  return { left: within(left), top: Math.max(EDGE_PX, y - LENS_PX / 2) };
}
