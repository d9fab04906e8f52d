// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

import { settled, show } from "../testing/page.ts";
import DrawCanvas from "./DrawCanvas.svelte";
import { Editor, type Tool } from "./editor.svelte.ts";
import { grid } from "./testing/dice.ts";

let editor: Editor;
const tool = vi.fn<(tool: Tool) => void>();
const stage = () => document.querySelector<HTMLElement>("[role=application]")!;

beforeEach(async () => {
  tool.mockReset();
  editor = new Editor();
  editor.open(grid(3, 3));
  editor.tool = "select";
  await show(DrawCanvas, { editor, space: false, lines: [], ontool: tool });
});

/** Presses a key on the drawing; returns whether the drawing used it. */
async function key(name: string, init: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init });
  stage().dispatchEvent(event);
  await settled();
  return event.defaultPrevented;
}

it.each([
  ["ArrowUp", [0, 1]],
  ["ArrowDown", [0, -1]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
] as const)("moves what is chosen by a step with %s, as it is seen", async (arrow, [dx, dy]) => {
  const before = editor.sketch.points;
  editor.step = 0.5;
  editor.select([4]);
  expect(await key(arrow)).toBe(true);
  const [x, y] = before[4]!;
  expect(editor.sketch.points[4]!.slice(0, 2)).toEqual([x + dx / 2, y + dy / 2]);
  expect(editor.sketch.points.filter((point, p) => point !== before[p])).toHaveLength(1);
});

it("erases the selection, selects all, and requests tools", async () => {
  editor.select([0, 1]);
  await key("Delete");
  expect(editor.sketch.points).toHaveLength(7);
  await key("a", { ctrlKey: true });
  expect(editor.selected.size).toBe(7);
  expect(await key("l")).toBe(true);
  expect(tool.mock.calls).toEqual([["join"]]);
});

it("leaves keys that are not its own to the page", async () => {
  editor.select([0]);
  const before = editor.sketch;
  for (const [name, init] of [
    ["ArrowUp", { altKey: true }],
    ["ArrowUp", { ctrlKey: true }],
    ["l", { altKey: true }],
    ["x", {}],
    ["Tab", {}],
  ] as const)
    expect([name, await key(name, init)]).toEqual([name, false]);
  expect([editor.sketch === before, tool.mock.calls]).toEqual([true, []]);
});
