// Which lesson teaches a game.
import { paths } from "../router/routes.ts";
import type { LessonID } from "../../wire.ts";
import { parseRules } from "./rules.ts";

/** Every lesson, by the game and, if a game has several, the rule that it teaches. */
const lessons: Record<LessonID, { game: string; rule?: string }> = {
  weiqi: { game: "weiqi" },
  gomoku: { game: "gomoku" },
  renju: { game: "gomoku", rule: "renju" },
  capturefive: { game: "capturefive" },
  connect4: { game: "connect4" },
  "atari-go": { game: "atari-go" },
  pente: { game: "pente" },
  pentalath: { game: "pentalath" },
};

/** The game that a lesson teaches, by its id. */
export const lessonGame = (id: LessonID): string => lessons[id].game;

/** The address where the game with these rules is taught: its lesson, or the list of lessons if it has none. */
export function lessonPath(rules: string): string {
  const { game, values } = parseRules(rules);
  const of = Object.entries(lessons).filter(([, lesson]) => lesson.game === game);
  const [id] = of.find(([, { rule }]) => rule === values["rule"]) ?? of.find(([, { rule }]) => !rule) ?? [];
  return id === undefined ? paths.learn() : paths.lesson(id);
}
