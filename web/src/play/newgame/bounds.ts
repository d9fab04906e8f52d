// The limits of numeric options, checked before the server refuses a value.
import { t } from "../../text/text.ts";
import type { Board, GameOption } from "../../wire.ts";

type Placed = Pick<Board, "spec" | "width" | "height" | "stars">;

/** The maximum handicap on a board, by the server's rule (game/rules/weiqi, MaxHandicap); a handicap of 1 only changes komi. */
function mostHandicap({ spec, width, height, stars }: Placed): number {
  if (spec.startsWith("id:")) return Math.max(1, Math.min(9, stars.length));
  if (!spec.startsWith("grid:") || Math.min(width, height) < 7) return 1;
  return Math.min(width, height) < 9 || width % 2 === 0 || height % 2 === 0 ? 4 : 9;
}

/** What is wrong with a number on a board, null while that is unknown; "" if it is valid, and for other options. */
export function outOfBounds(option: GameOption, value: string, board: Placed | null): string {
  if (option.kind !== "number") return "";
  const { title, min, step } = option;
  const max = option.id === "handicap" && board ? Math.min(option.max, mostHandicap(board)) : option.max;
  const n = Number(value);
  if (!(n >= min && n <= max)) return t("newgame.rules.bounds", { title, min, max });
  return Number.isInteger((n - min) / step) ? "" : t("newgame.rules.steps", { title, step });
}
