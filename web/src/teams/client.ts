// What the page asks the server about teams and their matches.
import type { NewTeam, NewTeamMatch, Team, TeamAct, TeamLists, TeamMatch, TeamMatchAct } from "../wire.ts";
import { request } from "../lib/server/api.ts";

const teams = "/api/teams";
const matches = "/api/team-matches";
const team = (id: string): string => `${teams}/${encodeURIComponent(id)}`;
const match = (id: string): string => `${matches}/${encodeURIComponent(id)}`;

/** search: a part of a name, "" for all */
export const getTeams = (search = ""): Promise<TeamLists> =>
  request("GET", search ? `${teams}?search=${encodeURIComponent(search)}` : teams);
export const makeTeam = (wish: NewTeam): Promise<Team> => request("POST", teams, wish);
export const getTeam = (id: string): Promise<Team> => request("GET", team(id));
export const actInTeam = (id: string, act: TeamAct): Promise<Team> =>
  request("POST", team(id) + "/acts", act);
export const challengeTeam = (wish: NewTeamMatch): Promise<TeamMatch> => request("POST", matches, wish);
export const getMatch = (id: string): Promise<TeamMatch> => request("GET", match(id));
export const actInMatch = (id: string, act: TeamMatchAct): Promise<TeamMatch> =>
  request("POST", match(id) + "/acts", act);
/** The addresses of their live updates, as server-sent events. */
export const teamEvents = (id: string): string => team(id) + "/events";
export const matchEvents = (id: string): string => match(id) + "/events";
