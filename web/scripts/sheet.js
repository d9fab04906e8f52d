// The contact sheet: a row for each state, a column for each size, light above dark; beside pictures of an older run,
// if given.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const sizes = ["1440x900", "1024x768", "390x844", "844x390"];
/** The limit for layout shifts. */
const mostShift = 0.02;

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The measurements of a run, by state. */
function results(folder) {
  const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return files
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")))
    .sort((a, b) => a.order - b.order);
}

function figures({ shift, script, heights }) {
  const screens = heights["390x844"] / 844;
  return `layout shift ${shift.toFixed(3)}, script ${Math.round(script / 1024)} KB, on a phone ${screens.toFixed(1)} screens`;
}

function pictures(from, to, name, scheme) {
  return sizes
    .map((size) => {
      const file = path.join(to, `${name}-${size}-${scheme}.png`);
      if (!existsSync(file)) return `<span class="s${size}"></span>`;
      const link = escape(path.relative(from, file));
      return `<a class="s${size}" href="${link}"><img src="${link}" alt="${name}, ${size}, ${scheme}"></a>`;
    })
    .join("");
}

function row(out, before, state, old) {
  const lines = ["light", "dark"].flatMap((scheme) => [
    ...(old ? [`<p>before, ${scheme}</p><div>${pictures(out, before, state.name, scheme)}</div>`] : []),
    `<p>${before ? "after, " : ""}${scheme}</p><div>${pictures(out, out, state.name, scheme)}</div>`,
  ]);
  return `<section id="${state.name}"><h2>${state.name}</h2>
<p>${old ? `before: ${figures(old)}<br>after: ` : ""}${figures(state)}</p>
<ul>${state.found.map((f) => `<li>${escape(f)}</li>`).join("")}</ul>
${lines.join("\n")}</section>`;
}

/** Writes index.html; reports how many states it has, and what is wrong with them. */
export function writeSheet(out, before) {
  const states = results(out);
  const old = new Map(results(before).map((s) => [s.name, s]));
  const faults = states.flatMap((s) => [
    ...(s.shift > mostShift ? [`${s.name}: layout shift ${s.shift.toFixed(3)}`] : []),
    ...s.found.map((f) => `${s.name}: ${f}`),
  ]);
  const links = states.map((s) => `<a href="#${s.name}">${s.name}</a>`).join(" ");
  writeFileSync(
    path.join(out, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>moyo: every page and state</title>
<style>
body { margin: 16px; font: 16px/1.4 system-ui, sans-serif; background: #ddd; color: #111 }
section { width: 1590px; padding: 8px; margin-top: 16px; background: #eee }
h2, p, ul { margin: 4px 0 }
li { color: #a00 }
section div { display: flex; gap: 12px; align-items: start }
div a { display: block; overflow: hidden; border: 1px solid #888 }
img { display: block; width: 100% }
.s1440x900 { width: 500px; height: 312px }
.s1024x768 { width: 400px; height: 300px }
.s390x844 { width: 146px; height: 316px }
.s844x390 { width: 490px; height: 226px }
</style>
<h1>Every page and state</h1><p>${links}</p>
${states.map((s) => row(out, before, s, old.get(s.name))).join("\n")}</html>`,
  );
  return { states: states.length, faults };
}
