// Clocks to choose from, and specs from custom numbers: the format of game/clock, which decides about the bounds.
import { usualClock } from "../../lib/games/clocks.ts";
import { t } from "../../text/text.ts";

/** A clock on offer. */
interface ClockPreset {
  spec: string;
  title: string;
}

/** The offered clocks, by speed; "" is for none, "own" for custom numbers. */
export const speeds: readonly { id: string; title: string; clocks: readonly ClockPreset[] }[] = [
  { id: "", title: t("common.noClock"), clocks: [] },
  {
    id: "blitz",
    title: t("newgame.clock.blitz.title"),
    clocks: [
      { spec: usualClock("blitz"), title: t("newgame.clock.blitz.usual") },
      { spec: "fischer=5m+3s", title: t("newgame.clock.blitz.fischer") },
      { spec: "byoyomi=1m+5x10s", title: t("newgame.clock.blitz.byoyomi") },
      { spec: "move=10s", title: t("newgame.clock.blitz.move") },
    ],
  },
  {
    id: "rapid",
    title: t("newgame.clock.rapid.title"),
    clocks: [
      { spec: usualClock("rapid"), title: t("newgame.clock.rapid.usual") },
      { spec: "byoyomi=10m+5x30s", title: t("newgame.clock.rapid.byoyomi") },
      { spec: "fischer=10m+10s", title: t("newgame.clock.rapid.fischer") },
      { spec: "canadian=10m+25/5m", title: t("newgame.clock.rapid.canadian") },
    ],
  },
  {
    id: "classical",
    title: t("newgame.clock.classical.title"),
    clocks: [
      { spec: usualClock("classical"), title: t("newgame.clock.classical.usual") },
      { spec: "byoyomi=30m+5x30s", title: t("newgame.clock.classical.byoyomi") },
      { spec: "fischer=30m+20s", title: t("newgame.clock.classical.fischer") },
      { spec: "absolute=1h", title: t("newgame.clock.classical.absolute") },
    ],
  },
  {
    id: "correspondence",
    title: t("newgame.clock.days.title"),
    clocks: [
      { spec: "correspondence=1d", title: t("newgame.clock.days.one") },
      { spec: usualClock("correspondence"), title: t("newgame.clock.days.three") },
      { spec: "correspondence=7d", title: t("newgame.clock.days.seven") },
    ],
  },
  { id: "own", title: t("newgame.clock.own"), clocks: [] },
];

/** One number of a kind of clock: its bounds, and its value in the field's unit. */
interface ClockField {
  id: "main" | "count" | "step";
  title: string;
  min: number;
  max: number;
  usual: number;
  /** seconds per unit of the field; 0 for a count */
  seconds: number;
}

interface ClockKind {
  id: string;
  title: string;
  text: string;
  fields: readonly ClockField[];
}

const main = (min: number): ClockField => ({
  id: "main",
  title: t("newgame.kind.main"),
  min,
  max: 1440,
  usual: 10,
  seconds: 60,
});

/** The kinds of clocks with their numbers, in the order of a spec. */
export const kinds: readonly ClockKind[] = [
  {
    id: "byoyomi",
    title: t("newgame.kind.byoyomi.title"),
    text: t("newgame.kind.byoyomi.text"),
    fields: [
      main(0),
      { id: "count", title: t("newgame.kind.byoyomi.count"), min: 1, max: 100, usual: 5, seconds: 0 },
      { id: "step", title: t("newgame.kind.byoyomi.step"), min: 1, max: 3600, usual: 30, seconds: 1 },
    ],
  },
  {
    id: "fischer",
    title: t("newgame.kind.fischer.title"),
    text: t("newgame.kind.fischer.text"),
    fields: [
      main(1),
      { id: "step", title: t("newgame.kind.fischer.step"), min: 1, max: 3600, usual: 5, seconds: 1 },
    ],
  },
  {
    id: "canadian",
    title: t("newgame.kind.canadian.title"),
    text: t("newgame.kind.canadian.text"),
    fields: [
      main(0),
      { id: "count", title: t("common.stones"), min: 1, max: 100, usual: 25, seconds: 0 },
      { id: "step", title: t("newgame.kind.canadian.step"), min: 1, max: 1440, usual: 5, seconds: 60 },
    ],
  },
  {
    id: "absolute",
    title: t("newgame.kind.absolute.title"),
    text: t("newgame.kind.absolute.text"),
    fields: [{ ...main(1), usual: 20 }],
  },
  {
    id: "move",
    title: t("newgame.kind.move.title"),
    text: t("newgame.kind.move.text"),
    fields: [{ id: "step", title: t("newgame.kind.move.step"), min: 1, max: 86_400, usual: 30, seconds: 1 }],
  },
  {
    id: "correspondence",
    title: t("newgame.kind.correspondence.title"),
    text: t("newgame.kind.correspondence.text"),
    fields: [
      {
        id: "step",
        title: t("newgame.kind.correspondence.step"),
        min: 1,
        max: 30,
        usual: 3,
        seconds: 86_400,
      },
    ],
  },
];

