// @vitest-environment node
import { fileURLToPath } from "node:url";

import { Linter } from "eslint";
import ts from "typescript-eslint";
import { expect, it } from "vitest";

import { imports } from "./imports.js";

/** The rule's errors for a file of src with that text. */
function faults(file, text) {
  const config = {
    files: ["**/*.ts"],
    languageOptions: { parser: ts.parser },
    plugins: { moyo: { rules: { imports } } },
    rules: { "moyo/imports": "error" },
  };
  const filename = fileURLToPath(new URL("./src/" + file, import.meta.url));
  return new Linter().verify(text, config, { filename }).map((fault) => fault.message);
}

it.each([
  ["play/table.svelte.ts", 'import "../board/chain.ts"; import "./advice/coach.svelte.ts"; import "svelte"'],
  ["play/newgame/choice.ts", 'import "../../lib/games/rules.ts"; import "../words.ts"'],
  ["text/en.ts", 'import "../play/newgame/text/en.ts"'],
  ["embed/words.ts", 'import "./text/en.ts"; import "../text/en/common.ts"'],
  ["simuls/simuls.spec.ts", 'import "../../e2e/look.ts"; import "../wire.ts"'],
  ["simuls/scenes.ts", 'import "../../e2e/crowd.ts"'],
  ["board/solid/stage.ts", 'import type { Board } from "../../wire.ts"; import "three"'],
])("lets %s write %s", (file, text) => {
  expect(faults(file, text)).toEqual([]);
});

it.each([
  ["home/lobby.svelte.ts", 'import "../play/words.ts"'],
  ["play/newgame/choice.ts", 'import type { Course } from "../../learn/course.svelte.ts"'],
  ["lib/sound.ts", 'export * from "../board/state.ts"'],
  ["board/flat.ts", 'const words = import("../lib/words/words.ts")'],
  ["board/state.ts", 'let rules: import("../play/machine.ts").GameView'],
  ["parts/tabs.ts", 'export { pick } from "../App.svelte"'],
  ["train/words.ts", 'import "../../e2e/look.ts"'],
  ["simuls/text/en.ts", 'import "../words.ts"'],
  ["text/en.ts", 'import "../simuls/words.ts"'],
  ["simuls/simuls.spec.ts", 'import "../play/words.ts"'],
  ["club/people.ts", 'import "../wire.ts"'],
])("does not let %s write %s", (file, text) => {
  expect(faults(file, text)).toHaveLength(1);
});
