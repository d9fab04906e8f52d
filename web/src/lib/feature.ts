// What the page knows of a feature that brings its own addresses: App.svelte offers those that src/features.ts lists.
import { getContext, setContext, type Component } from "svelte";

/** What a page is given of its address: "/teams/abc?join=x" has the id "abc". */
export interface Address {
  /** what stands for the star of the pattern, "" for none */
  id: string;
  query: URLSearchParams;
}

type Page = Component<Address> | Component<Pick<Address, "id">> | Component<Record<string, never>>;

export interface Feature {
  /** What is shown at the addresses of its pages.json. The code is fetched when it is shown. */
  pages: Readonly<Record<string, () => Promise<{ default: Page }>>>;
  /** its line in the menu */
  menu: { href: string; title: () => string };
  /** What stands above a game that belongs to it, by the id of the game. It leads on to the next one. */
  bar?: (game: string) => Component<{ game: string }> | undefined;
}

const key = Symbol();

/** Offers features to all components below the one that is being made. */
export const offer = (features: readonly Feature[]): void => void setContext(key, features);

/** The features that a component above has offered. */
export const offered = (): readonly Feature[] => getContext<readonly Feature[]>(key) ?? [];
