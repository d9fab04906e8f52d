// Fails if a file of src exports a name that no other file imports, if no other file imports it at all, or if files
// import each other in a cycle. Part of npm run lint.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Entry points of pages and tests, which no file imports, and the file whose exports the server decides on. */
const roots = new Set(["src/main.ts", "src/embed/page.ts", "src/testing/setup.ts"]);
const generated = new Set(["src/wire.ts"]);

const files = ["src", "e2e"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => /\.(ts|svelte)$/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

/** The file that a relative import names. */
function target(from, name) {
  const base = path.join(path.dirname(from), name);
  return [base, base + ".ts"].find((file) => texts.has(file)) ?? base;
}

/** "file name" of everything that is imported; the name "*" means all of a file. */
const used = new Set();
const reached = new Set();
/** The files that each file imports, type imports included. */
const imports = new Map(files.map((file) => [file, new Set()]));
for (const [from, text] of texts) {
  const reach = (name) => {
    const file = target(from, name);
    reached.add(file);
    if (texts.has(file)) imports.get(from).add(file);
    return file;
  };
  for (const [, clause, name] of text.matchAll(/^\s*(?:import|export)\s([^;"']*?)\sfrom\s+"(\.[^"]+)"/gm)) {
    const file = reach(name);
    if (clause.includes("*")) used.add(file + " *");
    for (const part of /\{([^}]*)\}/.exec(clause)?.[1].split(",") ?? [])
      used.add(
        `${file} ${
          part
            .trim()
            .replace(/^type\s+/, "")
            .split(" ")[0]
        }`,
      );
  }
  for (const [, name] of text.matchAll(/^\s*import\s+"(\.[^"]+)"/gm)) reach(name);
  for (const [, name, type] of text.matchAll(/import\("(\.[^"]+)"\)(?:\.(\w+))?/g))
    used.add(`${reach(name)} ${type ?? "*"}`);
}

const declared =
  /^export (?:async |abstract |declare )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const unused = [];
for (const [file, text] of texts) {
  if (!file.startsWith("src/") || /\.(test|spec)\.ts$|\/scenes\.ts$/.test(file)) continue;
  if (!reached.has(file) && !roots.has(file)) unused.push(`${file}: no file imports it`);
  if (!file.endsWith(".ts") || generated.has(file) || used.has(file + " *")) continue;
  for (const [, name] of text.matchAll(declared))
    if (!used.has(`${file} ${name}`)) unused.push(`${file}: no other file imports ${name}`);
}

/** The import cycles: at least one for each file that a cycle leads back to. */
function circles() {
  const done = new Set();
  const found = [];
  const visit = (file, way) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(" imports "));
    if (done.has(file) || way.includes(file)) return;
    for (const next of imports.get(file)) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

const faults = [...unused, ...circles()];
if (faults.length > 0) {
  process.stderr.write(faults.join("\n") + "\n");
  process.exitCode = 1;
}
