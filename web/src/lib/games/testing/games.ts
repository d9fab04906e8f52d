/** Parts of a catalog for tests, with the tested fields replaced. */
import type { BoardEntry, Catalog, GameEntry, GameID, GameOption } from "../../../wire.ts";

export const optionWith = (part: Partial<GameOption> & { id: string }): GameOption => ({
  key: "weiqi.komi",
  title: part.id,
  text: "",
  kind: "number",
  default: "",
  min: 0,
  max: 9,
  step: 1,
  gridOnly: false,
  onStars: false,
  common: false,
  only: null,
  never: null,
  term: "",
  choices: [],
  ...part,
});

export const gameWith = (part: Partial<GameEntry> & { id: GameID }): GameEntry => ({
  title: part.id,
  text: "",
  howToPlay: "",
  board: "grid:9",
  sample: { board: "grid:9", black: [], white: [] },
  needsLines: false,
  falls: false,
  letters: "",
  options: [],
  presets: [],
  preset: "",
  variants: [],
  ruleSets: [],
  ...part,
});

export const boardEntry = (spec: string, games: string[], group = "flat"): BoardEntry => ({
  spec,
  name: "",
  title: spec,
  group,
  games,
});

export const catalogWith = (part: Partial<Catalog> = {}): Catalog => ({
  boards: [],
  engines: [],
  games: [],
  terms: [],
  version: "",
  ...part,
});
