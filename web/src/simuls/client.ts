// What the page asks the server about simultaneous exhibitions.
import type { Simul, SimulAct, SimulLists, SimulSetup } from "../wire.ts";
import { request } from "../lib/server/api.ts";

const root = "/api/simuls";
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`;

export const getSimuls = (): Promise<SimulLists> => request("GET", root);
export const getSimul = (id: string): Promise<Simul> => request("GET", at(id));
export const makeSimul = (setup: SimulSetup): Promise<Simul> => request("POST", root, setup);
export const actInSimul = (id: string, act: SimulAct): Promise<Simul> =>
  request("POST", at(id) + "/acts", act);
/** The address of an exhibition's live updates, as server-sent events. */
export const simulEvents = (id: string): string => at(id) + "/events";
