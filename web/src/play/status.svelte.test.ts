// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ConnectionState } from "../lib/server/connection.ts";
import { viewWith } from "./testing/game.ts";
import Status from "./Status.svelte";

let mounted: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  vi.useRealTimers();
});

function show(waiting: number) {
  const props = $state({
    view: viewWith({ you: "black", waiting }),
    board: null,
    connection: "open" as ConnectionState,
    review: null,
    number: 0,
    notice: "",
    bad: false,
    advice: "",
    ratings: [],
  });
  mounted = mount(Status, { target: document.body, props });
  flushSync();
  const after = (ms: number) => {
    flushSync();
    vi.advanceTimersByTime(ms);
    flushSync();
    return /Reconnecting|You are offline/.exec(document.body.textContent)?.[0] ?? "";
  };
  return { props, after };
}

it("ignores a very short loss of the connection", () => {
  const { props, after } = show(0);
  props.connection = "lost";
  expect(after(2000)).toBe("");
  props.connection = "open";
  expect(after(5000)).toBe("");
  props.connection = "lost";
  expect(after(2000)).toBe("");
});

it("reports a longer loss, until the connection is back", () => {
  const { props, after } = show(0);
  props.connection = "lost";
  expect(after(3100)).toBe("Reconnecting");
  props.connection = "open";
  expect(after(0)).toBe("");
});

it("reports it sooner while the user's own move waits", () => {
  const { props, after } = show(1);
  props.connection = "lost";
  expect(after(400)).toBe("");
  expect(after(200)).toBe("Reconnecting");
  dispatchEvent(new Event("offline"));
  expect(after(0)).toBe("You are offline");
  props.connection = "open";
  expect(after(5000)).toBe("You are offline");
  dispatchEvent(new Event("online"));
  expect(after(0)).toBe("");
});
