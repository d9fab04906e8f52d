// Something that is asked of the server by a button: at work, done, or refused.
import { Cancelled } from "./passkeys.ts";

export class Task {
  busy = $state(false);
  problem = $state("");
  /** what has been done, in words */
  done = $state("");

  /** Does it, unless the last one is still being done. Says whether it was done. */
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
