// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";

import TableLayout from "./TableLayout.svelte";

let mounted: ReturnType<typeof mount> | undefined;

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
