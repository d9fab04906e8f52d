import { expect, it } from "vitest";

import pages from "./pages.json";
import { parseRoute } from "./routes.ts";

it.each(pages)("has a page at %s", (pattern) => {
  expect(parseRoute(pattern.replace("*", "x")).page).not.toBe("missing");
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
])("has none at %s", (path) => {
  expect(parseRoute(path)).toEqual({ page: "missing", path });
});
