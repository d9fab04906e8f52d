// The sounds of the page, synthesized from tones and noise: no file to load. They know no device: the caller passes a
// context and a destination.

/** The destination of a sound, and when it starts. */
export interface Stage {
  context: BaseAudioContext;
  out: AudioNode;
  /** seconds, by the context's clock */
  at: number;
  /** -1 to 1: slight variation between sounds */
  vary: number;
}

/** A tone that rises in `attack` seconds and decays in `decay`. */
interface Tone {
  pitch: number;
  level: number;
  attack?: number;
  decay: number;
  delay?: number;
}

/** Inaudible. */
const SILENCE = 0.0003;

/** A gain that opens softly and closes like a struck body; its sound is never cut off. */
function envelope(stage: Stage, { level, attack = 0.002, decay, delay = 0 }: Omit<Tone, "pitch">) {
  const { context, out } = stage;
  const start = stage.at + delay;
  const end = start + attack + decay;
  const node = context.createGain();
  node.gain.setValueAtTime(0, start);
  node.gain.linearRampToValueAtTime(level, start + attack);
  node.gain.exponentialRampToValueAtTime(SILENCE, end);
  node.gain.linearRampToValueAtTime(0, end + 0.01);
  node.connect(out);
  return { node, start, end: end + 0.01 };
}

function tone(stage: Stage, sound: Tone): void {
  const { node, start, end } = envelope(stage, sound);
  const oscillator = stage.context.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.value = sound.pitch;
  oscillator.connect(node);
  oscillator.start(start);
  oscillator.stop(end);
}

/** The noise of a touch: noise around a pitch, always the same. */
function brush(stage: Stage, sound: Tone): void {
  const { context } = stage;
  const { node, start, end } = envelope(stage, sound);
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * (end - start)), context.sampleRate);
  const data = samples.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < data.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    data[i] = seed / 2 ** 31 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = samples;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = sound.pitch;
  band.Q.value = 1.4;
  source.connect(band).connect(node);
  source.start(start);
  source.stop(end);
}

/** A stone placed on wood: the touch of slate, the knock of the plank, and the body beneath it. */
function knock(stage: Stage, level: number, tune: number, delay = 0): void {
  const pitch = tune * (1 + 0.035 * stage.vary);
  brush(stage, { pitch: 2700 * pitch, level: 0.26 * level, attack: 0.0015, decay: 0.022, delay });
  tone(stage, { pitch: 1240 * pitch, level: 0.16 * level, decay: 0.045, delay });
  tone(stage, { pitch: 565 * pitch, level: 0.3 * level, decay: 0.085, delay });
  tone(stage, { pitch: 212 * pitch, level: 0.26 * level, attack: 0.004, decay: 0.12, delay });
}

/** Stones picked up together: short high clacks, stone on stone. */
function clack(stage: Stage, delay: number, pitch: number): void {
  const varied = pitch * (1 + 0.05 * stage.vary);
  brush(stage, { pitch: 2300 * varied, level: 0.13, attack: 0.003, decay: 0.03, delay });
  tone(stage, { pitch: 1710 * varied, level: 0.1, decay: 0.05, delay });
  tone(stage, { pitch: 930 * varied, level: 0.1, decay: 0.06, delay });
}

/** A bar of wood struck with a soft mallet. */
function bar(stage: Stage, pitch: number, level: number, delay: number, decay: number): void {
  tone(stage, { pitch, level, attack: 0.012, decay, delay });
  tone(stage, { pitch: 3.9 * pitch, level: 0.12 * level, attack: 0.006, decay: 0.18 * decay, delay });
}

/** Every sound, at its full volume. */
export const voices = {
  stone: (stage: Stage) => knock(stage, 1, 1),

  /** Captured stones; four or more sound like many. */
  take(stage: Stage, stones: number): void {
    for (let i = 0; i < Math.min(4, stones); i++) clack(stage, 0.09 + 0.055 * i, 1 + 0.07 * ((i * 2) % 3));
  },

  /** A disc that has fallen for that many milliseconds: it lands, and bounces once. */
  fall(stage: Stage, ms: number): void {
    knock(stage, 0.95, 0.78, ms / 1000);
    knock(stage, 0.35, 0.86, ms / 1000 + 0.1);
  },

  /** The game is over: three rising bars, after the last stone. */
  end(stage: Stage): void {
    bar(stage, 392, 0.2, 0.2, 0.8);
    bar(stage, 493.9, 0.18, 0.33, 0.8);
    bar(stage, 587.3, 0.2, 0.46, 1.1);
  },

  /** Time is running out: two even taps, unlike any stone. */
  low(stage: Stage): void {
    bar(stage, 740, 0.22, 0, 0.3);
    bar(stage, 740, 0.22, 0.18, 0.34);
  },

  /** It is the user's turn: two soft tones, a fourth apart. */
  turn(stage: Stage): void {
    bar(stage, 587.3, 0.18, 0, 0.5);
    bar(stage, 784, 0.18, 0.16, 0.6);
  },
};
