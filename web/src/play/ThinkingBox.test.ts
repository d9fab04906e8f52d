// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";

import { lettered } from "../board/letters.ts";
import { grid } from "../board/testing/boards.ts";
import { thinkingWith } from "./testing/game.ts";
import ThinkingBox from "./ThinkingBox.svelte";

it("writes the computer's expected line in the players' notation", () => {
  const thinking = thinkingWith({ line: ["J8", "pass", "K9"] });
  const board = lettered(grid(15), "all");
  const box = mount(ThinkingBox, {
    target: document.body,
    props: { board, thinking, busy: true, queued: null },
  });
  flushSync();
  expect(document.body.textContent).toContain("I8 pass J9");
  void unmount(box);
});
