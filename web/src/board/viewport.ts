/** Zooming and panning a flat board. Pure: a viewport is a value. */

/** The rectangle of a drawing, in its own units. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The visible part: its middle, and the zoom factor. */
export interface Viewport {
  cx: number;
  cy: number;
  zoom: number;
}

const LARGEST_ZOOM = 16;

export const whole = (full: Rect): Viewport => ({
  cx: full.x + full.width / 2,
  cy: full.y + full.height / 2,
  zoom: 1,
});

/** The visible part of the drawing. */
export function visible(full: Rect, view: Viewport): Rect {
  const width = full.width / view.zoom;
  const height = full.height / view.zoom;
  return { x: view.cx - width / 2, y: view.cy - height / 2, width, height };
}

/** Keeps the zoom in range and the visible part inside the drawing. */
export function clamp(full: Rect, view: Viewport): Viewport {
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, view.zoom));
  const w = full.width / zoom / 2;
  const h = full.height / zoom / 2;
  return {
    zoom,
    cx: Math.min(full.x + full.width - w, Math.max(full.x + w, view.cx)),
    cy: Math.min(full.y + full.height - h, Math.max(full.y + h, view.cy)),
  };
}

/** Zooms so that the drawing's place (x, y) stays under the pointer. */
export function zoomAt(full: Rect, view: Viewport, factor: number, x: number, y: number): Viewport {
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, view.zoom * factor));
  const k = view.zoom / zoom;
  return clamp(full, { zoom, cx: x + (view.cx - x) * k, cy: y + (view.cy - y) * k });
}

/** Moves the visible part by a distance in the drawing's units. */
export function pan(full: Rect, view: Viewport, dx: number, dy: number): Viewport {
  return clamp(full, { ...view, cx: view.cx + dx, cy: view.cy + dy });
}

/** Moves the visible part, if necessary, to show (x, y) with `margin` around it. */
export function reveal(full: Rect, view: Viewport, x: number, y: number, margin: number): Viewport {
  const seen = visible(full, view);
  const into = (v: number, low: number, size: number, middle: number) => {
    const least = low + margin;
    const most = low + size - margin;
    return v < least ? middle - (least - v) : v > most ? middle + (v - most) : middle;
  };
  return clamp(full, {
    zoom: view.zoom,
    cx: into(x, seen.x, seen.width, view.cx),
    cy: into(y, seen.y, seen.height, view.cy),
  });
}
