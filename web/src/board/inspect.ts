/** Lets tests query a board's element: where a point is on the page, and what drawing costs. */

interface Inspection {
  /** Pixels from the top left of the element; `seen` is false if something hides the point. */
  placeOf(point: number): { x: number; y: number; seen: boolean };
  /** Frames so far, and draw calls and script milliseconds of the last one; only for WebGL views. */
  cost?(): { frames: number; calls: number; ms: number };
}

declare global {
  interface HTMLElement {
    moyoBoard?: Inspection;
  }
}

/** Attaches the queries to the element; returns the function that removes them. */
export function inspectable(element: HTMLElement, inspection: Inspection): () => void {
  element.moyoBoard = inspection;
  return () => delete element.moyoBoard;
}
