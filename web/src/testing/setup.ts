/**
 * The start of every test: real time, and a fresh page with the browser features that jsdom lacks. Files share a worker and its
 * document.
 */
import { afterEach, beforeEach, vi } from "vitest";

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof document !== "undefined") {
  // Modules hold the signed-in user, choices and loaded data. The next file starts without them.
  vi.resetModules();

  const lacks = {
    // A user who prefers reduced motion, in a wide window.
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes("reduced-motion") }),
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
  };
  for (const [name, value] of Object.entries(lacks))
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  // The page has had no input yet, so it is silent.
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
  // There is no layout, painting or scrolling.
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
