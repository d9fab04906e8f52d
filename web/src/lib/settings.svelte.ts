// What the player likes, kept in this browser only.

export type Theme = "system" | "light" | "dark" | "contrast";

/** What boards and stones are made of, as board/looks.ts names it. */
export type Ground = "kaya" | "maple" | "cherry" | "sage" | "plain" | "contrast";
export type StoneSet = "shell" | "glass" | "plain" | "contrast";

interface Settings {
  theme: Theme;
  ground: Ground;
  stones: StoneSet;
  /** stones lie a little off their points, as they do when put down by hand */
  loose: boolean;
  sound: boolean;
  /** how loud, up to 100 */
  volume: number;
  /** the title and icon of the page say how many games wait */
  turnTitle: boolean;
  /** a sound when it becomes the person's turn and they look elsewhere */
  turnSound: boolean;
  /** a second click confirms a move */
  twoClicks: boolean;
  /** a second tap confirms a move where points are small */
  confirmSmall: boolean;
  coordinates: boolean;
  /** a board in space turns to a stone that comes on its far side */
  follow: boolean;
  /** show the moves that the computer considers */
  ideas: boolean;
  /** the coach talks during games against the computer */
  coach: boolean;
  /** what columns are worth is shown where stones fall */
  values: boolean;
  /** seconds between two moves of a record that plays by itself */
  pace: number;
  /** which stops at comments */
  halts: boolean;
  /** stones of a record that bear the numbers of their moves */
  numbers: "none" | "last" | "all";
  /** the field to type moves in is open */
  typing: boolean;
  name: string;
}

const key = "moyo.settings";
const defaults: Settings = {
  theme: "system",
  ground: "kaya",
  stones: "shell",
  loose: false,
  sound: true,
  volume: 70,
  turnTitle: true,
  turnSound: true,
  twoClicks: false,
  confirmSmall: true,
  coordinates: true,
  follow: true,
  ideas: false,
  coach: false,
  values: false,
  pace: 1,
  halts: false,
  numbers: "none",
  typing: false,
  name: "",
};

/** Under this name the browser knows that an account was made just now, until its owner has heard of recovery codes. */
export const freshAccount = "moyo.freshAccount";

/** Reads JSON from the browser's store; fallback where there is none or it cannot be read. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Writes JSON to the browser's store, and says whether it is there now: one that is full or closed is no error. */
export function remember(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
    return false;
  }
}

/** What was remembered, also by a page of before there was a choice of boards and stones. */
function recalled(): Partial<Settings> {
  const { plain, ...rest } = recall<Partial<Settings> & { plain?: boolean }>(key, {});
  return plain ? { ground: "plain", stones: "plain", ...rest } : rest;
}

export const settings: Settings = $state({ ...defaults, ...recalled() });

/** Keeps the store and the document's theme in step; call from a component. */
export function followSettings(): void {
  $effect(() => void remember(key, settings));
  $effect(() => {
    document.documentElement.dataset["theme"] = settings.theme;
  });
}
