// Fails if a text of the catalogue is not used, or a text with a number is used without one. The compiler reports
// missing keys and values. Part of npm run lint.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const catalogue = "src/text/en.ts";

/** Each area of the catalogue with its file; lessons are loaded separately. */
const areas = [
  ...readFileSync(catalogue, "utf8").matchAll(/default as (\w+) \} from "(.+)"/g),
  ["", "lessons", "./en/lessons.ts"],
].map(([, area, file]) => [area, path.join(path.dirname(catalogue), file)]);

/** The texts of a file, by key. */
async function textsOf(file) {
  const source = readFileSync(file, "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  return (await import("data:text/javascript," + encodeURIComponent(outputText))).default;
}

/** Every key under an object, with the object's own prefix. */
function keys(texts, before) {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [`${before}.${key}`] : keys(text, `${before}.${key}`),
  );
}

const plural = /_(zero|one|two|few|many|other)$/;
const sources = readdirSync("src", { recursive: true })
  .filter(
    (name) => /\.(ts|svelte)$/.test(name) && !/(^|\/)text\//.test(name) && !/\.(test|spec)\.ts$/.test(name),
  )
  .map((name) => [path.join("src", name), readFileSync(path.join("src", name), "utf8")]);

/** Literals that are keys, and the prefixes of keys that are composed. */
const literals = new Set();
const beginnings = new Set();
for (const [, text] of sources) {
  for (const [, key] of text.matchAll(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/g)) literals.add(key);
  for (const [, start] of text.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)) beginnings.add(start);
}

const problems = [];
const counted = new Set();
for (const [area, file] of areas) {
  for (const key of keys(await textsOf(file), area)) {
    const name = key.replace(plural, "");
    if (name !== key) counted.add(name);
    if (!literals.has(name) && ![...beginnings].some((start) => name.startsWith(start)))
      problems.push(`${file}: nothing says ${key}`);
  }
}
for (const [file, text] of sources)
  for (const [call, key] of text.matchAll(
    /\bt\(\s*["'](\w+(?:\.\w+)+)["']\s*(?:\)|,\s*\{(?![^}]*\bcount\b))/g,
  ))
    if (counted.has(key)) problems.push(`${file}: ${call} has no count`);

if (problems.length > 0) {
  process.stderr.write(problems.join("\n") + "\n");
  process.exitCode = 1;
}
