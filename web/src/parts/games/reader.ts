// Which player of a listed game is the reader of the list.
import { sitting } from "../../lib/games/rengo.ts";
import { parseRules } from "../../lib/games/rules.ts";
import type { Color } from "../../lib/words/colors.ts";
import type { GameInfo, Player } from "../../wire.ts";

/**
 * The reader's colour; "" for others, and if it is unknown. name is their account's, "" for a guest; own says that
 * the list has only their games.
 */
export function stonesOfReader(game: GameInfo, name: string, own: boolean): Color | "" {
  // A list does not show the colour of a seat if an opening may have swapped colours.
  if ((parseRules(game.rules).values["opening"] ?? "none") !== "none") return "";
  const named = (player: Player) =>
    name !== "" && sitting(player).some((one) => one.registered === true && one.name === name);
  return only(game, named) || (own ? only(game, (player) => player.kind === "human") : "");
}

/** The side that alone has such a player. */
function only({ black, white }: GameInfo, such: (player: Player) => boolean): Color | "" {
  if (such(black) === such(white)) return "";
  return such(black) ? "black" : "white";
}
