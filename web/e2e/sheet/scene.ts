// A state of a page, for the contact sheet.
import type { Browser, Page } from "@playwright/test";

import type { Server } from "../server.ts";
import type { Person } from "./person.ts";

/** What a state is put up with. */
export interface Stage {
  page: Page;
  server: Server;
  browser: Browser;
  /** whoever uses the page */
  me: Person;
  /** comes, and stays */
  guest: () => Promise<Person>;
}

export interface Scene {
  /** "page-state": states of one page stand together */
  name: string;
  /** leaves the page in the state */
  show: (stage: Stage) => Promise<unknown>;
}
