// What the page asks the server about shared boards and the user's own.
import type { OwnBoards, SharedBoards } from "../wire.ts";
import { request } from "../lib/server/api.ts";

const shared = "/api/boards/shared";
const own = "/api/me/boards";

/** The hash that identifies a user's board, as a part of an address. */
const hashOf = (spec: string): string => "/" + encodeURIComponent(spec.replace(/^id:/, ""));

/** order: "played" or "new"; after: the cursor from the previous part, "" for the first */
export const getSharedBoards = (order: string, name: string, after: string): Promise<SharedBoards> =>
  request("GET", `${shared}?${new URLSearchParams({ order, name, after })}`);
export const shareBoard = (spec: string, on: boolean): Promise<unknown> =>
  request(on ? "PUT" : "DELETE", shared + hashOf(spec));
export const getOwnBoards = (): Promise<OwnBoards> => request("GET", own);
export const renameBoard = (spec: string, title: string): Promise<unknown> =>
  request("PUT", own + hashOf(spec), { title });
export const dropBoard = (spec: string): Promise<unknown> => request("DELETE", own + hashOf(spec));
