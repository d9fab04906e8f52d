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

it("asks once where the user stays, and not where they pass by", async () => {
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

it("drops a late answer, and cached results after the library has changed", async () => {
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

it("repeats the request while games are still searched, until the user leaves", async () => {
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

it("shows what went wrong", async () => {
  const explorer = new Explorer(vi.fn().mockRejectedValue(new Error("the library is away")));
  explorer.look(at("E5"));
  await vi.runAllTimersAsync();
  expect(explorer).toMatchObject({ problem: "The library is away.", found: null, busy: false });
});
