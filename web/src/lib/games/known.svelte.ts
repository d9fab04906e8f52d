// The last catalog from the server: the games and their texts.
import { getCatalog } from "../server/api.ts";
import { gameOf } from "./catalog.ts";
import type { Catalog, TermID } from "../../wire.ts";

let last: Catalog | null = $state.raw(null);
let asked: Promise<Catalog> | null = null;

/** Requests the catalog, in which the user's own boards may be new; concurrent callers share the answer. */
export function fetchCatalog(): Promise<Catalog> {
  asked ??= getCatalog()
    .then((catalog) => (last = catalog))
    .finally(() => (asked = null));
  return asked;
}

/** The pause before a retry, in milliseconds. */
const RETRY = 10_000;

/**
 * Requests the catalog until it has arrived once: every page uses its texts, and shows less without them. Returns a
 * function that gives up.
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

/** Which letters the players of a game use for columns, by the id of its rules; see GameEntry. Go's until the catalog
 * has loaded. */
export const lettersOf = (rules: string): string => (last && gameOf(last, rules)?.letters) ?? "";

/** The explained terms; empty until the catalog has loaded. */
export const glossary = (): readonly TermID[] => last?.terms ?? [];

export const findTerm = (id: string): TermID | undefined => glossary().find((known) => known === id);
