// Why moves are illegal, by the codes of the rules.
import type { ReasonCode } from "../../wire.ts";

export default {
  "off-board": "That point is not on the board.",
  occupied: "There is already a stone on that point.",
  suicide: "Your stone would have no liberties: no empty point beside it or its chain. That is suicide.",
  ko: "That would repeat an earlier position (ko). Play elsewhere first.",
  forbidden:
    "The rules of this game forbid that move. Renju forbids Black two open threes, two fours, and more than five in a row.",
  "not-your-turn": "It is the other side's turn.",
  "game-over": "The game is over.",
  "no-such-move": "That move does not exist.",
  floating: "A stone falls to the lowest empty point of its column.",
  taking: "That stone would capture others, and this game has no captures.",
  opening: "The opening does not allow that move now.",
} as const satisfies Record<ReasonCode, string>;
