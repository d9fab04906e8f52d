import { expect, it } from "vitest";

import { hasOtherWays } from "./ways.ts";

const passkey = { id: "k", title: "Phone", here: true, created: "", used: "" };
const link = { id: "l", name: "ada", created: "" };

it("knows whether the password is the last way in", () => {
  expect(hasOtherWays({ passkeys: [], links: [] })).toBe(false);
  expect(hasOtherWays({ passkeys: [passkey], links: [] })).toBe(true);
  expect(hasOtherWays({ passkeys: [], links: [link] })).toBe(true);
});
