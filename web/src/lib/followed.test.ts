// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Followed } from "./followed.svelte.ts";
import { request } from "./server/api.ts";
import { AGAIN } from "./server/stream.ts";

interface Thing {
  version: number;
}

class FakeSource {
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: (e: { data: string }) => void = () => {};
  onerror: () => void = () => {};

  constructor() {
    sources.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  say(version: number): void {
    this.onmessage({ data: JSON.stringify(at(version)) });
  }

  /** As browsers do if the answer is an error. */
  refuse(): void {
    this.close();
    this.onerror();
  }
}

let sources: FakeSource[];
/** The answers to requests, in turn. */
let answers: ((it: Thing) => void)[];
let live: Followed<Thing>;

const at = (version: number): Thing => ({ version });
const ask = () => request<Thing>("GET", "/api/thing");
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  sources = [];
  answers = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal(
    "fetch",
    () => new Promise<Response>((resolve) => answers.push((it) => resolve(Response.json(it)))),
  );
  live = new Followed(ask, "/api/thing/events");
  await settled();
  answers[0]!(at(1));
  await settled();
});

afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("takes new states, and drops an answer that is older than an event", async () => {
  void live.act(ask());
  await settled();
  sources[0]!.say(3);
  expect(live.now?.version).toBe(3);
  answers[1]!(at(2));
  await settled();
  expect(live.now?.version).toBe(3);
  sources[0]!.say(4);
  expect(live.now?.version).toBe(4);
});

it("retries a refused stream, until the page leaves it", () => {
  sources[0]!.refuse();
  vi.advanceTimersByTime(AGAIN);
  sources[1]!.say(2);
  expect(live.now?.version).toBe(2);
  sources[1]!.onerror(); // a broken connection: browsers reconnect by themselves
  vi.advanceTimersByTime(AGAIN);
  expect(sources).toHaveLength(2);
  sources[1]!.refuse();
  live.close();
  vi.advanceTimersByTime(AGAIN);
  expect(sources).toHaveLength(2);
});
