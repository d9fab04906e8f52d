// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import TableLayout from "./TableLayout.svelte";

let mounted: ReturnType<typeof mount> | undefined;

// The size of the window is asked for as soon as the modules are there.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false })));

// Nothing is laid out here.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
});

const part = createRawSnippet(() => ({ render: () => "<p></p>" }));

function moreNames(names?: number): string {
  mounted = mount(TableLayout, {
    target: document.body,
    props: {
      heading: "Game",
      middleLabel: "Middle",
      detailsLabel: "Details",
      board: part,
      status: part,
      middle: part,
      details: part,
      bar: part,
      ...(names ? { names } : {}),
    },
  });
  flushSync();
  return document.querySelector<HTMLElement>(".game")!.style.getPropertyValue("--more-names");
}

it.each([
  [undefined, "0"],
  [2, "0"],
  [3, "1"],
  [4, "2"],
])("takes from the board what more than two names need: %s", (names, more) => {
  expect(moreNames(names)).toBe(more);
});
