// What the page reads from the catalog of games.
import type { BoardEntry, Catalog, GameEntry, Preset, Variant } from "../../wire.ts";
import { parseRules } from "./rules.ts";

/** The game of rules, by their id; undefined if the catalog does not have it. */
export const gameOf = (catalog: Catalog, rules: string): GameEntry | undefined =>
  catalog.games.find((g) => g.id === parseRules(rules).game);

/** The preset that identifies a game; null if it has none. */
export const mainPreset = (game: GameEntry): Preset | null =>
  game.presets.find((p) => p.id === game.preset) ?? null;

/** The boards for a game: suitable ones of the gallery, and the player's own. */
export const boardsFor = (catalog: Catalog, game: string): BoardEntry[] =>
  catalog.boards.filter((b) => b.group === "own" || b.games.includes(game));

/** The names of a game in the list: those of its variants, or its own. */
export const variantsOf = (game: GameEntry): Pick<Variant, "title" | "rules">[] =>
  game.variants.length > 0 ? game.variants : [{ title: game.title, rules: game.id }];

/**
 * The rules of the variant that the given rules belong to, by the options that distinguish variants; the game's id for
 * none.
 */
export function variantFor(game: GameEntry, rules: string): string {
  const own = parseRules(rules).values;
  const variants = variantsOf(game).map((v) => ({ rules: v.rules, values: parseRules(v.rules).values }));
  const telling = game.options.filter((o) => variants.some((v) => v.values[o.id] !== undefined));
  const same = (values: Record<string, string>) =>
    telling.every((o) => (values[o.id] ?? o.default) === (own[o.id] ?? o.default));
  return variants.find((v) => same(v.values))?.rules ?? game.id;
}
