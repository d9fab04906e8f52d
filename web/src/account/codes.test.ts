// @vitest-environment jsdom
import { expect, it, vi } from "vitest";

import { ApiError } from "../lib/server/api.ts";
import { all, fill, press, read, settled, show, the } from "../testing/page.ts";
import { serve } from "../testing/server.ts";
import type { Account } from "../wire.ts";
import SecondFactor from "./SecondFactor.svelte";

const account: Account = {
  name: "Ada",
  bot: false,
  created: "2026-01-02T03:04:05Z",
  fresh: true,
  password: true,
  app: false,
  recovery: 0,
  email: "",
  passkeys: [],
  links: [],
  offers: {} as Account["offers"],
};

const send = () => {
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  return settled();
};
const codes = () => [...document.querySelectorAll(".codes li")].map((code) => code.textContent);

it("turns on an app by its code, shows recovery codes, and clears the typed code", async () => {
  const onchange = vi.fn(() => Promise.resolve());
  const asked = serve({
    "POST /api/account/app": { id: "a", secret: "ABCD", link: "", picture: "data:," },
    "PUT /api/account/app": { codes: ["one", "two"] },
  });
  await show(SecondFactor, { account, onchange });
  await press(the("button", "Use an authenticator app"));
  await fill(the("text"), "123456");
  await send();
  expect(asked.at(-1)).toMatchObject({ method: "PUT", body: { code: "123456" } });
  expect(codes()).toEqual(["one", "two"]);
  expect(onchange).toHaveBeenCalledTimes(1);
  await press(the("button", "Use an authenticator app"));
  expect(the("text").value).toBe("");
});

it("keeps a wrong code in the field, and sends one request at a time", async () => {
  let answer!: (value: unknown) => void;
  const asked = serve({
    "POST /api/account/app": { id: "a", secret: "ABCD", link: "", picture: "data:," },
    "PUT /api/account/app": () => new Promise((done) => (answer = done)),
  });
  await show(SecondFactor, { account, onchange: () => Promise.resolve() });
  await press(the("button", "Use an authenticator app"));
  await fill(the("text"), "000000");
  await send();
  expect(all("button").filter((button) => button.type === "submit" && !button.disabled)).toEqual([]);
  await send();
  expect(asked).toHaveLength(2);
  answer(new ApiError(400, "That code is wrong."));
  await settled();
  expect(read(".error")).toBe("That code is wrong.");
  expect([the("text").value, codes()]).toEqual(["000000", []]);
});
