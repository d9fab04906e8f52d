// Little room, as on a phone: the rest of the panel is in a drawer then.
import { MediaQuery } from "svelte/reactivity";

/** The styles of table layouts repeat this condition. */
export const narrow = new MediaQuery("(max-width: 899px) and (orientation: portrait), (max-height: 560px)");

/** In portrait and so small that the board leaves at most a line of the panel; implies narrow. */
export const tight = new MediaQuery(
  "(max-width: 599px) and (orientation: portrait) and (max-height: 736px), (max-width: 599px) and (orientation: portrait) and (min-aspect-ratio: 1/2)",
);

/** No room for a count and a chat under the clocks. */
export const low = new MediaQuery("(max-width: 899px) and (orientation: portrait), (max-height: 840px)");
