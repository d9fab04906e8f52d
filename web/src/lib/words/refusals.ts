// What the page says where the server refuses something.
import { sayIfKnown } from "../../text/text.ts";
import type { Problem } from "../../wire.ts";

/** Names of the places of a text, in order, with what fills them, and the number by which it chooses its words. */
export function placesOf(places: readonly string[] = []): Record<string, string | number> {
  const [a = "", b = "", c = "", d = ""] = places;
  return { a, b, c, d, count: Number(places.find((place) => /^\d+$/.test(place)) ?? 0) };
}

type Refused = Pick<Problem, "code" | "refusal" | "places">;

/**
 * Why something is refused: the page's words for the id of the server's sentence or, of an illegal move, for
 * the code of the reason; else the sentence itself.
 */
export function refusalText({ code, refusal, places }: Partial<Refused>, text: string): string {
  const said = refusal ? sayIfKnown(`refusals.${refusal}`, placesOf(places)) : undefined;
  return said ?? sayIfKnown(`reasons.${code}`) ?? text;
}
