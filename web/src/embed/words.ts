// The texts of a page in a frame, without the large catalogue of all others.
import texts from "./text/en.ts";

// eslint-disable-next-line moyo/text -- the beginning of keys
type Key = `embed.${keyof typeof texts}`;

/** A text with its values filled in. */
export function t(key: Key, places: Record<string, string | number> = {}): string {
  const text: string = texts[key.split(".")[1] as keyof typeof texts];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));
}
