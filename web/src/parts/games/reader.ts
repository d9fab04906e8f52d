// Which of the players of a listed game is the one who reads the list.
import { sitting } from "../../lib/games/rengo.ts";
import { parseRules } from "../../lib/games/rules.ts";
import type { Color } from "../../lib/words/colors.ts";
import type { GameInfo, Player } from "../../wire.ts";

/**
 * The stones that the reader had; "" for those who did not play, and where it cannot be told.
 * name is that of their account, "" for a guest; own says that the list has their games alone.
 */
export function stonesOfReader(game: GameInfo, name: string, own: boolean): Color | "" {
  // The stones of a seat are not known from a list where an opening may have swapped them.
  if ((parseRules(game.rules).values["opening"] ?? "none") !== "none") return "";
  const named = (player: Player) =>
    name !== "" && sitting(player).some((one) => one.registered === true && one.name === name);
  return only(game, named) || (own ? only(game, (player) => player.kind === "human") : "");
}

/** The side whose player alone is such. */
function only({ black, white }: GameInfo, such: (player: Player) => boolean): Color | "" {
  if (such(black) === such(white)) return "";
  return such(black) ? "black" : "white";
}
