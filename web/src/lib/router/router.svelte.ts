// The current address, in step with the browser's history. Links are plain <a href>; the router handles clicks on
// links within the page.
import { parseRoute, type Route } from "./routes.ts";

const here = (): string => location.pathname + location.search + location.hash;

/** The internal link that a click would follow; null for all other clicks. */
export function linkOf(e: MouseEvent): HTMLAnchorElement | null {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return null;
  const link = e.target instanceof Element ? e.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  return link.pathname.startsWith("/api/") ? null : link;
}

/** The address of a link of the page. */
export const addressOf = (link: HTMLAnchorElement): string => link.pathname + link.search + link.hash;

class Router {
  route: Route = $state.raw(parseRoute(here()));

  /** Goes to an address of the page. */
  go(address: string, replace = false): void {
    if (address !== here()) history[replace ? "replaceState" : "pushState"](null, "", address);
    this.#arrive();
  }

  /** Listens to the browser until the returned function is called. */
  start(): () => void {
    const back = () => this.#arrive();
    const click = (e: MouseEvent) => this.#click(e);
    addEventListener("popstate", back);
    addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener("click", click);
    };
  }

  #arrive(): void {
    const before = this.route;
    this.route = parseRoute(here());
    if (before.page !== this.route.page) scrollTo(0, 0);
  }

  #click(e: MouseEvent): void {
    const link = linkOf(e);
    if (!link) return;
    e.preventDefault();
    this.go(addressOf(link));
  }
}

export const router = new Router();
