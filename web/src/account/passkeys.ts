// Passkeys: what the server asks, told to the browser, and its answer.
import { t } from "../text/text.ts";
import type { PasskeyAnswer } from "../wire.ts";
import { passkeyChallenge } from "./client.ts";

/** Whether this browser makes passkeys. */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** The error of a person who has closed the browser's window, or took too long. */
export class Cancelled extends Error {}

/**
 * Lets the browser make a passkey.
 *
 * @param purpose "sign-up", with the name that the account will have, or "add"
 */
export async function makePasskey(purpose: string, name = ""): Promise<PasskeyAnswer> {
  const { id, options } = await passkeyChallenge(purpose, name);
  const asked = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return answered(id, () => navigator.credentials.create({ publicKey }));
}

/** Lets the browser find the passkey of somebody who signs in. */
export async function usePasskey(): Promise<PasskeyAnswer> {
  const { id, options } = await passkeyChallenge("sign-in");
  const asked = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return answered(id, () => navigator.credentials.get({ publicKey }));
}

async function answered(id: string, ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  let made: Credential | null;
  try {
    made = await ask();
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError")
      throw new Error(t("app.passkey.there"), { cause: error });
    throw new Cancelled(t("app.passkey.unused"), { cause: error });
  }
  if (!(made instanceof PublicKeyCredential)) throw new Cancelled(t("app.passkey.none"));
  return { id, credential: JSON.stringify(made.toJSON()), title: "" };
}
