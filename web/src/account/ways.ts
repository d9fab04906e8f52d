// The ways to sign in to an account. The server does not let the user remove the last one.
import type { Account } from "../wire.ts";

/** Shorter passwords are refused. */
export const SHORTEST_PASSWORD = 8;

/** Reports whether the user can sign in without the password. Recovery codes are used up, and do not count. */
export const hasOtherWays = ({ passkeys, links }: Pick<Account, "passkeys" | "links">): boolean =>
  passkeys.length + links.length > 0;
