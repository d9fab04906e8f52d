/** How stones appear and disappear. */
import type { TransitionConfig } from "svelte/transition";

/** How long a stone takes to settle. */
const SETTLE_MS = 120;
/** How long a captured stone takes to disappear. */
export const STONE_MS = 140;

/** The initial scale of a new stone. */
const LIFTED = 0.06;

/** Reports whether the user prefers reduced motion. */
export function stillness(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Fast at first, gentle at the end; t and the result from 0 to 1. */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/**
 * A new stone: it is visible immediately, and only its size settles. If it faded in, it would be invisible while
 * frames are few.
 */
export const settling = (_: Element, still: boolean): TransitionConfig => ({
  duration: still ? 0 : SETTLE_MS,
  easing: easeOut,
  css: (t: number) => `transform: scale(${(1 + LIFTED * (1 - t)).toFixed(4)})`,
});

/** A stone that disappears: it may fade, since the user need not see it. */
export const leaving = (_: Element, still: boolean): TransitionConfig => ({
  duration: still ? 0 : STONE_MS,
  easing: easeOut,
  css: (t: number) => `opacity: ${t.toFixed(3)}; transform: scale(${(0.8 + 0.2 * t).toFixed(3)})`,
});
