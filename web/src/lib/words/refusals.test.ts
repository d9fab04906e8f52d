import { expect, it } from "vitest";

import type { RefusalID } from "../../wire.ts";
import { refusalText } from "./refusals.ts";

it("words a refusal by its id, with its values", () => {
  expect(refusalText({ code: "not-now", refusal: "draw.offered" }, "!")).toBe(
    "You have already offered a draw.",
  );
  expect(refusalText({ code: "too-often", refusal: "lobby.crowd", places: ["Bo", "12"] }, "!")).toBe(
    "Bo has 12 challenges to answer. Please try again later.",
  );
  expect(refusalText({ refusal: "account.lockout", places: ["91"] }, "!")).toBe(
    "Too many attempts. Please wait 2 minutes and try again.",
  );
  expect(refusalText({ refusal: "account.lockout", places: ["90"] }, "!")).toContain("wait 90 seconds and");
  expect(refusalText({ refusal: "account.lockout", places: ["1"] }, "!")).toContain("wait 1 second and");
  const until = new Date(2026, 6, 1, 14, 5).toISOString();
  expect(refusalText({ refusal: "suspended.until", places: [until] }, "!")).toBe(
    "You are suspended until 1 Jul 2026, 14:05 and may only watch.",
  );
  expect(refusalText({ refusal: "pairing.leftMinutes", places: ["3", "5", until] }, "!")).toContain(
    "in 5 minutes, at 14:05.",
  );
  expect(refusalText({ code: "not-found", refusal: "people.nobody", places: ['"{b} <i>"'] }, "!")).toBe(
    'There is no player called "{b} <i>".',
  );
});

it("words an illegal move by its reason, and everything else as the server does", () => {
  expect(refusalText({ code: "occupied" }, "!")).toBe("There is already a stone on that point.");
  expect(refusalText({ code: "bad-request" }, "No such thing.")).toBe("No such thing.");
  expect(refusalText({ code: "x", refusal: "no.such" as RefusalID }, "A new one.")).toBe("A new one.");
  expect(refusalText({}, "Nothing known.")).toBe("Nothing known.");
});
