// Passkeys: passes the server's request to the browser, and returns its answer.
import { t } from "../text/text.ts";
import type { PasskeyAnswer } from "../wire.ts";
import { passkeyChallenge } from "./client.ts";

/** Reports whether this browser makes passkeys. */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** The error when the user has closed the browser's dialog, or took too long. */
export class Cancelled extends Error {}

/**
 * Makes a passkey in the browser.
 *
 * @param purpose "sign-up", with the name that the account will have, or "add"
 */
export async function makePasskey(purpose: string, name = ""): Promise<PasskeyAnswer> {
  const { id, options } = await passkeyChallenge(purpose, name);
  const asked = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return answered(id, () => navigator.credentials.create({ publicKey }));
}

/** Asks the browser for the user's passkey. */
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
