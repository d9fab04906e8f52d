/** How long stones take to come and go. */

export const STONE_MS = 140;

/** Whether the person asked the system for less motion. */
export function stillness(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Fast at first, gentle at the end; t and the result from 0 to 1. */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;
