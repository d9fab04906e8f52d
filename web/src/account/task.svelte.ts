// A request that a button sends: running, done, or refused.
import { Cancelled } from "./passkeys.ts";

export class Task {
  busy = $state(false);
  problem = $state("");
  /** a message about what was done */
  done = $state("");

  /** Runs it, unless the last one is still running. Reports whether it succeeded. */
  async run(work: () => Promise<unknown>, done = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = this.done = "";
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      if (error instanceof Cancelled) this.done = error.message;
      else this.problem = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
