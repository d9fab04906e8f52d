// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { AnalysisPosition, AnalysisReply, AnalysisRequest } from "../wire.ts";
import { Looking } from "./looking.svelte.ts";

/** A socket that records sent messages. */
class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: AnalysisRequest[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (e: { data: string }) => void = () => {};
  constructor() {
    sockets.push(this);
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as AnalysisRequest);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  say(reply: Partial<AnalysisReply>): void {
    this.onmessage({ data: JSON.stringify(reply) });
  }
}

let sockets: Socket[];
let looking: Looking;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  sockets = [];
  looking = new Looking();
});
afterEach(() => looking.close());

const at = (moves: string[], board = "grid:9") =>
  looking.look({ board, rules: "weiqi", stones: "", toPlay: "", moves });
const position = (stones: string) => ({ stones, state: { opening: null } }) as AnalysisPosition;

it("shows the answer to the last request, and no other", () => {
  at(["C3"]);
  at(["C3", "D4"]);
  const [line] = sockets;
  line!.open();
  expect(line!.sent.map(({ id, moves }) => [id, moves])).toEqual([[2, ["C3", "D4"]]]);
  line!.say({ id: 1, position: position("x") });
  expect([looking.position, looking.current]).toEqual([null, false]);
  line!.say({ id: 2, position: position("xo") });
  expect([looking.position?.stones, looking.current]).toEqual(["xo", true]);
});

it("keeps the last position until the next one arrives, unless the board differs", () => {
  at([]);
  sockets[0]!.open();
  sockets[0]!.say({ id: 1, position: position("x") });
  at(["C3"]);
  expect([looking.position?.stones, looking.current]).toEqual(["x", false]);
  at([], "grid:13");
  expect(looking.position).toBeNull();
});

it("repeats unanswered requests on a new connection, and no others", () => {
  at([]);
  sockets[0]!.open();
  sockets[0]!.close();
  vi.advanceTimersByTime(1000);
  sockets[1]!.open();
  expect(sockets[1]!.sent).toHaveLength(1);
  sockets[1]!.say({ id: 1, position: position("x") });
  sockets[1]!.close();
  vi.advanceTimersByTime(1000);
  sockets[2]!.open();
  expect(sockets[2]!.sent).toEqual([]);
});

it("shows an error until the next request", () => {
  at(["Z9"]);
  sockets[0]!.open();
  sockets[0]!.say({ id: 1, problem: "there is no point Z9" });
  expect(looking.problem).toBe("There is no point Z9.");
  at([]);
  expect(looking.problem).toBe("");
});
