// Which parts of src may import which: the counterpart of arch_test.go's table for Go, and the ESLint rule that
// enforces it.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("./src", import.meta.url));
const e2e = fileURLToPath(new URL("./e2e/", import.meta.url));

/** The features: the folders of src with texts of their own, but for those that have rows of their own. */
const features = readdirSync(src).filter(
  (name) => name !== "board" && name !== "embed" && existsSync(path.join(src, name, "text/en.ts")),
);

const feature = {
  may: ["board", "parts", "lib", "text", "wire"],
  why: "a feature knows no other; what two of them need goes to parts or lib",
};

/**
 * For each folder of src, and each file directly in src: what it may import from src beside itself, and why no more.
 *
 * @type {Record<string, { may: readonly string[], why: string }>}
 */
export const table = {
  wire: { may: [], why: "messages are plain data, generated from the server's" },
  text: {
    may: ["wire"],
    why: "the catalogue of texts does not know which components show them; ids that need words come with the messages",
  },
  board: { may: ["text", "wire"], why: "a board is drawn without rules or a server" },
  lib: { may: ["text", "wire"], why: "what several features need draws nothing" },
  parts: {
    may: ["board", "lib", "text", "wire"],
    why: "what several features show knows none of them; the bell shows boards",
  },
  testing: { may: ["lib", "text", "wire"], why: "what tests of all features need knows none of them" },
  ...Object.fromEntries(features.map((name) => [name, feature])),
  features: { may: [...features, "lib"], why: "lists what features declare" },
  embed: {
    may: ["board", "text", "tokens", "wire"],
    why: "the page in frames of other sites is small: nothing of it comes from the page itself but how boards are drawn",
  },
  App: {
    may: [...features, "features", "parts", "lib", "text"],
    why: "chooses the page to show",
  },
  main: { may: ["App", "base", "text", "tokens"], why: "starts the page" },
};

/**
 * The row of the table for a file: its folder in src, or its own name without endings; "" for a file outside src. The
 * texts of a feature belong to the catalogue, wherever they are.
 *
 * @param {string} file
 */
function rowOf(file) {
  const [first = "", ...rest] = path.relative(src, file).split(path.sep);
  if (first === "..") return "";
  if (rest.at(-2) === "text") return "text";
  return rest.length > 0 ? first : first.replace(/\..*$/, "");
}

/** Reports whether a file is a test, or for tests. @param {string} file */
const ofTests = (file) => file.endsWith(".test.ts") || path.basename(path.dirname(file)) === "testing";

/** Reports whether a file is for browser tests and pictures, whose helpers are in e2e. @param {string} file */
const inBrowser = (file) => file.endsWith(".spec.ts") || path.basename(file) === "scenes.ts";

/** @type {import("eslint").Rule.RuleModule} */
export const imports = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const from = rowOf(context.filename);

    /** @param {any} node the literal that names a module, if it is one */
    function check(node) {
      const name = node?.value;
      if (typeof name !== "string" || !name.startsWith(".")) return;
      const row = table[from];
      const file = path.resolve(path.dirname(context.filename), name);
      if (inBrowser(context.filename) && file.startsWith(e2e)) return;
      const to = rowOf(file);
      if (to === from || row?.may.includes(to) || (to === "testing" && ofTests(context.filename))) return;
      const message = row
        ? `src/${from} may not import ${to ? `src/${to}` : "what lies outside src"}: ${row.why}`
        : `src/${from} is not in the table of imports.js: add it, and say why`;
      context.report({ node, message });
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      TSImportType: (/** @type {any} */ node) => check(node.source ?? node.argument?.literal),
    };
  },
};
