// Clocks for quick pairing.
import { t } from "../../text/text.ts";

interface ClockChoice {
  /** id; "" for no clock */
  speed: string;
  /** spec, "" for none */
  clock: string;
  title: string;
}

export const quickClocks: readonly ClockChoice[] = [
  { speed: "blitz", clock: "fischer=3m+2s", title: t("games.quick.blitz") },
  { speed: "rapid", clock: "fischer=10m+5s", title: t("games.quick.rapid") },
  { speed: "classical", clock: "byoyomi=20m+5x30s", title: t("games.quick.classical") },
  { speed: "correspondence", clock: "correspondence=3d", title: t("games.quick.correspondence") },
  { speed: "", clock: "", title: t("common.noClock") },
];

/** The default clock of a speed, the same on all pages; "" for none. */
export const usualClock = (speed: string): string => quickClocks.find((c) => c.speed === speed)?.clock ?? "";

/** The speeds for filtering lists, in the server's names. */
export const speeds: readonly { id: string; title: string }[] = [
  { id: "blitz", title: t("games.speed.blitz") },
  { id: "rapid", title: t("games.speed.rapid") },
  { id: "classical", title: t("games.speed.classical") },
  { id: "correspondence", title: t("games.speed.correspondence") },
];
