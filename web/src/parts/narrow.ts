// Little room, as on a phone: the rest of the panel is in a drawer then.
import { MediaQuery } from "svelte/reactivity";

/** The same condition stands in the styles of those who lay out a table. */
export const narrow = new MediaQuery("(max-width: 899px) and (orientation: portrait), (max-height: 560px)");

/** Upright and so small that the board leaves no more than a line of the panel; never where it is not narrow. */
export const tight = new MediaQuery(
  "(max-width: 599px) and (orientation: portrait) and (max-height: 736px), (max-width: 599px) and (orientation: portrait) and (min-aspect-ratio: 1/2)",
);

/** Where a count and a chat have no room under clocks that stand. */
export const low = new MediaQuery("(max-width: 899px) and (orientation: portrait), (max-height: 840px)");
