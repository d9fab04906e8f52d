import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { LibraryGame, LibraryPage } from "../wire.ts";
import { Games } from "./games.svelte.ts";

const game = (number: number) => ({ number }) as LibraryGame;
const page = (numbers: number[], next = ""): LibraryPage => ({ games: numbers.map(game), next });
const numbers = (games: Games) => games.list.map((g) => g.number);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("loads part after part, over empty ones, until the end", async () => {
  const ask = vi
    .fn()
    .mockResolvedValueOnce(page([1, 2], "a"))
    .mockResolvedValueOnce(page([], "b"))
    .mockResolvedValueOnce(page([3]));
  const games = new Games(ask);
  games.search({ player: "ada" });
  await vi.runAllTimersAsync();
  expect(numbers(games)).toEqual([1, 2]);
  expect(games.more).toBe(true);
  await games.goOn();
  expect(numbers(games)).toEqual([1, 2, 3]);
  expect(games.more).toBe(false);
  await games.goOn();
  expect(ask.mock.calls.map(([search]) => [search.player, search.after])).toEqual([
    ["ada", ""],
    ["ada", "a"],
    ["ada", "b"],
  ]);
});

it("sends one request for fast typing, and drops a late answer", async () => {
  let late: (page: LibraryPage) => void = () => undefined;
  const ask = vi
    .fn()
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValue(page([2]));
  const games = new Games(ask);
  games.search({});
  await vi.advanceTimersByTimeAsync(0);
  games.search({ player: "a" });
  games.search({ player: "ad" });
  await vi.runAllTimersAsync();
  late(page([1]));
  await vi.runAllTimersAsync();
  expect(numbers(games)).toEqual([2]);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("shows errors, and retries on request", async () => {
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new Error("the disk is full"))
    .mockResolvedValue(page([1]));
  const games = new Games(ask);
  games.search({});
  await vi.runAllTimersAsync();
  expect(games.problem).toBe("The disk is full.");
  games.refresh();
  await vi.runAllTimersAsync();
  expect(games.problem).toBe("");
  games.drop(1);
  expect(numbers(games)).toEqual([]);
});
