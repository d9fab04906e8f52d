/** What tests ask a board's element: where a point is on the page, and what drawing costs. */

interface Inspection {
  /** Pixels from the top left of the element; `seen` is false where something hides the point. */
  placeOf(point: number): { x: number; y: number; seen: boolean };
  /** Frames so far, and draw calls and script milliseconds of the last one; only of WebGL views. */
  cost?(): { frames: number; calls: number; ms: number };
}

declare global {
  interface HTMLElement {
    moyoBoard?: Inspection;
  }
}

/** Hangs the answers on the element; returns the function that takes them off. */
export function inspectable(element: HTMLElement, inspection: Inspection): () => void {
  element.moyoBoard = inspection;
  return () => delete element.moyoBoard;
}
