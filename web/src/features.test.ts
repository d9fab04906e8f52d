// @vitest-environment jsdom
import { expect, it } from "vitest";

import { features } from "./features.ts";
import { parseRoute, paths } from "./lib/router/routes.ts";

/** The addresses that the server knows, by file: see embed.go. */
const known = import.meta.glob<string[]>(["./*/pages.json", "./lib/router/pages.json"], {
  eager: true,
  import: "default",
});
const declared = features.flatMap(({ pages }) => Object.keys(pages));

it.each(Object.values(known).flat())("has a page at %s", (pattern) => {
  const { page } = parseRoute(pattern.replace("*", "x"));
  expect(page.startsWith("/") ? declared : [page]).toContain(page);
});

it.each(declared)("tells the server about %s", (pattern) => {
  expect(parseRoute(pattern.replace("*", "x"))).toMatchObject({
    page: pattern,
    id: pattern.endsWith("*") ? "x" : "",
  });
  expect(Object.values(known).flat()).toContain(pattern);
});

it.each(Object.entries(paths))("tells the server of what paths.%s leads to", (_, path) => {
  const address = typeof path === "string" ? path : (path as () => string)();
  const pathname = address.replace(/[?#].*/, "").replace(/undefined$/, "*");
  expect(Object.values(known).flat()).toContain(pathname);
});

it.each([
  "/nowhere",
  "/train/nothing",
  "/train/exam/x",
  "/game",
  "/game/a/b",
  "/boards/nowhere",
  "/NEW",
  "/api",
  "/simul",
  "/simuls/x",
])("has none at %s", (path) => {
  const route = parseRoute(path);
  expect(route).toMatchObject({ path });
  expect(declared).not.toContain(route.page);
});
