// @vitest-environment jsdom
import { createRawSnippet } from "svelte";
import { beforeEach, expect, it } from "vitest";

import { all, press, settled, show, the } from "../testing/page.ts";
import Tabs from "./Tabs.svelte";

beforeEach(() =>
  show(Tabs, {
    label: "Parts",
    tabs: ["One", "Two", "Three"].map((title) => ({ id: title.toLowerCase(), title })),
    chosen: "one",
    panel: createRawSnippet<[string]>((chosen) => ({ render: () => `<p>${chosen()}</p>` })),
  }),
);

/** Presses a key at the focus; returns whether the browser's default is prevented. */
async function key(name: string): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  document.activeElement!.dispatchEvent(event);
  await settled();
  return event.defaultPrevented;
}

const chosen = () => all("tab").filter((tab) => tab.ariaSelected === "true");

it("wraps around with the arrow keys, and the focus follows", async () => {
  the("tab", "One").focus();
  for (const [arrow, title] of [
    ["ArrowRight", "Two"],
    ["ArrowRight", "Three"],
    ["ArrowRight", "One"],
    ["ArrowLeft", "Three"],
    ["ArrowLeft", "Two"],
  ] as const) {
    expect(await key(arrow)).toBe(true);
    expect(chosen()).toEqual([the("tab", title)]);
    expect(document.activeElement).toBe(the("tab", title));
  }
  expect(await key("ArrowDown")).toBe(false);
  expect(chosen()).toEqual([the("tab", "Two")]);
});

it("has one tab stop, which names the panel", async () => {
  await press(the("tab", "Three"));
  expect(all("tab").filter((tab) => tab.tabIndex === 0)).toEqual([the("tab", "Three")]);
  const panel = document.querySelector("[role=tabpanel]")!;
  expect(document.getElementById(panel.getAttribute("aria-labelledby")!)).toBe(the("tab", "Three"));
  for (const tab of all("tab")) expect(tab.getAttribute("aria-controls")).toBe(panel.id);
});
