// The ways into an account, the last of which the server lets nobody remove.
import type { Account } from "../wire.ts";

/** Shorter passwords are refused. */
export const SHORTEST_PASSWORD = 8;

/** Whether somebody gets into their account without its password. Recovery codes are used up, and do not count. */
export const hasOtherWays = ({ passkeys, links }: Pick<Account, "passkeys" | "links">): boolean =>
  passkeys.length + links.length > 0;
