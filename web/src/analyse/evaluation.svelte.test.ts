// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import type { Thinking } from "../wire.ts";
import Evaluation from "./Evaluation.svelte";

const thinkingOf = (...points: number[]): Thinking => ({
  turn: "black",
  color: "black",
  done: false,
  value: 0.5,
  mate: 0,
  solved: false,
  depth: 0,
  book: false,
  rough: false,
  nodes: 6,
  unit: "playout",
  perSecond: 1,
  lead: 0,
  counts: false,
  elapsed: 1,
  line: [],
  candidates: points.map((point) => ({
    point,
    move: String(point),
    visits: 10,
    value: 0.5,
    mate: 0,
    solved: false,
    line: [],
  })),
});

it("keeps its rows while they have the focus, releases them when the focused row disappears, and marks rough values", () => {
  const nothing = () => undefined;
  const props = $state({
    board: grid(9),
    thinking: thinkingOf(1, 2, 3),
    queued: null,
    on: true,
    over: false,
    excluded: [],
    most: 8,
    passing: false,
    owning: false,
    onmany: nothing,
    onpassing: nothing,
    onowning: nothing,
    online: nothing,
    onswitch: nothing,
    onplay: nothing,
    onexclude: nothing,
    onincludeall: nothing,
  });
  const box = mount(Evaluation, { target: document.body, props });
  const rows = () =>
    [...document.querySelectorAll("tbody tr td:first-child button")].map((td) => td.textContent);
  const find = (...points: number[]) => {
    props.thinking = thinkingOf(...points);
    flushSync();
    return rows();
  };
  flushSync();
  document.querySelector<HTMLButtonElement>("tbody tr:nth-child(2) button")?.focus();
  expect(find(3, 2, 1)).toEqual(["1", "2", "3"]);
  expect(find(4, 3, 2, 1)).toEqual(["1", "2", "3", "4"]);
  expect(find(4, 3, 1)).toEqual(["4", "3", "1"]);
  expect(document.body.textContent).not.toContain("rough");
  props.thinking = { ...thinkingOf(1), rough: true };
  flushSync();
  expect(document.body.textContent).toContain("a rough estimate");
  void unmount(box);
});
