// What the page asks the server about accounts.
import type {
  AccessTokens,
  Account,
  App,
  Devices,
  ElsewhereAddress,
  MadeAccessToken,
  NameCheck,
  NewAccessToken,
  PasskeyAnswer,
  PasskeyChallenge,
  RecoveryCodes,
  SignIn,
  SignUp,
  SignedIn,
} from "../wire.ts";
import { nameCheckInWords } from "../lib/words/sentences.ts";
import { request } from "../lib/server/api.ts";

const root = "/api/account";

export const archivePath = root + "/archive";

export const getAccount = (): Promise<Account> => request("GET", root);
export const checkName = (name: string): Promise<NameCheck> =>
  request<NameCheck>("GET", `${root}/name?name=${encodeURIComponent(name)}`).then(nameCheckInWords);
export const signUp = (body: SignUp): Promise<SignedIn> => request("POST", root, body);
export const signIn = (body: SignIn): Promise<SignedIn> => request("POST", root + "/sign-in", body);
export const signInByPasskey = (body: PasskeyAnswer): Promise<SignedIn> =>
  request("POST", root + "/sign-in/passkey", body);
export const passkeyChallenge = (purpose: string, name = ""): Promise<PasskeyChallenge> =>
  request("POST", root + "/passkey-challenge", { for: purpose, name });
export const addPasskey = (body: PasskeyAnswer): Promise<unknown> =>
  request("POST", root + "/passkeys", body);
export const namePasskey = (id: string, title: string): Promise<unknown> =>
  request("PUT", `${root}/passkeys/${encodeURIComponent(id)}`, { title });
export const removePasskey = (id: string): Promise<unknown> =>
  request("DELETE", `${root}/passkeys/${encodeURIComponent(id)}`);
/** purpose: "sign-in" or "link" */
export const goElsewhere = (purpose: string): Promise<ElsewhereAddress> =>
  request("POST", root + "/elsewhere", { for: purpose });
export const removeLink = (id: string): Promise<unknown> =>
  request("DELETE", `${root}/links/${encodeURIComponent(id)}`);
export const changePassword = (old: string, next: string): Promise<unknown> =>
  request("PUT", root + "/password", { old, new: next });
export const newApp = (): Promise<App> => request("POST", root + "/app");
export const turnOnApp = (code: string): Promise<RecoveryCodes> => request("PUT", root + "/app", { code });
export const turnOffApp = (): Promise<unknown> => request("DELETE", root + "/app");
export const newRecovery = (): Promise<RecoveryCodes> => request("POST", root + "/recovery");
export const getDevices = (): Promise<Devices> => request("GET", root + "/sessions");
export const endDevice = (id: string): Promise<unknown> =>
  request("DELETE", `${root}/sessions/${encodeURIComponent(id)}`);
export const endOtherDevices = (): Promise<unknown> => request("DELETE", root + "/sessions");
export const getTokens = (): Promise<AccessTokens> => request("GET", root + "/tokens");
export const makeToken = (body: NewAccessToken): Promise<MadeAccessToken> =>
  request("POST", root + "/tokens", body);
export const revokeToken = (id: string): Promise<unknown> =>
  request("DELETE", `${root}/tokens/${encodeURIComponent(id)}`);
export const becomeBot = (name: string): Promise<unknown> => request("POST", root + "/bot", { name });
export const setEmail = (address: string): Promise<unknown> => request("PUT", root + "/email", { address });
export const verifyEmail = (name: string, secret: string): Promise<unknown> =>
  request("POST", root + "/email", { name, secret });
export const removeEmail = (): Promise<unknown> => request("DELETE", root + "/email");
export const forgotPassword = (name: string): Promise<unknown> => request("POST", root + "/reset", { name });
export const resetPassword = (name: string, secret: string, password: string): Promise<SignedIn> =>
  request("PUT", root + "/reset", { name, secret, password });
export const deleteAccount = (name: string): Promise<unknown> => request("DELETE", root, { name });
