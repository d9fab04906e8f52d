// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { router } from "./router.svelte.ts";

let stop: () => void;
let scrolled: number;

beforeEach(() => {
  history.replaceState(null, "", "/");
  router.go("/");
  stop = router.start();
  scrolled = 0;
  vi.stubGlobal("scrollTo", () => scrolled++);
});
afterEach(() => stop());

/** Clicks on a link, and returns whether the router handles it. */
function follows(html: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  const inside = document.querySelector("b") ?? document.querySelector("a")!;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  // jsdom would follow the link.
  const kept = (e: Event) => void (e.defaultPrevented || e.preventDefault());
  let taken = false;
  const watch = (e: Event) => ((taken = e.defaultPrevented), kept(e));
  addEventListener("click", watch);
  inside.dispatchEvent(event);
  removeEventListener("click", watch);
  return taken;
}

describe("a click", () => {
  it.each([
    ['<a href="/learn">', "/learn"],
    ['<a href="/learn#ko"><b>ko</b></a>', "/learn#ko"],
    ['<a href="/new?game=weiqi">', "/new?game=weiqi"],
  ])("on %s goes there within the page", (html, address) => {
    expect(follows(html)).toBe(true);
    expect(location.pathname + location.search + location.hash).toBe(address);
  });

  it.each([
    '<a href="https://elsewhere.example/learn">',
    '<a href="/learn" target="_blank">',
    '<a href="/learn" download>',
    '<a href="/api/games/g1/sgf">',
    "<b>no link</b>",
  ])("on %s is the browser's", (html) => {
    expect(follows(html)).toBe(false);
    expect(router.route.page).toBe("home");
  });

  it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    "with %o belongs to the browser",
    (init) => {
      expect(follows('<a href="/learn">', init)).toBe(false);
    },
  );

  it("that something else has handled is ignored, and so are all after the stop", () => {
    document.body.innerHTML = '<a href="/learn">';
    document.body.onclick = (e) => e.preventDefault();
    document.querySelector("a")!.click();
    document.body.onclick = null;
    expect(router.route.page).toBe("home");
    stop();
    expect(follows('<a href="/learn">')).toBe(false);
  });
});

describe("navigation", () => {
  it("adds one step to the history, and none to the current address", () => {
    const before = history.length;
    router.go("/learn");
    router.go("/learn");
    expect(history.length).toBe(before + 1);
    router.go("/solve", true);
    expect([history.length, router.route.page]).toEqual([before + 1, "solve"]);
  });

  it("starts a page at its top, and another address of the same page where one is", () => {
    router.go("/leaders?pool=a");
    expect(scrolled).toBe(1);
    router.go("/leaders?pool=b");
    expect([scrolled, router.route]).toEqual([1, { page: "leaders", pool: "b" }]);
  });

  it("follows the back button", () => {
    history.pushState(null, "", "/train");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.route.page).toBe("train");
  });
});
