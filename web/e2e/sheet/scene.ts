// A state of a page, for the contact sheet.
import type { Browser, Page } from "@playwright/test";

import type { Server } from "../server.ts";
import type { Person } from "./person.ts";

/** What a scene can use to prepare its state. */
export interface Stage {
  page: Page;
  server: Server;
  browser: Browser;
  /** the user of the page */
  me: Person;
  /** another person, who opens the server and stays */
  guest: () => Promise<Person>;
}

export interface Scene {
  /** "page-state": states of one page are next to each other */
  name: string;
  /** brings the page into the state */
  show: (stage: Stage) => Promise<unknown>;
}
