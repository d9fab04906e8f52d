// Plays the sounds of voices.ts, as loud as the person likes. Browsers let a
// page sound only after somebody has touched it: until then it keeps still,
// and makes nothing that the browser would complain about.
import { settings } from "./settings.svelte.ts";
import { voices, type Stage } from "./voices.ts";

let context: AudioContext | null = null;

/** A stone on the board, which takes so many. */
export function click(captures = 0): void {
  play(voices.stone);
  if (captures > 0) take(captures);
}

/** So many stones are taken off the board. */
export function take(stones: number): void {
  play((stage) => voices.take(stage, stones));
}

/** A disc that has fallen for so many milliseconds. */
export function drop(ms: number): void {
  play((stage) => voices.fall(stage, ms));
}

/** The game is over. */
export function finish(): void {
  play(voices.end);
}

/** Time runs short. */
export function warn(): void {
  play(voices.low);
}

/** It is somebody's turn. */
export function chime(): void {
  play(voices.turn);
}

/** Half the way of the slider is about half as loud to the ear. */
const gainOf = (volume: number): number => Math.min(1, Math.max(0, volume / 100)) ** 2;

/** How long the first sound waits, in milliseconds: two frames. */
const AFTER_PAINT = 32;

/** Making the context takes up to a tenth of a second: first the stone is seen that is to be heard. */
function play(sound: (stage: Stage) => void): void {
  if (settings.volume <= 0 || !navigator.userActivation.hasBeenActive) return;
  if (context) sing(sound);
  else setTimeout(() => sing(sound), AFTER_PAINT);
}

function sing(sound: (stage: Stage) => void): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = gainOf(settings.volume);
    out.connect(context.destination);
    sound({ context, out, at: context.currentTime, vary: 2 * Math.random() - 1 });
  } catch {
    // No audio device: a silent board plays as well.
  }
}
