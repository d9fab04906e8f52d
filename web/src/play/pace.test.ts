import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { ServerMessage } from "../wire.ts";
import { Pace } from "./pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => setTimeout(call, frameMs));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  frameMs = 16;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The interval of frames. */
let frameMs = 16;

const moved = (by: string, version: number) => ({ event: { kind: "moved", by, version } }) as ServerMessage;
const ack = { ack: { id: "a", version: 1, you: "black" } } as ServerMessage;

function paced() {
  const seen: [ServerMessage, number][] = [];
  const pace = new Pace((message, at) => seen.push([message, at]));
  return { pace, seen, messages: () => seen.map(([message]) => message) };
}

const played = (pace: Pace) => pace.played(performance.now());
const receive = (pace: Pace, message: ServerMessage, you = "black") =>
  pace.receive(message, performance.now(), you);

describe("the reply", () => {
  it("is shown a quarter of a second after one's own stone is painted", () => {
    const { pace, seen } = paced();
    played(pace);
    vi.advanceTimersByTime(20);
    receive(pace, moved("black", 1));
    receive(pace, ack);
    expect(seen).toHaveLength(2);
    vi.advanceTimersByTime(10);
    const came = performance.now();
    receive(pace, moved("white", 2));
    vi.advanceTimersByTime(2 * 16 + 249 - 30);
    expect(seen).toHaveLength(2);
    vi.advanceTimersByTime(1);
    // The clocks count from the moment when it arrived.
    expect(seen[2]).toEqual([moved("white", 2), came]);
  });

  it.each([100, 400])("waits for the stone with frames %i ms apart", (ms) => {
    frameMs = ms;
    const { pace, messages } = paced();
    played(pace);
    vi.advanceTimersByTime(10);
    receive(pace, moved("white", 2));
    vi.advanceTimersByTime(2 * ms + 249 - 10);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages()).toHaveLength(1);
  });

  it("is shown although nothing is painted, as in a background tab", () => {
    frameMs = 1e9;
    const { pace, messages } = paced();
    played(pace);
    receive(pace, moved("white", 2));
    vi.advanceTimersByTime(1999);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages()).toHaveLength(1);
    receive(pace, moved("white", 4));
    expect(messages()).toHaveLength(2);
  });

  it("is followed by later messages, in order", () => {
    const { pace, messages } = paced();
    played(pace);
    receive(pace, moved("white", 2));
    receive(pace, ack);
    vi.advanceTimersByTime(100);
    receive(pace, moved("black", 3));
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(messages()).toEqual([moved("white", 2), ack, moved("black", 3)]);
    receive(pace, ack);
    expect(messages()).toHaveLength(4);
  });

  it("waits after every stone, and only for the last one's frames", () => {
    const { pace, messages } = paced();
    played(pace);
    vi.advanceTimersByTime(20);
    played(pace); // again, as after a lost connection
    receive(pace, moved("white", 2));
    vi.advanceTimersByTime(2 * 16 + 249);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages()).toHaveLength(1);
    played(pace);
    receive(pace, moved("white", 4));
    vi.advanceTimersByTime(2 * 16 + 249);
    expect(messages()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(messages()).toHaveLength(2);
  });

  it("waits each time, although one has already waited and been shown", () => {
    const { pace, messages } = paced();
    for (const version of [2, 4, 6]) {
      const before = messages().length;
      played(pace);
      vi.advanceTimersByTime(2 * 16 + 10); // the stone is painted
      receive(pace, moved("white", version));
      vi.advanceTimersByTime(239);
      expect(messages()).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(messages()).toHaveLength(before + 1);
    }
  });

  it("does not wait if it arrives later, nor for spectators", () => {
    const { pace, messages } = paced();
    receive(pace, moved("white", 2), "");
    played(pace);
    vi.advanceTimersByTime(2 * 16 + 250);
    receive(pace, moved("white", 4));
    expect(messages()).toHaveLength(2);
  });

  it("is delivered when the connection is lost, and dropped when the user leaves the game", () => {
    const { pace, messages } = paced();
    played(pace);
    receive(pace, moved("white", 2));
    pace.flush();
    expect(messages()).toHaveLength(1);
    receive(pace, moved("white", 4));
    pace.stop();
    vi.advanceTimersByTime(10_000);
    expect(messages()).toHaveLength(1);
  });
});
