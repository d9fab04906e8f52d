// How somebody points at the page, for words that name it: with a finger one
// taps, with a mouse one clicks.
import { MediaQuery } from "svelte/reactivity";

type Pointing = "tap" | "click";

let coarse: MediaQuery | undefined;

/** Texts that tell somebody what to do come in both ways. */
export function pointing(): Pointing {
  if (typeof matchMedia !== "function") return "click";
  coarse ??= new MediaQuery("(pointer: coarse)");
  return coarse.current ? "tap" : "click";
}
