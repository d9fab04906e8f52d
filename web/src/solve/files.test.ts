// @vitest-environment jsdom
import { expect, it, vi } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { ApiError } from "../lib/server/api.ts";
import { all, fill, press, read, show, the } from "../testing/page.ts";
import { serve } from "../testing/server.ts";
import type { Tsumego } from "../wire.ts";
import { emptyProblem } from "./draft.ts";
import Files from "./Files.svelte";
import type { Solving } from "./solving.svelte.ts";

const problem = (id: string): Tsumego => ({ ...emptyProblem(grid(3)), id });
const list = (...ids: string[]) => ({ problems: ids.map(problem), errors: [], more: false });

/** Parses pasted text, each time with the next of those answers. */
async function shown(...answers: unknown[]) {
  const take = vi.fn((p: Tsumego) => Promise.resolve(void p));
  serve({ "POST /api/tsumego/read": () => answers.shift() });
  await show(Files, { solving: { draft: problem(""), shown: problem(""), take } as unknown as Solving });
  return {
    taken: () => take.mock.calls.map(([p]) => p.id),
    paste: async (text: string) => {
      await fill(document.querySelector("textarea") as unknown as HTMLInputElement, text);
      await press(the("button", "Read text"));
      return read(".said");
    },
  };
}

it("opens a single problem immediately, and offers a choice between several", async () => {
  const { paste, taken } = await shown(list("one"), list("two", "three"));
  expect(await paste("1")).toBe("Opened: one.");
  expect([taken(), all("choice", "Which problem")]).toEqual([["one"], []]);
  expect(await paste("2")).toBe("2 problems: choose one.");
  await fill(the("choice", "Which problem"), "2. three");
  expect(taken()).toEqual(["one", "three"]);
});

it.each([
  ["one problem", list("one"), "Opened: one."],
  ["none", list(), "It contains no problem."],
  ["nothing that can be read", new ApiError(400, "Decline."), "Decline."],
])("offers no problem of what was read before, where there is %s", async (_, next, said) => {
  const { paste } = await shown(list("a", "b"), next);
  await paste("2");
  expect(all("choice", "Which problem")).toHaveLength(1);
  expect(await paste("1")).toBe(said);
  expect(all("choice", "Which problem")).toEqual([]);
});
