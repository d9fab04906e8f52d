// The catalog as the server last sent it: what the page knows of games and their words.
import { getCatalog } from "../server/api.ts";
import { gameOf } from "./catalog.ts";
import type { Catalog, TermID } from "../../wire.ts";

let last: Catalog | null = $state.raw(null);
let asked: Promise<Catalog> | null = null;

/** Asks the server for the catalog, in which boards of one's own may be new; who asks meanwhile gets the same answer. */
export function fetchCatalog(): Promise<Catalog> {
  asked ??= getCatalog()
    .then((catalog) => (last = catalog))
    .finally(() => (asked = null));
  return asked;
}

/** How long after a failure the catalog is asked for again, in milliseconds. */
const RETRY = 10_000;

/**
 * Asks for the catalog until it has come once: every page uses its words, and says less without them.
 * Returns what gives up.
 */
export function followCatalog(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const retry = () => {
    if (!ended) timer = setTimeout(ask, RETRY);
  };
  const ask = () => {
    if (!last) void fetchCatalog().catch(retry);
  };
  ask();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** By which letters the players of a game name columns, by the id of its rules; see GameEntry.
 * Those of Go before the catalog is here. */
export const lettersOf = (rules: string): string => (last && gameOf(last, rules)?.letters) ?? "";

/** The words that are explained; none before the catalog is here. */
export const glossary = (): readonly TermID[] => last?.terms ?? [];

export const findTerm = (id: string): TermID | undefined => glossary().find((known) => known === id);
