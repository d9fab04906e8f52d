// The form's choices before a game starts, kept with this entry of the browser's history: a user who reads about a
// term and comes back finds everything as it was.
import { restored, type Choice } from "./choice.ts";

interface Draft {
  choice: Choice;
  /** whether the rare options are open */
  more: boolean;
}

/** The draft of this history entry, null for none. */
export function recallDraft(): Draft | null {
  const kept = (history.state as { newGame?: Partial<Draft> } | null)?.newGame;
  return kept ? { choice: restored(kept.choice), more: kept.more === true } : null;
}

/** Keeps a draft with this history entry. */
export function keepDraft(draft: Draft): void {
  history.replaceState({ ...(history.state as object | null), newGame: draft }, "");
}
