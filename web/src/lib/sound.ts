// The click of a stone on wood, made from noise and two short tones, and the
// warning that time runs short: no file to load.

let context: AudioContext | null = null;

/** Plays one short wooden click; captures sound a little lower and longer. */
export function click(captures = 0): void {
  play((ctx) => knock(ctx, 0, captures > 0 ? 0.09 : 0.05, captures > 0 ? 620 : 900));
}

/** A disc that has fallen for so many milliseconds: it lands hard, and bounces once. */
export function drop(ms: number): void {
  play((ctx) => {
    knock(ctx, ms / 1000, 0.07, 420);
    knock(ctx, ms / 1000 + 0.09, 0.03, 520);
  });
}

/** Time runs short: two soft high tones, unlike any stone. */
export function warn(): void {
  play((ctx) => {
    tone(ctx, 0, 880);
    tone(ctx, 0.16, 880);
  });
}

/** Two soft tones, a fourth apart: it is somebody's turn. */
export function chime(): void {
  play((ctx) => {
    tone(ctx, 0, 660);
    tone(ctx, 0.16, 880);
  });
}

function tone(ctx: AudioContext, delay: number, pitch: number): void {
  const start = ctx.currentTime + delay;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.0005, start);
  gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + 0.5);
  const note = ctx.createOscillator();
  note.type = "sine";
  note.frequency.value = pitch;
  note.connect(gain).connect(ctx.destination);
  note.start(start);
  note.stop(start + 0.5);
}

function play(sound: (ctx: AudioContext) => void): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    sound(context);
  } catch {
    // No audio device: a silent board plays as well.
  }
}

function knock(ctx: AudioContext, delay: number, length: number, pitch: number): void {
  const start = ctx.currentTime + delay;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.22, start);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  const band = ctx.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 3;
  band.connect(gain).connect(ctx.destination);

  const noise = ctx.createBufferSource();
  const samples = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  noise.buffer = samples;
  noise.connect(band);
  noise.start(start);

  const tone = ctx.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.2, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  tone.connect(gain);
  tone.start(start);
  tone.stop(start + length);
}
