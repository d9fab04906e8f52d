import { expect, it } from "vitest";

import { momentText } from "./text.ts";

it("writes times in the language of the texts, whatever the browser's, and nothing for none", () => {
  const at = "2026-07-01T14:05:00"; // in the reader's time zone
  expect(momentText(at, "time")).toBe("14:05");
  expect(momentText(at, "shortDay")).toBe("1 Jul");
  expect(momentText(at, "day")).toBe("1 July 2026");
  expect(momentText(at, "recent")).toBe("1 Jul, 14:05");
  expect(momentText(at, "moment")).toBe("1 Jul 2026, 14:05");
  expect(momentText("", "day")).toBe("");
});
