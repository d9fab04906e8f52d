// How the user points, for texts that name it: a finger taps, a mouse clicks.
import { MediaQuery } from "svelte/reactivity";

type Pointing = "tap" | "click";

let coarse: MediaQuery | undefined;

/** Instructions exist in both variants. */
export function pointing(): Pointing {
  if (typeof matchMedia !== "function") return "click";
  coarse ??= new MediaQuery("(pointer: coarse)");
  return coarse.current ? "tap" : "click";
}
