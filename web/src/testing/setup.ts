/** What all tests begin with: real time, and a fresh page with what jsdom lacks of a browser. Files share a worker and its document. */
import { afterEach, beforeEach, vi } from "vitest";

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof document !== "undefined") {
  // Modules hold who is signed in, what was chosen and what was fetched. The next file begins without all of that.
  vi.resetModules();

  const lacks = {
    // A person who wants no motion, in a window that is wide.
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes("reduced-motion") }),
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
  };
  for (const [name, value] of Object.entries(lacks))
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  // Nobody has touched the page, so it sounds nothing.
  Object.defineProperty(navigator, "userActivation", {
    value: { hasBeenActive: false },
    configurable: true,
    writable: true,
  });

  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  // Nothing is laid out, painted or scrolled.
  Element.prototype.scrollIntoView = () => {};
  window.scrollTo = () => {};
  HTMLCanvasElement.prototype.getContext = () => null;

  beforeEach(() => {
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
  });
}

afterEach(() => void vi.useRealTimers());
