// Paints public/icon.svg as the PNG icons that phones ask for:
//   node scripts/icons.js
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

const at = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const svg = readFileSync(at("icon.svg"), "utf8");
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: at(`icon-${size}.png`), omitBackground: true });
}
await browser.close();
