// A feature with its own addresses: App.svelte provides the features that src/features.ts lists.
import { getContext, setContext, type Component } from "svelte";

/** The parameters of a page's address: "/teams/abc?join=x" has the id "abc". */
export interface Address {
  /** the part that matches the star of the pattern, "" for none */
  id: string;
  query: URLSearchParams;
}

type Page = Component<Address> | Component<Pick<Address, "id">> | Component<Record<string, never>>;

export interface Feature {
  /** The component for the addresses in its pages.json. The code is loaded when it is shown. */
  pages: Readonly<Record<string, () => Promise<{ default: Page }>>>;
  /** its line in the menu */
  menu: { href: string; title: () => string };
  /** The component above a game that belongs to the feature, by the id of the game. It leads on to the next one. */
  bar?: (game: string) => Component<{ game: string }> | undefined;
}

const key = Symbol();

/** Provides features to all components below the one that is being created. */
export const offer = (features: readonly Feature[]): void => void setContext(key, features);

/** The features that a component above has provided. */
export const offered = (): readonly Feature[] => getContext<readonly Feature[]>(key) ?? [];
