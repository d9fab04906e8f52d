// Plays the sounds of voices.ts at the user's volume. Browsers allow sound only after the user's first input: until
// then it is silent, and creates nothing that the browser would complain about.
import { settings } from "./settings.svelte.ts";
import { voices, type Stage } from "./voices.ts";

let context: AudioContext | null = null;

/** A stone is placed and captures `captures` stones. */
export function click(captures = 0): void {
  play(voices.stone);
  if (captures > 0) take(captures);
}

/** Stones are captured. */
export function take(stones: number): void {
  play((stage) => voices.take(stage, stones));
}

/** A disc lands after falling for that many milliseconds. */
export function drop(ms: number): void {
  play((stage) => voices.fall(stage, ms));
}

/** The game is over. */
export function finish(): void {
  play(voices.end);
}

/** Time is running out. */
export function warn(): void {
  play(voices.low);
}

/** It is the user's turn. */
export function chime(): void {
  play(voices.turn);
}

/** The middle of the slider sounds about half as loud. */
const gainOf = (volume: number): number => Math.min(1, Math.max(0, volume / 100)) ** 2;

/** How long the first sound waits, in milliseconds: two frames. */
const AFTER_PAINT = 32;

/** Making the context takes up to a tenth of a second: the stone must be visible first. */
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
    // No audio device: the board works without sound.
  }
}
