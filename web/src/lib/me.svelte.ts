// The user of the page: a guest, or an account.
import type { Me } from "../wire.ts";
import { getMe } from "./server/api.ts";

class Person {
  /** null until the server has answered */
  now: Me | null = $state.raw(null);
  readonly guest: boolean = $derived(this.now === null || this.now.role === "guest");
  /** in a class, with a first name and no account */
  readonly pupil: boolean = $derived(this.now?.role === "pupil");

  /** Requests it again; after signing in or out. */
  async refresh(): Promise<void> {
    try {
      this.now = await getMe();
    } catch {
      // Unknown as before: components that need it ask again on the next page.
    }
  }
}

export const me = new Person();
