// The page's texts for refusals by the server.
import { sayIfKnown } from "../../text/text.ts";
import type { Problem } from "../../wire.ts";

/** The names of a text's placeholders, in order, with their values, and the number that selects the plural form. */
export function placesOf(places: readonly string[] = []): Record<string, string | number> {
  const [a = "", b = "", c = "", d = ""] = places;
  return { a, b, c, d, count: Number(places.find((place) => /^\d+$/.test(place)) ?? 0) };
}

type Refused = Pick<Problem, "code" | "refusal" | "places">;

/**
 * Why something is refused: the page's text for the id of the server's sentence or, for an illegal move, for the code
 * of the reason; else the sentence itself.
 */
export function refusalText({ code, refusal, places }: Partial<Refused>, text: string): string {
  const said = refusal ? sayIfKnown(`refusals.${refusal}`, placesOf(places)) : undefined;
  return said ?? sayIfKnown(`reasons.${code}`) ?? text;
}
