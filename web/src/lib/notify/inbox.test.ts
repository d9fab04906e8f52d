// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

import { heard } from "../../testing/recorded/game.ts";
import { sounds } from "../../testing/sounds.ts";
import { remember, settings } from "../settings.svelte.ts";
import { inbox } from "./inbox.svelte.ts";
import { LOOK } from "./lead.ts";

/** What other tabs of the browser receive. */
class Channel {
  static told: unknown[] = [];
  static onmessage: (e: { data: unknown }) => void;
  set onmessage(hear: (e: { data: unknown }) => void) {
    Channel.onmessage = hear;
  }
  postMessage(message: unknown) {
    Channel.told.push(message);
  }
  close() {}
}

/** The connection of the tab that listens for all. */
class Source {
  static readonly CLOSED = 2;
  static all: Source[] = [];
  readyState = 1;
  onmessage: (e: { data: string }) => void = () => {};
  constructor() {
    Source.all.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

/** After this time the first sound of a page plays. */
const FRAMES = 32;

let visible = true;
let games = 0;

/** Makes the page visible or hidden. */
function look(now: boolean): void {
  visible = now;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** One more game waits for the user; returns how many times the sound has played since the last call. */
function another(): number {
  const sounded = sounds();
  const waiting = Array.from({ length: ++games }, (_, i) => ({ ...heard[0]!.snapshot!.game, id: `g${i}` }));
  Source.all.at(-1)!.onmessage({ data: JSON.stringify({ waiting, notifications: [] }) });
  vi.advanceTimersByTime(FRAMES);
  return sounded();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (visible ? "visible" : "hidden"));
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("EventSource", Source);
  [Channel.told, Source.all, games, visible] = [[], [], 0, true];
  inbox.list = { waiting: [], notifications: [] };
  settings.turnSound = true;
  const stop = inbox.start();
  look(true);
  return stop;
});

it("plays one sound for a waiting game while all tabs are hidden", () => {
  expect(another()).toBe(0);
  look(false);
  expect(another()).toBe(1);
  games--;
  expect(another()).toBe(0);
  settings.turnSound = false;
  expect(another()).toBe(0);
});

it("stays silent while another tab of the browser is visible, and slightly longer", () => {
  look(false);
  remember("moyo.seen", Date.now());
  expect(another()).toBe(0);
  vi.advanceTimersByTime(2 * LOOK - 1 - FRAMES);
  expect(another()).toBe(0);
  expect(another()).toBe(1);
});

it("listens for all tabs over one connection, until it is left", () => {
  expect(Source.all).toHaveLength(1);
  another();
  expect(Channel.told.at(-1)).toMatchObject({ type: "inbox", inbox: { waiting: [{ id: "g0" }] } });
  Channel.told = [];
  Channel.onmessage({ data: { type: "hello" } });
  expect(Channel.told).toHaveLength(1);
  dispatchEvent(new Event("pagehide"));
  expect(Source.all[0]!.readyState).toBe(Source.CLOSED);
  vi.advanceTimersByTime(10 * LOOK);
  expect(Source.all).toHaveLength(1);
  dispatchEvent(new Event("pageshow"));
  expect(Source.all).toHaveLength(2);
});
