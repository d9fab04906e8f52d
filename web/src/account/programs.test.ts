// @vitest-environment jsdom
import { expect, it } from "vitest";

import { all, fill, press, settled, show, the } from "../testing/page.ts";
import { serve } from "../testing/server.ts";
import type { AccessToken, Account } from "../wire.ts";
import Programs from "./Programs.svelte";

const token = (id: string): AccessToken => ({
  id,
  title: `Program ${id}`,
  scopes: ["read"],
  created: "2026-01-02T03:04:05Z",
  used: "",
});

/** A server with tokens that can be made and revoked. */
function served(): string[] {
  let tokens = [token("1")];
  const revoked: string[] = [];
  const revoke = (id: string) => () => {
    revoked.push(id);
    tokens = tokens.filter((one) => one.id !== id);
    return null;
  };
  serve({
    "GET /api/account/tokens": () => ({ tokens, scopes: ["read", "play"] }),
    "POST /api/account/tokens": () => {
      tokens = [...tokens, token("2")];
      return { token: token("2"), secret: "moyo_secret" };
    },
    "DELETE /api/account/tokens/1": revoke("1"),
    "DELETE /api/account/tokens/2": revoke("2"),
  });
  return revoked;
}

const secrets = () => [...document.querySelectorAll<HTMLInputElement>(".secret")].map((field) => field.value);

async function revoke(at: number): Promise<void> {
  await press(all("button", "Revoke")[at]!);
}

it("shows the setup text of a new token until that token is revoked, not another one", async () => {
  const revoked = served();
  await show(Programs, {
    account: { name: "Ada", bot: false } as Account,
    onchange: () => Promise.resolve(),
  });
  await fill(all("text")[0]!, "Program 2");
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await settled();
  expect([secrets(), the("text", "Token name").value]).toEqual([["moyo_secret"], ""]);
  await revoke(0);
  expect([revoked, secrets()]).toEqual([["1"], ["moyo_secret"]]);
  await revoke(0);
  expect([revoked, secrets(), all("button", "Revoke")]).toEqual([["1", "2"], [], []]);
});
