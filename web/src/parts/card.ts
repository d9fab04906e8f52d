// The position of a small card beside the word that it explains.

/** A box in the window, in pixels. */
type Box = Pick<DOMRect, "left" | "top" | "bottom">;

interface Size {
  width: number;
  height: number;
}

/** The gap between a card and its word, and between it and the window's edge. */
const GAP = 8;

/** The card's corner: under the word if there is room, else above it, and always inside the window. */
export function besideWord(word: Box, card: Size, room: Size): { left: number; top: number } {
  const below = word.bottom + GAP;
  const above = word.top - GAP - card.height;
  const fits = below + card.height + GAP <= room.height;
  const top = fits || above < GAP ? Math.min(below, room.height - GAP - card.height) : above;
  const left = Math.min(word.left, room.width - GAP - card.width);
  return { left: Math.max(GAP, left), top: Math.max(GAP, top) };
}
