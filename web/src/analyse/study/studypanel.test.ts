// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

import { all, press, show, the } from "../../testing/page.ts";
import type { StudyRequest } from "../../wire.ts";
import type { StudySession } from "./session.svelte.ts";
import StudyPanel from "./StudyPanel.svelte";

const ask = vi.fn<(request: Omit<StudyRequest, "id">) => void>();
beforeEach(() => ask.mockReset());

/** Shows the chapters with those names, to a user who may or may not change them. */
function chapters(names: string[], mayEdit = true): Promise<void> {
  const session = {
    id: "s",
    study: {
      head: { title: "Ladders", owner: "Ada", edit: "owner" },
      chapters: names.map((name, i) => ({ id: i + 1, name, board: "grid:9", rules: "weiqi", nodes: 1 })),
      editors: [],
    },
    chapter: 1,
    mayEdit,
    owns: false,
    ask,
    pick: () => {},
  };
  return show(StudyPanel, { session: session as unknown as StudySession, onadd: () => {} });
}

it.each([
  [1, ["Move down", "Delete"]],
  [2, ["Move up", "Move down", "Delete"]],
  [3, ["Move up", "Delete"]],
])("moves chapter %i of three only where there is a place", async (number, may) => {
  await chapters(["One", "Two", "Three"]);
  await press(all("button", /^Edit /)[number - 1]!);
  const buttons = all("button", /^(Move|Delete)/);
  expect(buttons.filter((b) => !b.disabled).map((b) => b.textContent)).toEqual(may);
});

it("asks for the place before or after, and deletes after confirmation", async () => {
  await chapters(["One", "Two", "Three"]);
  await press(the("button", "Edit Two"));
  await press(the("button", "Move up"));
  await press(the("button", "Move down"));
  expect(ask.mock.calls.map(([request]) => request)).toEqual([
    { type: "arrange", chapter: 2, at: 0 },
    { type: "arrange", chapter: 2, at: 2 },
  ]);
  await press(the("button", "Delete"));
  expect(ask).toHaveBeenCalledTimes(2);
  await press(all("button", "Delete").at(-1)!);
  expect(ask).toHaveBeenLastCalledWith({ type: "drop", chapter: 2 });
});

it("keeps the only chapter, and lets users change only what they may", async () => {
  await chapters([""]);
  await press(the("button", "Edit Chapter 1"));
  expect(all("button", /^(Move|Delete)/).filter((b) => !b.disabled)).toEqual([]);
  await chapters(["One", "Two"], false);
  expect(all("button", /^(Change|Add)/)).toEqual([]);
});
