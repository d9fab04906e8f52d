import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { ServerMessage } from "../wire.ts";
import { Pace } from "./pace.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const moved = (by: string, version: number) => ({ event: { kind: "moved", by, version } }) as ServerMessage;
const ack = { ack: { id: "a", version: 1, you: "black" } } as ServerMessage;

function paced() {
  const seen: [ServerMessage, number][] = [];
  const pace = new Pace((message, at) => seen.push([message, at]));
  return { pace, seen, messages: () => seen.map(([message]) => message) };
}

describe("the reply", () => {
  it("comes a quarter of a second after one's own stone, at the earliest", () => {
    const { pace, seen } = paced();
    pace.played(1000);
    pace.receive(moved("black", 1), 1020, "black");
    pace.receive(ack, 1020, "black");
    expect(seen).toHaveLength(2);
    pace.receive(moved("white", 2), 1030, "black");
    vi.advanceTimersByTime(219);
    expect(seen).toHaveLength(2);
    vi.advanceTimersByTime(1);
    // The clocks count from the moment when it came.
    expect(seen[2]).toEqual([moved("white", 2), 1030]);
  });

  it("is followed by what came after it, in order", () => {
    const { pace, messages } = paced();
    pace.played(0);
    pace.receive(moved("white", 2), 10, "black");
    pace.receive(ack, 20, "black");
    pace.receive(moved("black", 3), 30, "black");
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(240);
    expect(messages()).toEqual([moved("white", 2), ack, moved("black", 3)]);
    pace.receive(ack, 300, "black");
    expect(messages()).toHaveLength(4);
  });

  it("is not held back when it comes later, nor for somebody who watches", () => {
    const { pace, messages } = paced();
    pace.receive(moved("white", 2), 5);
    pace.played(100);
    pace.receive(moved("white", 4), 350, "black");
    expect(messages()).toHaveLength(2);
  });

  it("is handed on when the line is lost, and dropped when the game is left", () => {
    const { pace, messages } = paced();
    pace.played(0);
    pace.receive(moved("white", 2), 10, "black");
    pace.flush();
    expect(messages()).toHaveLength(1);
    pace.receive(moved("white", 4), 20, "black");
    pace.stop();
    vi.advanceTimersByTime(1000);
    expect(messages()).toHaveLength(1);
  });
});
