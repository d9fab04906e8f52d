// What is chosen but not yet played, kept with this place of the browser's history: who
// leaves for the explanation of a word and comes back finds everything as it was.
import { restored, type Choice } from "./choice.ts";

interface Draft {
  choice: Choice;
  /** whether what is rarely chosen is unfolded */
  more: boolean;
}

/** The draft of this place, null for none. */
export function recallDraft(): Draft | null {
  const kept = (history.state as { newGame?: Partial<Draft> } | null)?.newGame;
  return kept ? { choice: restored(kept.choice), more: kept.more === true } : null;
}

/** Keeps a draft with this place. */
export function keepDraft(draft: Draft): void {
  history.replaceState({ ...(history.state as object | null), newGame: draft }, "");
}
