import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { LibraryExplored } from "../../wire.ts";
import { Explorer } from "./explorer.svelte.ts";

const at = (...moves: string[]) => ({ board: "grid:9", rules: "weiqi", stones: "", toPlay: "", moves });
const found = (times: number, whole = true): LibraryExplored => ({
  times,
  moves: [],
  years: [],
  games: [],
  whole,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("asks where somebody stays, once, and not where they pass by", async () => {
  const ask = vi.fn().mockResolvedValueOnce(found(3)).mockResolvedValueOnce(found(9));
  const explorer = new Explorer(ask);
  explorer.look(at("E5"));
  await vi.advanceTimersByTimeAsync(100);
  explorer.look(at("E5", "C3"));
  await vi.runAllTimersAsync();
  expect(ask.mock.calls.map(([position]) => position.moves.length)).toEqual([2]);
  expect(explorer.found?.times).toBe(3);
  explorer.look(at());
  await vi.runAllTimersAsync();
  explorer.look(at("E5", "C3"));
  expect(explorer.found?.times).toBe(3);
  expect(explorer.busy).toBe(false);
  await vi.runAllTimersAsync();
  expect(ask).toHaveBeenCalledTimes(2);
});

it("forgets an answer that comes late, and what is found once the library has changed", async () => {
  let late: (found: LibraryExplored) => void = () => undefined;
  const ask = vi
    .fn()
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValue(found(2));
  const explorer = new Explorer(ask);
  explorer.look(at("E5"));
  await vi.runAllTimersAsync();
  explorer.look(at("C3"));
  await vi.runAllTimersAsync();
  late(found(1));
  await vi.runAllTimersAsync();
  expect(explorer.found?.times).toBe(2);
  explorer.forget();
  await vi.runAllTimersAsync();
  expect(ask).toHaveBeenCalledTimes(3);
});

it("asks again while games are still looked through, until it is left", async () => {
  const ask = vi.fn().mockResolvedValueOnce(found(1, false)).mockResolvedValue(found(5));
  const explorer = new Explorer(ask);
  explorer.look(at("E5"));
  await vi.runAllTimersAsync();
  expect(explorer.found?.times).toBe(5);
  ask.mockResolvedValue(found(1, false));
  explorer.look(at("C3"));
  await vi.advanceTimersByTimeAsync(300);
  explorer.close();
  await vi.runAllTimersAsync();
  expect(ask).toHaveBeenCalledTimes(3);
});

it("says what went wrong", async () => {
  const explorer = new Explorer(vi.fn().mockRejectedValue(new Error("the library is away")));
  explorer.look(at("E5"));
  await vi.runAllTimersAsync();
  expect(explorer).toMatchObject({ problem: "The library is away.", found: null, busy: false });
});
