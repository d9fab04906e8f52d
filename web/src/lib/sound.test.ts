// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The calls of a context. */
let made: number;
let gains: number[];
let touched: boolean;

class Param {
  value = 0;
  setValueAtTime() {}
  linearRampToValueAtTime() {}
  exponentialRampToValueAtTime() {}
}
const node = () => {
  const it = { gain: new Param(), frequency: new Param(), Q: new Param(), start() {}, stop() {} };
  return Object.assign(it, { connect: (to: unknown) => to });
};

class Context {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  #nodes: { gain: Param }[] = [];
  constructor() {
    made++;
  }
  createGain() {
    const gain = node();
    this.#nodes.push(gain);
    if (this.#nodes.length === 1) queueMicrotask(() => gains.push(gain.gain.value));
    return gain;
  }
  createOscillator = node;
  createBiquadFilter = node;
  createBufferSource = node;
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

beforeEach(() => {
  vi.useFakeTimers();
  made = 0;
  gains = [];
  touched = false;
  vi.resetModules();
  vi.stubGlobal("AudioContext", Context);
  Object.assign(navigator, {
    userActivation: {
      get hasBeenActive() {
        return touched;
      },
    },
  });
});

/** The freshly loaded module, at that volume. */
async function load(volume: number) {
  const { settings } = await import("./settings.svelte.ts");
  settings.volume = volume;
  return import("./sound.ts");
}

describe("sound", () => {
  it("makes no context before the user's first input", async () => {
    const sound = await load(50);
    sound.click();
    sound.finish();
    expect(made).toBe(0);
    touched = true;
    sound.click();
    sound.click(3);
    expect(made, "first the stone is painted").toBe(0);
    vi.runAllTimers();
    expect(made).toBe(1);
    await Promise.resolve();
    expect(gains).toEqual([0.25]);
  });

  it("is silent at volume 0", async () => {
    const sound = await load(0);
    touched = true;
    sound.drop(100);
    vi.runAllTimers();
    expect(made).toBe(0);
  });
});
