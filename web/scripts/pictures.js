// Takes pictures of every page and state and lays them side by side:
//   npm run pictures -- [--out DIR] [--before DIR] [--only WORDS] [--part 1/3] [--sheet] [--rows]
// --out     where to, e2e/pictures by default; the contact sheet is index.html there
// --before  an older run, whose pictures stand beside the new ones
// --only    states whose name has these words, as a regular expression; others stay as they are
// --part    the first third of the states, and so on, where a run would be too long
// --sheet   no new pictures: the sheet alone
// --rows    each state's row of the sheet as one picture as well, in DIR/rows
// MOYO_BIN names another program than bin/moyo, such as that of an older version.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { chromium } from "@playwright/test";

import { executablePath } from "./chromium.js";
import { writeSheet } from "./sheet.js";

const { values: wish } = parseArgs({
  options: {
    out: { type: "string", default: "e2e/pictures" },
    before: { type: "string" },
    only: { type: "string" },
    part: { type: "string" },
    sheet: { type: "boolean" },
    rows: { type: "boolean" },
  },
});
const out = path.resolve(wish.out);

if (!wish.sheet) {
  const args = ["playwright", "test", "--config", "pictures.config.ts"];
  if (wish.only) args.push("--grep", wish.only);
  if (wish.part) args.push(`--shard=${wish.part}`);
  const { status } = spawnSync("npx", args, { stdio: "inherit", env: { ...process.env, PICTURES_OUT: out } });
  process.exitCode = status ?? 1;
}

const { states, faults } = writeSheet(out, wish.before ? path.resolve(wish.before) : "");
process.stdout.write(
  `${states} states in ${path.join(out, "index.html")}\n${faults.slice(0, 40).join("\n")}\n`,
);
if (faults.length > 40) process.stdout.write(`and ${faults.length - 40} more faults, told in the sheet\n`);
if (faults.length > 0) process.exitCode = 1;

if (wish.rows) {
  mkdirSync(path.join(out, "rows"), { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const page = await browser.newPage({ viewport: { width: 1640, height: 1000 } });
  await page.goto(pathToFileURL(path.join(out, "index.html")).href);
  for (const row of await page.locator("section").all()) {
    const name = (await row.getAttribute("id")) ?? "";
    if (wish.only && !new RegExp(wish.only).test(name)) continue;
    await row.screenshot({ path: path.join(out, "rows", name + ".png") });
  }
  await browser.close();
}
