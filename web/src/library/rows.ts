// A long list of which only what is seen is drawn: rows of one height, and the window that scrolls.

/** Rows beyond the edge that are drawn before they are seen. */
const AROUND = 6;

/** What of a list is in the window: how far its top is above the window's, and how high the window is. */
export interface Seen {
  above: number;
  height: number;
}

/** The rows that are drawn: from the first up to, not with, the last. */
export function rowsIn({ above, height }: Seen, row: number, count: number): [from: number, to: number] {
  const from = Math.floor(above / row) - AROUND;
  const to = Math.ceil((above + height) / row) + AROUND;
  return [Math.min(count, Math.max(0, from)), Math.max(0, Math.min(count, to))];
}

/** How far to scroll so that a row is seen whole, below 0 for up; room is left for what lies over the edges. */
export function scrollTo({ above, height }: Seen, row: number, index: number, room = 8): number {
  const top = index * row - above;
  if (top < room) return top - room;
  return Math.max(0, top + row + room - height);
}
