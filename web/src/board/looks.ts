/** What boards and stones can be made of, and how the choice is written. */

export const grounds = ["kaya", "maple", "cherry", "sage", "plain", "contrast"] as const;
export const stoneSets = ["shell", "glass", "plain", "contrast"] as const;

/** What a board is made of. "plain" has no shading, for print and weak screens. */
export type Ground = (typeof grounds)[number];
/** What stones are made of. "shell" is slate and shell. */
export type StoneSet = (typeof stoneSets)[number];
/** The page's own colours, which those of the board go with. */
export type Shade = "light" | "dark" | "colour-blind";

/**
 * Looks of the board: words that board.css knows, such as
 * "dark board-kaya stones-shell loose". A shade alone means kaya, slate and shell;
 * "loose" stones lie a little off their points.
 */
export type Theme = Shade | `${Shade} board-${Ground} stones-${StoneSet}${"" | " loose"}`;

const wordOf = <T extends string>(theme: Theme, prefix: string, among: readonly T[]): T => {
  const words = theme.split(" ");
  return among.find((name) => words.includes(prefix + name)) ?? among[0]!;
};

export const groundOf = (theme: Theme): Ground => wordOf(theme, "board-", grounds);
export const stoneSetOf = (theme: Theme): StoneSet => wordOf(theme, "stones-", stoneSets);
export const isLoose = (theme: Theme): boolean => theme.endsWith(" loose");

/** Whether stones of that set are shaded; the others are discs of one colour. */
export const isShaded = (set: StoneSet): boolean => set === "shell" || set === "glass";

/** Whether a board of that material has a bevel and casts a shadow. */
export const hasBevel = (ground: Ground): boolean => ground !== "plain" && ground !== "contrast";

/** Whether one sees fibres in it. */
export const isWood = (ground: Ground): boolean =>
  ground === "kaya" || ground === "maple" || ground === "cherry";

/** How many slightly different stones of a colour there are. */
export const VARIANTS = 3;

/**
 * A number from 0 up to, not including, `below` that belongs to a point: the same at every look.
 * Neighbours differ, and `trait` tells one trait of a stone from another.
 */
export function traitOf(point: number, trait: number, below: number): number {
  let h = Math.imul(point + 1, 0x9e3779b1) ^ Math.imul(trait + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (((h ^ (h >>> 15)) >>> 0) / 2 ** 32) * below;
}

/** The gradient, of those that StoneFills.svelte defines, or the colour that fills a stone. */
export function fillOf(id: string, set: StoneSet, black: boolean, point: number): string {
  const colour = black ? "black" : "white";
  if (!isShaded(set)) return `var(--stone-${colour})`;
  return `url(#${id}-${colour}-${Math.floor(traitOf(point, 0, VARIANTS))})`;
}
