// Several people who act at the same time, through the API.
import type { Browser } from "@playwright/test";

import { expect, type Server } from "./server.ts";
import { Person } from "./sheet/person.ts";

/** Retries while the server refuses with too many requests: in tests all requests come from one machine. */
export async function insist<T>(person: Person, path: string, data: unknown): Promise<T> {
  let made: unknown;
  await expect
    .poll(
      async () => {
        const answer = await person.page.request.post(path, { data });
        made = await answer.json().catch(() => null);
        return answer.ok() || (answer.status() === 429 ? false : JSON.stringify(made));
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  return made as T;
}

/** People with accounts, each in their own browser. */
export async function people(browser: Browser, server: Server, names: readonly string[]): Promise<Person[]> {
  const all: Person[] = [];
  for (const name of names) {
    const { code } = JSON.parse(server.admin("create", name, "--role", "player", "--json")) as {
      code: string;
    };
    const person = await Person.guest(browser, server);
    await insist(person, "/api/account/redeem", { code });
    all.push(person);
  }
  return all;
}
