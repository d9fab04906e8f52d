// Games of a simultaneous exhibition: which exhibition they belong to, and the host's next board.
import type { Simul, SimulGame } from "../wire.ts";

/** The exhibition that a game belongs to, by its id; "" for none. */
export const simulOf = (game: string): string => /^simul-([^-]+)-\d+$/.exec(game)?.[1] ?? "";

/** The boards where the host is to move, longest waiting first. */
export const waitingFor = (all: Simul): SimulGame[] =>
  all.games
    .filter((game) => game.turn === "host")
    .toSorted((a, b) => (a.since ?? "").localeCompare(b.since ?? "") || a.number - b.number);

/**
 * The host's next board after the given one, "" for none; undefined if no other waits. It is the next one by waiting
 * time, and after the last the first, so that none is left out.
 */
export function nextBoard(all: Simul, from: string): SimulGame | undefined {
  const waiting = waitingFor(all);
  const next = waiting[(waiting.findIndex((game) => game.id === from) + 1) % waiting.length];
  return next?.id === from ? undefined : next;
}

/** The games for the host, waiting ones first, or in their order for all others. */
export function wallOf(all: Simul, hosts: boolean): SimulGame[] {
  if (!hosts) return [...all.games];
  const rest = all.games.filter((game) => game.turn !== "host");
  return [...waitingFor(all), ...rest.filter((game) => !game.result), ...rest.filter((game) => game.result)];
}
