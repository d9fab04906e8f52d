/** How stones come and go. */
import type { TransitionConfig } from "svelte/transition";

/** How long a stone takes to settle. */
const SETTLE_MS = 120;
/** How long one that was captured takes to leave. */
export const STONE_MS = 140;

/** How much larger a stone is when it comes. */
const LIFTED = 0.06;

/** Whether the person asked the system for less motion. */
export function stillness(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Fast at first, gentle at the end; t and the result from 0 to 1. */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/**
 * A stone that comes: it is there at once and settles by its size alone. Were it to
 * fade in, one would not see it where frames are few.
 */
export const settling = (_: Element, still: boolean): TransitionConfig => ({
  duration: still ? 0 : SETTLE_MS,
  easing: easeOut,
  css: (t: number) => `transform: scale(${(1 + LIFTED * (1 - t)).toFixed(4)})`,
});

/** A stone that leaves: it may fade, since nobody needs to see it. */
export const leaving = (_: Element, still: boolean): TransitionConfig => ({
  duration: still ? 0 : STONE_MS,
  easing: easeOut,
  css: (t: number) => `opacity: ${t.toFixed(3)}; transform: scale(${(0.8 + 0.2 * t).toFixed(3)})`,
});
