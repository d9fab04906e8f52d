// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";

import { whenHeading } from "./heading.ts";

afterEach(() => document.body.replaceChildren());

/** Waits until mutation observers have run: they are called before anything that is queued now. */
const seen = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test("passes an existing heading immediately, and only one", async () => {
  document.body.innerHTML = "<h1>Home</h1>";
  const given: string[] = [];
  whenHeading((h) => given.push(h.textContent));
  expect(given).toEqual(["Home"]);
  document.body.append(document.createElement("h1"));
  await seen();
  expect(given).toEqual(["Home"]);
});

test("waits for a later heading, past other content before it", async () => {
  const given: string[] = [];
  whenHeading((h) => given.push(h.textContent));
  document.body.innerHTML = "<p>Wait</p>";
  await seen();
  expect(given).toEqual([]);
  document.body.innerHTML = "<main><h1>Train</h1></main>";
  await seen();
  expect(given).toEqual(["Train"]);
});

test("passes nothing after the caller stops waiting", async () => {
  const given: string[] = [];
  whenHeading((h) => given.push(h.textContent))();
  document.body.innerHTML = "<h1>Train</h1>";
  await seen();
  expect(given).toEqual([]);
});
