/** Listens to what a page sounds. */
import { vi } from "vitest";

let count = 0;

/** A loudspeaker that fails once a sound begins, which it counts. */
class Speaker {
  readonly state = "running";
  createGain(): never {
    count++;
    throw new Error("nobody hears it");
  }
}

/** Somebody has touched the page, so it sounds. The answer says how many sounds there were since; the first of a page comes after two frames. */
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
