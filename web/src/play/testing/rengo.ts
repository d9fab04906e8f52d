/** A game of rengo for tests. */
import type { GameInfo, Partner, Player } from "../../wire.ts";
import { infoWith } from "./game.ts";

const partner = (name: string): Partner =>
  name ? { kind: "human", name, registered: true } : { kind: "open", name: "" };

const side = (names: readonly string[], next: number): Player => ({
  kind: names.some((name) => name) ? "human" : "open",
  name: names.filter((name) => name).join(" & "),
  team: names.map(partner),
  next,
});

/** Names by place; "" is a free place. */
export const rengoWith = (
  black: readonly string[],
  white: readonly string[],
  part: Partial<GameInfo> = {},
): GameInfo => infoWith({ partners: black.length, black: side(black, 1), white: side(white, 1), ...part });
