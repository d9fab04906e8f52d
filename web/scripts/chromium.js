// Where the system's Chromium is. The shell without windows comes first: it is the same browser, and takes a fifth
// less processor time.
import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Where it is; undefined where there is none, so that Playwright looks for its own. */
export const executablePath = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
