// Leader boards as three choices: a game, and for some games a class of boards and a speed.
import { speeds } from "../lib/games/clocks.ts";
import { gameTitle } from "../lib/words/titles.ts";
import { t } from "../text/text.ts";
import type { PoolEntry } from "../wire.ts";

interface Option {
  id: string;
  title: string;
}

type PoolChoice = Pick<PoolEntry, "game" | "class" | "speed">;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const classes = {
  "9x9": "nine",
  "13x13": "thirteen",
  "19x19": "nineteen",
  flat: "flat",
  solid: "solid",
} as const;
const isClass = (id: string): id is keyof typeof classes => Object.hasOwn(classes, id);

/** A class of boards in words. */
const classText = (id: string, title: string): string =>
  isClass(id) ? t(`people.class.${classes[id]}`) : title;

/** A pool in words by its id, such as "Go 9×9, blitz"; title if the page has no words for it. */
export function poolText(pool: string, title: string): string {
  const [id = "", boards = "", speed = ""] = pool.split("/");
  const game = gameTitle(id, "");
  const pace = speedTexts[speed];
  if (!game || (boards && (!isClass(boards) || !pace))) return title;
  return pace ? t("people.pool", { game, boards: classText(boards, ""), speed: pace }) : game;
}

const speedTexts: Record<string, string> = {
  blitz: t("people.speed.blitz"),
  rapid: t("people.speed.rapid"),
  classical: t("people.speed.classical"),
  correspondence: t("people.speed.correspondence"),
};

/** Each once, in order of first appearance. */
function options(all: readonly Option[]): Option[] {
  return all.filter((o, i) => o.id !== "" && all.findIndex((p) => p.id === o.id) === i);
}

export const gameOptions = (pools: readonly PoolEntry[]): Option[] =>
  options(pools.map((p) => ({ id: p.game, title: gameTitle(p.game, p.gameTitle) })));

export const classOptions = (pools: readonly PoolEntry[], game: string): Option[] =>
  options(
    pools
      .filter((p) => p.game === game)
      .map((p) => ({ id: p.class, title: capital(classText(p.class, p.classTitle)) })),
  );

export const speedOptions = (pools: readonly PoolEntry[], game: string): Option[] =>
  options(
    pools
      .filter((p) => p.game === game)
      .map((p) => ({ id: p.speed, title: speeds.find((s) => s.id === p.speed)?.title ?? p.speed })),
  );

/** The pool of a choice; the game's first if it has none of that class and speed. */
export function poolOf(pools: readonly PoolEntry[], { game, ...choice }: PoolChoice): string {
  const own = pools.filter((p) => p.game === game);
  return (own.find((p) => p.class === choice.class && p.speed === choice.speed) ?? own[0])?.pool ?? "";
}
