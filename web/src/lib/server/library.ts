// Requests about the user's library.
import type {
  Library,
  LibraryExplored,
  LibraryGame,
  LibraryImport,
  LibraryPage,
  LibraryPosition,
  LibrarySearch,
} from "../../wire.ts";
import { boardTitle } from "../words/titles.ts";
import { ask, request } from "./api.ts";

const root = "/api/library";

const titled = <T extends { board: string; boardTitle: string }>(shown: T): T => ({
  ...shown,
  boardTitle: boardTitle(shown.board, shown.boardTitle),
});
const gamesInWords = <T extends { games: LibraryGame[] }>(answer: T): T => ({
  ...answer,
  games: answer.games.map(titled),
});

export const getLibrary = (): Promise<Library> =>
  request<Library>("GET", root).then((library) => ({ ...library, boards: library.boards.map(titled) }));
/** Uploads a file; from: how many of its games were processed before, and file: the number that it got then. */
export const importFile = (name: string, body: Blob, from: number, file: number): Promise<LibraryImport> =>
  request("POST", `${root}/import?name=${encodeURIComponent(name)}&from=${from}&file=${file}`, body);
export const searchLibrary = (search: LibrarySearch): Promise<LibraryPage> =>
  request<LibraryPage>("POST", root + "/search", search).then(gamesInWords);
export const exploreLibrary = (position: LibraryPosition): Promise<LibraryExplored> =>
  request<LibraryExplored>("POST", root + "/explore", position).then(gamesInWords);
/** The address of a game's record. */
export const libraryRecordPath = (number: number): string => `${root}/games/${number}`;
export const getLibraryRecord = (number: number): Promise<Blob> =>
  ask("GET", libraryRecordPath(number)).then((response) => response.blob());
export const deleteLibraryGame = (number: number): Promise<unknown> =>
  ask("DELETE", libraryRecordPath(number));
/** Deletes all games from a file; 0 for those played on this server. */
export const deleteLibraryFile = (file: number): Promise<unknown> => ask("DELETE", `${root}/files/${file}`);
export const deleteLibrary = (): Promise<unknown> => ask("DELETE", root);
