// The player's settings, stored only in this browser.

export type Theme = "system" | "light" | "dark" | "contrast";

/** The materials of boards and stones, as in board/looks.ts. */
export type Ground = "kaya" | "maple" | "cherry" | "sage" | "plain" | "contrast";
export type StoneSet = "shell" | "glass" | "plain" | "contrast";

interface Settings {
  theme: Theme;
  ground: Ground;
  stones: StoneSet;
  /** stones are slightly off their points, as if placed by hand */
  loose: boolean;
  sound: boolean;
  /** the volume, up to 100 */
  volume: number;
  /** the title and icon of the page show how many games wait */
  turnTitle: boolean;
  /** a sound when it becomes the user's turn and the page is hidden */
  turnSound: boolean;
  /** a second click confirms a move */
  twoClicks: boolean;
  /** a second tap confirms a move if points are small */
  confirmSmall: boolean;
  coordinates: boolean;
  /** a solid board turns to a new stone on its far side */
  follow: boolean;
  /** shows the computer's candidate moves */
  ideas: boolean;
  /** the coach talks during games against the computer */
  coach: boolean;
  /** the values of columns are shown on boards whose stones fall */
  values: boolean;
  /** seconds between two moves during playback of a record */
  pace: number;
  /** playback stops at comments */
  halts: boolean;
  /** the stones of a record that show their move numbers */
  numbers: "none" | "last" | "all";
  /** the field for typed moves is open */
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

/** The key in the browser's storage that an account is new, until its owner has read about recovery codes. */
export const freshAccount = "moyo.freshAccount";

/** Reads JSON from the browser's storage; fallback if it is missing or invalid. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/**
 * Writes JSON to the browser's storage, and reports whether it is stored: a full or disabled storage is not an error.
 */
export function remember(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    // Private windows may refuse; the choice then lasts only as long as the page.
    return false;
  }
}

/** The stored settings, also from versions before boards and stones could be chosen. */
function recalled(): Partial<Settings> {
  const { plain, ...rest } = recall<Partial<Settings> & { plain?: boolean }>(key, {});
  return plain ? { ground: "plain", stones: "plain", ...rest } : rest;
}

export const settings: Settings = $state({ ...defaults, ...recalled() });

/** Keeps the storage and the document's theme in step; call from a component. */
export function followSettings(): void {
  $effect(() => void remember(key, settings));
  $effect(() => {
    document.documentElement.dataset["theme"] = settings.theme;
  });
}
