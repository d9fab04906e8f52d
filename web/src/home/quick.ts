// The settings of quick pairing, and the remembered ones.
import { boardsFor, mainPreset } from "../lib/games/catalog.ts";
import { quickClocks } from "../lib/games/clocks.ts";
import type { Catalog } from "../wire.ts";

export interface Quick {
  game: string;
  /** spec */
  board: string;
  /** id */
  rules: string;
  /** spec, "" for none */
  clock: string;
  near: boolean;
  rated: boolean;
  /** with programs too */
  bots: boolean;
}

/** The default: the first game of the catalog, with its own rules, as blitz. */
export function defaultQuick(catalog: Catalog): Quick {
  const game = catalog.games[0];
  const preset = game ? mainPreset(game) : null;
  return {
    game: game?.id ?? "",
    board: preset?.board ?? game?.board ?? "",
    rules: preset?.rules ?? game?.id ?? "",
    clock: quickClocks[0]?.clock ?? "",
    near: true,
    rated: false,
    bots: false,
  };
}

/** The remembered settings, the latest first, if the catalog still has them. */
export function restoredQuick(catalog: Catalog, kept: unknown): Quick[] {
  if (!Array.isArray(kept)) return [];
  return (kept as Partial<Quick>[])
    .filter(
      (q): q is Quick =>
        typeof q?.rules === "string" &&
        typeof q.near === "boolean" &&
        quickClocks.some((c) => c.clock === q.clock) &&
        boardsFor(catalog, q.game ?? "").some((b) => b.spec === q.board && b.games.includes(q.game ?? "")),
    )
    .map((q) => ({ ...q, rated: q.rated === true, bots: q.bots === true }));
}

/** The list to remember after another choice. */
export function withRecent(recent: readonly Quick[], quick: Quick, most: number): Quick[] {
  const same = (q: Quick) =>
    q.rules === quick.rules && q.board === quick.board && q.clock === quick.clock && q.rated === quick.rated;
  return [quick, ...recent.filter((q) => !same(q))].slice(0, most);
}

/** A short description, such as "Go · Grid 9×9 · Blitz", with "rated" if it is. */
export function titleOf(catalog: Catalog, quick: Quick): string {
  const game = catalog.games.find((g) => g.id === quick.game)?.title ?? quick.game;
  const board = catalog.boards.find((b) => b.spec === quick.board)?.title ?? quick.board;
  const clock = quickClocks.find((c) => c.clock === quick.clock)?.title ?? quick.clock;
  return [game, board, clock.split(",")[0], ...(quick.rated ? ["rated"] : [])].join(" · ");
}
