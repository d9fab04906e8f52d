// Fails if a hover style is outside of "@media (hover: hover)": on touch screens such a style stays on what was
// touched, or on what has replaced it. Part of npm run lint.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The styles of a file, with everything else and all comments blanked, so that line numbers stay. */
function stylesOf(file) {
  const text = readFileSync(file, "utf8");
  const blank = (part) => part.replace(/[^\n]/g, " ");
  const start = file.endsWith(".svelte") ? /^<style\b.*>$/m.exec(text) : { index: 0, 0: "" };
  if (!start) return "";
  const from = start.index + start[0].length;
  return blank(text.slice(0, from)) + text.slice(from).replace(/\/\*.*?\*\//gs, blank);
}

/** The numbers of the lines where a hover style also applies to touch screens. */
function bareHovers(styles) {
  const lines = [];
  const around = [];
  let from = 0;
  for (const { 0: end, index } of styles.matchAll(/[{};]/g)) {
    const words = styles.slice(from, index);
    if (end === "{" && words.includes(":hover") && !around.some((rule) => /\(hover: hover\)/.test(rule)))
      lines.push(styles.slice(0, from + words.lastIndexOf(":hover")).split("\n").length);
    if (end === "{") around.push(words);
    if (end === "}") around.pop();
    from = index + 1;
  }
  return lines;
}

const problems = readdirSync("src", { recursive: true })
  .filter((name) => /\.(svelte|css)$/.test(name))
  .map((name) => path.join("src", name))
  .flatMap((file) =>
    bareHovers(stylesOf(file)).map((line) => `${file}:${line}: :hover without @media (hover: hover)`),
  );

if (problems.length > 0) {
  process.stderr.write(problems.join("\n") + "\n");
  process.exitCode = 1;
}
