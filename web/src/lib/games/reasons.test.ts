import { expect, it, vi } from "vitest";

import { fetchCatalog } from "./known.svelte.ts";
import { forbiddenWords, reasonText } from "./reasons.ts";
import { catalogWith } from "./testing/games.ts";

const ko = { code: "ko", text: "That would repeat an earlier position (ko). Play elsewhere first." };

it("says why a move is illegal in the server's words, and something before they are here", async () => {
  expect(reasonText("ko")).toBe("That move is not allowed.");
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(catalogWith({ reasons: [ko] }))));
  await fetchCatalog();
  vi.unstubAllGlobals();
  expect(reasonText("ko")).toBe(ko.text);
  expect(reasonText("something-new", "So it is.")).toBe("So it is.");
  expect([...forbiddenWords([{ point: 3, reason: "ko" }])]).toEqual([[3, ko.text]]);
});
