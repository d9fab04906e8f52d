import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import { imports } from "./imports.js";
import svelteConfig from "./svelte.config.js";
import { text } from "./text.js";
import { timing } from "./timing.js";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "test-results/", "playwright-report/", "e2e/pictures/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript itself reports names that do not exist.
      "no-undef": "off",
      // Loops over typed arrays know their bounds; a check per point would cost.
      "@typescript-eslint/no-non-null-assertion": "off",
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    files: ["src/**"],
    plugins: { moyo: { rules: { imports, text } } },
    rules: { "moyo/imports": "error" },
  },
  {
    files: ["src/**"],
    ignores: ["src/text/**"],
    rules: {
      "no-restricted-globals": ["error", { name: "Intl", message: "The catalogue writes dates and lists." }],
      "no-restricted-properties": [
        "error",
        ...["toLocaleString", "toLocaleDateString", "toLocaleTimeString"].map((property) => ({
          property,
          message: "It would write in the browser's language: momentText and numeral write in the texts'.",
        })),
      ],
    },
  },
  {
    files: ["src/**"],
    ignores: ["src/**/text/**", "src/**/{*.test,*.spec,scenes}.ts", "src/**/testing/**", "src/wire.ts"],
    rules: { "moyo/text": "error" },
  },
  {
    files: ["**/*.{test,spec}.ts", "src/**/testing/**", "e2e/**"],
    ignores: ["e2e/sheet/**"], // pictures for people, which test nothing
    plugins: { tests: { rules: { timing } } },
    rules: {
      "tests/timing": "error",
      // Files share their modules: what one replaces would stay replaced for the next.
      "no-restricted-properties": [
        "error",
        ...["mock", "doMock"].map((property) => ({
          object: "vi",
          property,
          message:
            "Tests share modules: bring what differs as a parameter, or answer requests (testing/server.ts).",
        })),
      ],
    },
  },
);
