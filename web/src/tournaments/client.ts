// What the page asks the server about tournaments.
import type { Tournament, TournamentAct, TournamentLists, TournamentSetup } from "../wire.ts";
import { request } from "../lib/server/api.ts";

const root = "/api/tournaments";
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`;

export const getTournaments = (): Promise<TournamentLists> => request("GET", root);
export const getTournament = (id: string): Promise<Tournament> => request("GET", at(id));
export const makeTournament = (setup: TournamentSetup): Promise<Tournament> => request("POST", root, setup);
export const actIn = (id: string, act: TournamentAct): Promise<Tournament> =>
  request("POST", at(id) + "/acts", act);
/** The address of a tournament's live updates, as server-sent events. */
export const eventsPath = (id: string): string => at(id) + "/events";
/** The address of its table: format "csv", "json", "egf" or "results". */
export const tablePath = (id: string, format: string): string => `${at(id)}/table/${format}`;
