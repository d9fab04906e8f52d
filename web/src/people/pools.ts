// The leader boards as three things to choose: a game, and of some games a class of boards and a speed.
import { speeds } from "../lib/games/clocks.ts";
import type { PoolEntry } from "../wire.ts";

interface Option {
  id: string;
  title: string;
}

type PoolChoice = Pick<PoolEntry, "game" | "class" | "speed">;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Each once, in the order in which they come first. */
function options(all: readonly Option[]): Option[] {
  return all.filter((o, i) => o.id !== "" && all.findIndex((p) => p.id === o.id) === i);
}

export const gameOptions = (pools: readonly PoolEntry[]): Option[] =>
  options(pools.map((p) => ({ id: p.game, title: p.gameTitle })));

export const classOptions = (pools: readonly PoolEntry[], game: string): Option[] =>
  options(pools.filter((p) => p.game === game).map((p) => ({ id: p.class, title: capital(p.classTitle) })));

export const speedOptions = (pools: readonly PoolEntry[], game: string): Option[] =>
  options(
    pools
      .filter((p) => p.game === game)
      .map((p) => ({ id: p.speed, title: speeds.find((s) => s.id === p.speed)?.title ?? p.speed })),
  );

/** The pool of a choice; where a game has none of that class and speed, its first. */
export function poolOf(pools: readonly PoolEntry[], { game, ...choice }: PoolChoice): string {
  const own = pools.filter((p) => p.game === game);
  return (own.find((p) => p.class === choice.class && p.speed === choice.speed) ?? own[0])?.pool ?? "";
}
