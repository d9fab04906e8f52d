// Notifications, in the page's words.
import { t } from "../../text/text.ts";
import type { Notification, NotificationGame } from "../../wire.ts";
import { boardTitle } from "./titles.ts";
import { resultText } from "./words.ts";

type Other = "named" | "computer" | "guest";

const otherOf = ({ opponent }: NotificationGame): Other =>
  opponent.name ? "named" : opponent.kind === "engine" ? "computer" : "guest";

/** The text of a notification; if the page does not know its kind, or its game is gone, the server's text. */
export function toldText({ kind, text, game }: Notification): string {
  if (!game) return text;
  const other = otherOf(game);
  const person = other === "computer" ? "guest" : other;
  const { name } = game.opponent;
  const title = game.name ? t(`catalog.names.${game.name}`) : game.gameTitle;
  const board = boardTitle(game.board, game.boardTitle);
  const result = resultText(game.result);
  switch (kind) {
    case "game-started":
      return t(`sentences.bell.begun.${other}`, { a: title, b: board, c: name });
    case "game-over":
      return other === "named"
        ? t("sentences.bell.over.named", { a: title, b: board, c: name, d: result })
        : t(`sentences.bell.over.${other}`, { a: title, b: board, c: result });
    case "challenge":
      return person === "named"
        ? t("sentences.bell.challenge.named", { a: name, b: title, c: board })
        : t("sentences.bell.challenge.guest", { a: title, b: board });
    case "challenge-answered":
      return person === "named"
        ? t("sentences.bell.declined.named", { a: name, b: title, c: board })
        : t("sentences.bell.declined.guest", { a: title, b: board });
    case "low-time":
      return person === "named"
        ? t("sentences.bell.low.named", { a: title, b: board, c: name })
        : t("sentences.bell.low.guest", { a: title, b: board });
  }
  return text;
}
