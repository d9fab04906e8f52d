// Clocks that are offered where somebody wants to play at once.
import { t } from "../../text/text.ts";

interface ClockChoice {
  /** spec, "" for none */
  clock: string;
  title: string;
}

export const quickClocks: readonly ClockChoice[] = [
  { clock: "fischer=3m+2s", title: t("games.quick.blitz") },
  { clock: "fischer=10m+5s", title: t("games.quick.rapid") },
  { clock: "byoyomi=20m+5x30s", title: t("games.quick.classical") },
  { clock: "correspondence=3d", title: t("games.quick.correspondence") },
  { clock: "", title: t("common.noClock") },
];

/** The speeds by which lists are filtered, as the server names them. */
export const speeds: readonly { id: string; title: string }[] = [
  { id: "blitz", title: t("games.speed.blitz") },
  { id: "rapid", title: t("games.speed.rapid") },
  { id: "classical", title: t("games.speed.classical") },
  { id: "correspondence", title: t("games.speed.correspondence") },
];
