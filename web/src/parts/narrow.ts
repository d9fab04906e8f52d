// Little room, as on a phone: the rest of the panel is in a drawer then.
import { MediaQuery } from "svelte/reactivity";

/** The same condition stands in the styles of those who lay out a table. */
export const narrow = new MediaQuery("(max-width: 899px) and (orientation: portrait), (max-height: 560px)");
