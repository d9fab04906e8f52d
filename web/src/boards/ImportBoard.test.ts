// @vitest-environment jsdom
import { expect, it } from "vitest";

import { all, settled, show } from "../testing/page.ts";
import { serve } from "../testing/server.ts";
import { t } from "../text/text.ts";
import ImportBoard from "./ImportBoard.svelte";

/** A promise, and the function that fulfils it. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** A file whose text the test delivers. */
function fileOf(name: string, size: number): { file: File; read: () => void } {
  const { promise, resolve } = later<string>();
  const file = Object.assign(new File([], name), { text: () => promise });
  Object.defineProperty(file, "size", { value: size });
  return { file, read: () => resolve(name) };
}

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const refused = (name: string) => ({ points: 0, error: `${name} is broken` });

it("ignores the answer about a file when another was chosen meanwhile", async () => {
  const { promise, resolve } = later<object>();
  serve({ "POST /api/boards/check": () => promise });
  await show(ImportBoard, {});
  const [first, large] = [fileOf("first.obj", 1), fileOf("large.obj", (8 << 20) + 1)];
  choose(first.file);
  first.read();
  await settled();
  choose(large.file);
  await settled();
  resolve(refused("first"));
  await settled();
  const problem = t("boards.large", { file: "large.obj", size: 8 + 1 / (1 << 20) });
  expect(all("alert").map((a) => a.textContent)).toEqual([problem]);
});

it("checks the file that was chosen last, whichever is read first", async () => {
  const asked = serve({ "POST /api/boards/check": () => refused("it") });
  await show(ImportBoard, {});
  const [first, second] = [fileOf("first.obj", 1), fileOf("second.obj", 1)];
  choose(first.file);
  choose(second.file);
  second.read();
  await settled();
  first.read();
  await settled();
  expect(asked.map(({ body }) => (body as { file: string }).file)).toEqual(["second.obj"]);
});
