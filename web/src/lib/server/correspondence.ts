// Requests about correspondence games: notes, vacations, the coming week.
import type { Note, Vacation, Week } from "../../wire.ts";
import { request } from "./api.ts";

const noteOf = (game: string): string => `/api/games/${encodeURIComponent(game)}/note`;
const vacation = "/api/me/vacation";

export const getNote = (game: string): Promise<Note> => request("GET", noteOf(game));
export const putNote = (game: string, text: string): Promise<Note> => request("PUT", noteOf(game), { text });
export const getWeek = (): Promise<Week> => request("GET", "/api/me/correspondence");
export const beginVacation = (days: number): Promise<Vacation> => request("POST", vacation, { days });
export const endVacation = (): Promise<Vacation> => request("DELETE", vacation);
