/** Counts the sounds of a page. */
import { vi } from "vitest";

let count = 0;

/** An audio output that counts the sounds that start, and then fails. */
class Speaker {
  readonly state = "running";
  createGain(): never {
    count++;
    throw new Error("no audio device");
  }
}

/**
 * The page gets its first input, so it may play sounds. Returns a function that counts the sounds since; the first of a page comes after
 * two frames.
 */
export function sounds(): () => number {
  count = 0;
  vi.stubGlobal("AudioContext", Speaker);
  Object.defineProperty(navigator, "userActivation", {
    value: { hasBeenActive: true },
    configurable: true,
    writable: true,
  });
  return () => count;
}
