// What the page asks the server about club ladders.
import type { Ladder, LadderAct, LadderHistory, LadderLists, LadderSetup } from "../wire.ts";
import { request } from "../lib/server/api.ts";

const root = "/api/ladders";
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`;

export const getLadders = (): Promise<LadderLists> => request("GET", root);
export const getLadder = (id: string): Promise<Ladder> => request("GET", at(id));
export const makeLadder = (setup: LadderSetup): Promise<Ladder> => request("POST", root, setup);
export const changeLadder = (id: string, setup: LadderSetup): Promise<Ladder> =>
  request("PUT", at(id), setup);
export const actOnLadder = (id: string, act: LadderAct): Promise<Ladder> =>
  request("POST", at(id) + "/acts", act);
/** The places that a player has had. */
export const getLadderHistory = (id: string, name: string): Promise<LadderHistory> =>
  request("GET", `${at(id)}/history/${encodeURIComponent(name)}`);
/** The address of a ladder's live updates, as server-sent events. */
export const ladderEventsPath = (id: string): string => at(id) + "/events";
