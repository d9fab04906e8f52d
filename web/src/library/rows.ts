// A long list that draws only the visible rows: rows of equal height, and a scrolling window.

/** Rows that are drawn beyond each edge. */
const AROUND = 6;

/** The visible part of a list: how far its top is above the window's, and the window's height. */
export interface Seen {
  above: number;
  height: number;
}

/** The rows to draw: from the first up to, not including, the last. */
export function rowsIn({ above, height }: Seen, row: number, count: number): [from: number, to: number] {
  const from = Math.floor(above / row) - AROUND;
  const to = Math.ceil((above + height) / row) + AROUND;
  return [Math.min(count, Math.max(0, from)), Math.max(0, Math.min(count, to))];
}

/** How far to scroll to make a row fully visible, below 0 for up; including a margin for what covers the edges. */
export function scrollTo({ above, height }: Seen, row: number, index: number, room = 8): number {
  const top = index * row - above;
  if (top < room) return top - room;
  return Math.max(0, top + row + room - height);
}
