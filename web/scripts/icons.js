// Paints public/icon.svg as the PNG icons for phones, and as favicon.ico for browsers without SVG: node
// scripts/icons.js
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { executablePath } from "./chromium.js";

const at = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const svg = readFileSync(at("icon.svg"), "utf8");
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-background-networking"],
});

/** The icon as a PNG image of `size` pixels a side. */
async function painted(size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** PNG images in one ICO file: a header, an entry of 16 bytes each, then the images. */
function ico(images) {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2); // icons
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, data }, i) => {
    const entry = 6 + 16 * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4); // planes
    header.writeUInt16LE(32, entry + 6); // bits a pixel
    header.writeUInt32LE(data.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  });
  return Buffer.concat([header, ...images.map(({ data }) => data)]);
}

for (const size of [192, 512]) writeFileSync(at(`icon-${size}.png`), await painted(size));
const small = [];
for (const size of [16, 32, 48]) small.push({ size, data: await painted(size) });
writeFileSync(at("favicon.ico"), ico(small));
await browser.close();
