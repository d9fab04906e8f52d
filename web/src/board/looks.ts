/** The materials of boards and stones, and the notation of the choice. */

export const grounds = ["kaya", "maple", "cherry", "sage", "plain", "contrast"] as const;
export const stoneSets = ["shell", "glass", "plain", "contrast"] as const;

/** The material of a board. "plain" has no shading, for print and weak screens. */
export type Ground = (typeof grounds)[number];
/** The material of stones. "shell" is slate and shell. */
export type StoneSet = (typeof stoneSets)[number];
/** The page's colour scheme, which the board's colours match. */
export type Shade = "light" | "dark" | "colour-blind";

/**
 * Looks of the board: words that board.css knows, such as "dark board-kaya stones-shell loose". "light" or "dark"
 * alone means kaya, slate and shell; "loose" stones are slightly off their points.
 */
export type Theme = Shade | `${Shade} board-${Ground} stones-${StoneSet}${"" | " loose"}`;

const wordOf = <T extends string>(theme: Theme, prefix: string, among: readonly T[]): T => {
  const words = theme.split(" ");
  return among.find((name) => words.includes(prefix + name)) ?? among[0]!;
};

export const groundOf = (theme: Theme): Ground => wordOf(theme, "board-", grounds);
export const stoneSetOf = (theme: Theme): StoneSet => wordOf(theme, "stones-", stoneSets);
export const isLoose = (theme: Theme): boolean => theme.endsWith(" loose");

/** Reports whether stones of that set are shaded; the others are discs of one colour. */
export const isShaded = (set: StoneSet): boolean => set === "shell" || set === "glass";

/** Reports whether a board of that material has a bevel and casts a shadow. */
export const hasBevel = (ground: Ground): boolean => ground !== "plain" && ground !== "contrast";

/** Reports whether its fibres are visible. */
export const isWood = (ground: Ground): boolean =>
  ground === "kaya" || ground === "maple" || ground === "cherry";

/** The number of slightly different stones of a colour. */
export const VARIANTS = 3;

/**
 * A pseudorandom number from 0 up to, not including, `below`, always the same for a point. Neighbours differ, and
 * `trait` separates the traits of a stone.
 */
export function traitOf(point: number, trait: number, below: number): number {
  let h = Math.imul(point + 1, 0x9e3779b1) ^ Math.imul(trait + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (((h ^ (h >>> 15)) >>> 0) / 2 ** 32) * below;
}

/** The fill of a stone: a gradient that StoneFills.svelte defines, or a colour. */
export function fillOf(id: string, set: StoneSet, black: boolean, point: number): string {
  const colour = black ? "black" : "white";
  if (!isShaded(set)) return `var(--stone-${colour})`;
  return `url(#${id}-${colour}-${Math.floor(traitOf(point, 0, VARIANTS))})`;
}
