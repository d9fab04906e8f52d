// The numbers that an option may have, said before the server refuses another one.
import { t } from "../../text/text.ts";
import type { GameOption } from "../../wire.ts";

/** What is wrong with a number; "" where nothing is, and for options that are no numbers. */
export function outOfBounds(option: GameOption, value: string): string {
  if (option.kind !== "number") return "";
  const { title, min, max, step } = option;
  const n = Number(value);
  if (!(n >= min && n <= max)) return t("newgame.rules.bounds", { title, min, max });
  return Number.isInteger((n - min) / step) ? "" : t("newgame.rules.steps", { title, step });
}
