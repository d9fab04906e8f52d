// Games of a simultaneous exhibition: whose they are, and to which of them its host goes next.
import type { Simul, SimulGame } from "../wire.ts";

/** The exhibition that a game belongs to, by its id; "" for none. */
export const simulOf = (game: string): string => /^simul-([^-]+)-\d+$/.exec(game)?.[1] ?? "";

/** Where the host is to move, those first that have waited longest. */
export const waitingFor = (all: Simul): SimulGame[] =>
  all.games
    .filter((game) => game.turn === "host")
    .toSorted((a, b) => (a.since ?? "").localeCompare(b.since ?? "") || a.number - b.number);

/**
 * The board that the host goes to from the one of an id, "" from none; undefined where no other waits. It is the one
 * that follows by how long they have waited, and after the last the first, so that none is left out.
 */
export function nextBoard(all: Simul, from: string): SimulGame | undefined {
  const waiting = waitingFor(all);
  const next = waiting[(waiting.findIndex((game) => game.id === from) + 1) % waiting.length];
  return next?.id === from ? undefined : next;
}

/** The games as the host sees them, those first that wait for them, or in their order for all others. */
export function wallOf(all: Simul, hosts: boolean): SimulGame[] {
  if (!hosts) return [...all.games];
  const rest = all.games.filter((game) => game.turn !== "host");
  return [...waitingFor(all), ...rest.filter((game) => !game.result), ...rest.filter((game) => game.result)];
}
