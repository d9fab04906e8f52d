// Clocks that are offered where somebody wants to play at once.

interface ClockChoice {
  /** spec, "" for none */
  clock: string;
  title: string;
}

export const quickClocks: readonly ClockChoice[] = [
  { clock: "fischer=3m+2s", title: "Blitz, 3 min + 2 s" },
  { clock: "fischer=10m+5s", title: "Rapid, 10 min + 5 s" },
  { clock: "byoyomi=20m+5x30s", title: "Classical, 20 min + 5 × 30 s" },
  { clock: "correspondence=3d", title: "Correspondence, 3 days a move" },
  { clock: "", title: "No clock" },
];

/** The speeds by which lists are filtered, as the server names them. */
export const speeds: readonly { id: string; title: string }[] = [
  { id: "blitz", title: "Blitz" },
  { id: "rapid", title: "Rapid" },
  { id: "classical", title: "Classical" },
  { id: "correspondence", title: "Correspondence" },
];
