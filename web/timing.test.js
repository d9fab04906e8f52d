import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Linter } from "eslint";
import ts from "typescript-eslint";
import { expect, it } from "vitest";

import { exceptions, timing } from "./timing.js";

const at = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The rule's errors for a test with that text. */
function faults(text, listed = 0) {
  const config = {
    files: ["**/*.ts"],
    languageOptions: { parser: ts.parser },
    plugins: { moyo: { rules: { timing } } },
    rules: { "moyo/timing": ["error", listed ? { "e2e/some.spec.ts": listed } : {}] },
  };
  return new Linter()
    .verify(text, config, { filename: at("e2e/some.spec.ts") })
    .map((fault) => fault.message);
}

it.each([
  "await new Promise((resolve) => setTimeout(resolve, 50));",
  "window.setInterval(look, 50);",
  "await page.waitForTimeout(200);",
  "vi.useFakeTimers(); await page.waitForTimeout(200);",
  "expect(performance.now() - start).toBeLessThan(4000);",
  "const until = Date.now() + 20_000;",
  "server.listen(8080);",
  "const FIRST_PORT = 20_000;",
  'await page.goto("http://127.0.0.1:8080/");',
  "const url = `http://localhost:8080/${id}`;",
])("does not let a test write %s", (text) => {
  expect(faults(text)).toHaveLength(1);
});

it.each([
  "vi.useFakeTimers(); setTimeout(run, 50); expect(performance.now()).toBe(50);",
  "test.setTimeout(300_000);",
  "server.listen(0);",
  "const url = `http://127.0.0.1:${port}`;",
  "await expect(page.getByRole('button')).toBeVisible({ timeout: 60_000 });",
])("lets a test write %s", (text) => {
  expect(faults(text)).toEqual([]);
});

it("lists exactly the existing exceptions", () => {
  const two = "await page.waitForTimeout(200); await page.waitForTimeout(300);";
  expect(faults(two, 1)).toHaveLength(2);
  expect(faults(two, 2)).toEqual([]);
  expect(faults(two, 3)).toEqual([expect.stringContaining("has 2 of its 3 exceptions")]);
});

it.each(Object.keys(exceptions))("has no exception for a file that is gone: %s", (file) => {
  expect(existsSync(at(file))).toBe(true);
});