/** The kind with that id, or the first one. */
export const kindOf = (id: string): ClockKind => kinds.find((k) => k.id === id) ?? kinds[0]!;

/** The choices: a speed, the clock of each speed, and custom numbers by kind and field. */
export interface ClockChoice {
  speed: string;
  clocks: Record<string, string>;
  kind: string;
  numbers: Record<string, Record<string, number>>;
}

const defaultClock: ClockChoice = { speed: "", clocks: {}, kind: "byoyomi", numbers: {} };

/** The stored choices, if they are valid. */
export function restoredClock(kept: unknown): ClockChoice {
  const choice = kept as Partial<ClockChoice> | null;
  const whole =
    choice !== null &&
    typeof choice === "object" &&
    speeds.some((s) => s.id === choice.speed) &&
    kinds.some((k) => k.id === choice.kind) &&
    [choice.clocks, choice.numbers].every((part) => typeof part === "object" && part !== null);
  return whole ? { ...defaultClock, ...choice } : defaultClock;
}

/** The clock of a speed: the selected one, or the default; "" for a speed without clocks. */
export function presetSpec(choice: ClockChoice): string {
  const clocks = speeds.find((s) => s.id === choice.speed)?.clocks ?? [];
  const taken = clocks.find((c) => c.spec === choice.clocks[choice.speed]);
  return taken?.spec ?? usualClock(choice.speed);
}

/** A custom number, in the unit of its field. */
export const numberOf = (choice: ClockChoice, field: ClockField): number =>
  choice.numbers[choice.kind]?.[field.id] ?? field.usual;

/** The choices with one number of the current kind replaced. */
export function withNumber(choice: ClockChoice, field: ClockField, value: number): ClockChoice {
  const own = { ...choice.numbers[choice.kind], [field.id]: value };
  return { ...choice, numbers: { ...choice.numbers, [choice.kind]: own } };
}

/** A duration in whole seconds as in specs: "1h30m", "0s"; in days only for several whole days. */
export function spanSpec(seconds: number): string {
  if (seconds > 86_400 && seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return (
    parts
      .filter(([n]) => n > 0)
      .map(([n, unit]) => `${n}${unit}`)
      .join("") || "0s"
  );
}

/** The spec of a custom clock. */
function ownSpec(choice: ClockChoice): string {
  const { id, fields } = kindOf(choice.kind);
  const written = Object.fromEntries(
    fields.map((f) => {
      const n = numberOf(choice, f);
      // Days stay days, even a single one, which other clocks write in hours.
      const days = f.seconds === 86_400;
      return [f.id, days ? `${n}d` : f.seconds ? spanSpec(n * f.seconds) : String(n)];
    }),
  );
  const { main = "", count = "", step = "" } = written;
  switch (id) {
    case "byoyomi":
      return `byoyomi=${main}+${count}x${step}`;
    case "canadian":
      return `canadian=${main}+${count}/${step}`;
    case "fischer":
      return `fischer=${main}+${step}`;
  }
  return `${id}=${main || step}`;
}

/** The spec of the selected clock, in its canonical form; "" for none. */
export const clockSpec = (choice: ClockChoice): string =>
  choice.speed === "own" ? ownSpec(choice) : presetSpec(choice);

/** The selected clock in words; "" for none. A custom one is named by its kind. */
export function clockWords(choice: ClockChoice): string {
  if (choice.speed === "own") return kindOf(choice.kind).title;
  const { title = "", clocks = [] } = speeds.find((s) => s.id === choice.speed) ?? {};
  const taken = clocks.find((c) => c.spec === presetSpec(choice));
  return taken ? t("newgame.summary.clock", { speed: title, clock: taken.title }) : "";
}
