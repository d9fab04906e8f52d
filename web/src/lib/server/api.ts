// The HTTP client: typed requests, and one kind of error whose message is a sentence for people.
import { t } from "../../text/text.ts";
import { refusalText } from "../words/refusals.ts";
import {
  hintInWords,
  mistakeAnswerInWords,
  puzzleAnswerInWords,
  ratingsInWords,
  trainingAnswerInWords,
} from "../words/sentences.ts";
import { boardInWords, catalogInWords, courseInWords, partInWords } from "../words/titles.ts";
import { carry, takeErrands, type Errand } from "./errands.ts";
import type {
  Board,
  BoardEntry,
  BoardFile,
  BoardReport,
  Catalog,
  ChatHistory,
  CollectionReport,
  Deeds,
  Following,
  GameInfo,
  GamePage,
  GameRatings,
  Inbox,
  LessonAnswer,
  Lessons,
  LessonTry,
  Leaders,
  Lobby,
  Me,
  Meetings,
  MistakeAnswer,
  MistakeProblem,
  MistakeProved,
  Mistakes,
  MistakesAdded,
  MistakeTry,
  NewBoard,
  NewCollection,
  NewDeed,
  NewExam,
  NewGame,
  NewReport,
  NotificationSettings,
  NotificationsRead,
  OEmbed,
  PlayerRatings,
  Problem,
  Profile,
  PushSubscription,
  PuzzleAnswer,
  Puzzles,
  PuzzleTry,
  RecordFile,
  RecordPosition,
  Redeemed,
  Relations,
  ReportContext,
  Reports,
  ServerMessage,
  Snapshot,
  Standing,
  Study,
  StudyChange,
  StudyList,
  StudyMade,
  StudySource,
  StudyTree,
  StudyWish,
  Training,
  TrainingAnswer,
  TrainingChoice,
  TrainingCourses,
  TrainingExam,
  TrainingPart,
  TrainingProblem,
  TrainingStatistics,
  TrainingTry,
  Tsumego,
  TsumegoList,
  TsumegoWrite,
} from "../../wire.ts";

export class ApiError extends Error {
  /** HTTP status; 0 if the server could not be reached */
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.name = "ApiError";
    this.status = status;
  }
}

// A new browser gets its guest token with the first answer. Until then other requests wait, or each would get another
// token. Requests that the previous page left unanswered come first.
let first: Promise<unknown> | null = null;
finish(takeErrands());

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await ask(method, path, body);
  return (await response.json().catch(() => null)) as T;
}

/**
 * Sends a request that may be repeated; if the user leaves the page before the answer, the next page sends it again.
 */
async function insist<T>(method: string, path: string, body: unknown): Promise<T> {
  const done = carry(() => [{ method, path, body }]);
  try {
    return await request<T>(method, path, body);
  } finally {
    done();
  }
}

/** Sends some requests one after the other, before any other. Their answers and refusals are ignored. */
export function finish(errands: readonly Errand[]): void {
  if (!errands.length) return;
  const left = new Set(errands);
  const done = carry(() => [...left]);
  const all = async () => {
    for (const errand of errands) {
      await send(errand.method, errand.path, errand.body).catch(() => undefined);
      left.delete(errand);
    }
    done();
  };
  first = all();
}

/** The response to a request, in any format. A body is sent as JSON unless it is a Blob. */
export async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  if (first) {
    await first.catch(() => undefined);
    return send(method, path, body);
  }
  const answer = send(method, path, body);
  first = answer;
  return answer;
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json, */*" };
  const init: RequestInit = { method, headers };
  if (body instanceof Blob) {
    headers["content-type"] = "application/octet-stream";
    init.body = body;
  } else if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, t("app.server.away"));
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new ApiError(response.status, problemText(response.status, answer));
}

function problemText(status: number, answer: unknown): string {
  const problem = answer as Partial<Problem> | null;
  const text = problem?.detail || problem?.title;
  if (problem && text) return sentence(refusalText(problem, text));
  if (status === 429) return t("app.server.fast");
  if (status === 413) return t("app.server.large");
  return t("app.server.error", { status });
}

/** Starts with a capital and ends with a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return "";
  const first = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(first) ? first : first + ".";
}

const boards = new Map<string, Promise<Board>>();

/** A board's points and edges; boards never change, so each is requested only once. */
export function getBoard(spec: string): Promise<Board> {
  let board = boards.get(spec);
  if (!board) {
    board = request<Board>("GET", "/api/boards?spec=" + encodeURIComponent(spec)).then(boardInWords);
    board.catch(() => boards.delete(spec));
    boards.set(spec, board);
  }
  return board;
}

/** A game's moves and stones as they are now. */
export function getSnapshot(id: string): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + socketPath(id));
    socket.onopen = () => socket.send('{"type":"hello"}');
    socket.onmessage = (e: MessageEvent<string>) => {
      const { snapshot } = JSON.parse(e.data) as ServerMessage;
      if (!snapshot) return;
      socket.onclose = null;
      resolve(snapshot);
      socket.close();
    };
    socket.onclose = () => {
      // A socket that does not open gives no reason; a plain request does.
      getGame(id)
        .then(() => reject(new ApiError(0, t("app.server.noGame"))))
        .catch(reject);
    };
  });
}

export const getMe = (): Promise<Me> => request("GET", "/api/me");
export const signOut = (): Promise<unknown> => request("DELETE", "/api/session");
export const getCatalog = (): Promise<Catalog> =>
  request<Catalog>("GET", "/api/catalog").then(catalogInWords);
export const getLobby = (): Promise<Lobby> => request("GET", "/api/games");
/** A part of a list of games; path is one of those below. Filters that are "" do not count. */
export const getGames = (path: string, conditions: Record<string, string>): Promise<GamePage> =>
  request("GET", withConditions(path, conditions));
export const searchPath = "/api/games/search";
export const ownGamesPath = "/api/me/games";
/** The address of the records of a list of games: "sgf" as one collection, "zip" as one file each. */
export const recordsPath = (path: string, conditions: Record<string, string>, format: string): string =>
  withConditions(path + "/records", { ...conditions, format });
export const getGame = (id: string): Promise<GameInfo> =>
  request("GET", "/api/games/" + encodeURIComponent(id));
export const newGame = (game: NewGame): Promise<GameInfo> => request("POST", "/api/games", game);
export const checkBoard = (board: NewBoard): Promise<BoardReport> =>
  request("POST", "/api/boards/check", board);
/** A board as a file that can be imported again. */
export const getBoardFile = (spec: string): Promise<BoardFile> =>
  request("GET", "/api/boards/file?spec=" + encodeURIComponent(spec));
export const saveBoard = (board: NewBoard): Promise<BoardEntry> => insist("POST", "/api/boards", board);
/** How other sites embed an address of this one, in colours "light" or "dark"; "" for the reader's. */
export const getOEmbed = (url: string, theme: string): Promise<OEmbed> =>
  request("GET", `/api/oembed?url=${encodeURIComponent(url)}&theme=${theme}`);
export const getPuzzles = (rule: string, depth: number): Promise<Puzzles> =>
  request("GET", `/api/puzzles?rule=${encodeURIComponent(rule)}&depth=${depth}`);
export const tryPuzzle = (id: string, body: PuzzleTry): Promise<PuzzleAnswer> =>
  request<PuzzleAnswer>("POST", `/api/puzzles/${encodeURIComponent(id)}/try`, body).then(puzzleAnswerInWords);
/** The games of a file with records, and one of them, counted from 0. */
export const readRecord = (body: Blob, game: number): Promise<RecordFile> =>
  request<RecordFile>("POST", `/api/records/read?game=${game}`, body).then((file) => ({
    ...file,
    game: file.game && { ...file.game, board: boardInWords(file.game.board) },
  }));

/** A file for the user to download. */
export interface Download {
  name: string;
  body: Blob;
}

/** The problems of a file in any format that the server reads. */
export const readTsumego = (name: string, body: Blob): Promise<TsumegoList> =>
  request("POST", "/api/tsumego/read?name=" + encodeURIComponent(name), body);

/** A problem as a file: "sgf", "text" or "jsonl", or a picture, "svg" or "png". */
export const writeTsumego = (problem: Tsumego, format: string): Promise<Download> =>
  ask("POST", "/api/tsumego/write", { problem, format } satisfies TsumegoWrite).then((r) =>
    downloadOf(r, ["problem", format]),
  );

/** A picture of a record, as a file. */
export const drawRecord = (position: RecordPosition): Promise<Download> =>
  ask("POST", "/api/records/draw", position).then((r) => downloadOf(r, ["record", position.format]));

async function downloadOf(response: Response, usual: readonly string[]): Promise<Download> {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { name: name ?? usual.join("."), body: await response.blob() };
}

function withConditions(path: string, conditions: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(conditions).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${path}?${query}` : path;
}

export const sgfPath = (id: string): string => `/api/games/${encodeURIComponent(id)}/sgf`;
/** A game's record, as a file. */
export const getGameRecord = (id: string): Promise<Blob> =>
  ask("GET", sgfPath(id)).then((response) => response.blob());
/** The address for commands of a game without its socket. */
export const commandPath = (id: string): string => `/api/games/${encodeURIComponent(id)}/commands`;
export const socketPath = (id: string): string => `/api/games/${encodeURIComponent(id)}/ws`;
export const chatPath = (about: Talked, id: string): string => `${talkOf(about, id)}/ws`;
export const analysisPath = "/api/analysis/ws";
export const coachPath = "/api/coach/ws";
export const solvePath = "/api/solve/ws";
export const lobbyPath = "/api/lobby/events?live=1";
export const pairingPath = "/api/pairing/ws";

export const inboxPath = "/api/me/events";
export const readNotifications = (body: NotificationsRead): Promise<Inbox> =>
  request("POST", "/api/me/notifications/read", body);
export const getNotificationSettings = (): Promise<NotificationSettings> =>
  request("GET", "/api/me/notifications/settings");
export const putNotificationSettings = (body: NotificationSettings): Promise<NotificationSettings> =>
  request("PUT", "/api/me/notifications/settings", body);
export const savePush = (body: PushSubscription): Promise<unknown> => request("POST", "/api/me/push", body);
export const endPush = (body: PushSubscription): Promise<unknown> => request("DELETE", "/api/me/push", body);

const problemPath = (key: string): string => "/api/training/problems/" + encodeURIComponent(key);
export const getTraining = (): Promise<Training> => request("GET", "/api/training");
export const getCourses = (): Promise<TrainingCourses> =>
  request<TrainingCourses>("GET", "/api/training/courses").then(({ courses }) => ({
    courses: courses.map(courseInWords),
  }));
export const getPart = (id: string): Promise<TrainingPart> =>
  request<TrainingPart>("GET", "/api/training/courses/" + encodeURIComponent(id)).then((part) => ({
    ...part,
    set: partInWords(part.set),
  }));
export const nextTraining = (choice: TrainingChoice): Promise<TrainingProblem> =>
  request<TrainingProblem>("POST", "/api/training/next", choice).then(partInWords).then(hintInWords);
export const getTrainingProblem = (key: string): Promise<TrainingProblem> =>
  request<TrainingProblem>("GET", problemPath(key)).then(partInWords).then(hintInWords);
export const tryTraining = (key: string, body: TrainingTry): Promise<TrainingAnswer> =>
  request<TrainingAnswer>("POST", problemPath(key) + "/try", body).then(trainingAnswerInWords);
export const newExam = (exam: NewExam): Promise<TrainingExam> => request("POST", "/api/training/exams", exam);
export const endExam = (): Promise<TrainingExam> => request("POST", "/api/training/exams/end");
/** offset: minutes that the time zone is ahead of UTC */
export const getTrainingStatistics = (offset: number): Promise<TrainingStatistics> =>
  request("GET", `/api/training/statistics?offset=${offset}`);
export const newCollection = (collection: NewCollection): Promise<CollectionReport> =>
  request("POST", "/api/training/collections", collection);
export const deleteCollection = (id: string): Promise<unknown> =>
  request("DELETE", "/api/training/collections/" + encodeURIComponent(id));
export const getMistakes = (): Promise<Mistakes> => request("GET", "/api/mistakes");
/** Adds the user's worst moves in a reviewed game to their exercises. */
export const addMistakes = (game: string): Promise<MistakesAdded> =>
  request("POST", "/api/mistakes", { game, most: 0 });
/** key: the game, "/" and the number of the move */
const mistakePath = (key: string): string =>
  "/api/mistakes/" + key.split("/").map(encodeURIComponent).join("/");
export const getMistake = (key: string): Promise<MistakeProblem> => request("GET", mistakePath(key));
export const tryMistake = (key: string, body: MistakeTry): Promise<MistakeAnswer> =>
  request<MistakeAnswer>("POST", mistakePath(key) + "/try", body).then(mistakeAnswerInWords);
export const proveMistake = (key: string): Promise<MistakeProved> =>
  request("POST", mistakePath(key) + "/proof");
export const deleteMistake = (key: string): Promise<unknown> => request("DELETE", mistakePath(key));
export const getLessons = (): Promise<Lessons> => request("GET", "/api/lessons");
/** step: from 1 */
export const tryLesson = (lesson: string, step: number, body: LessonTry): Promise<LessonAnswer> =>
  request("POST", `/api/lessons/${encodeURIComponent(lesson)}/${step}/try`, body);

/** Chats. */
export type Talked = "games" | "studies";

const talkOf = (about: Talked, id: string): string => `/api/${about}/${encodeURIComponent(id)}/chat`;
/** before: the id of a line; 0 for the end */
export const getChat = (about: Talked, id: string, room: string, before: number): Promise<ChatHistory> =>
  request("GET", `${talkOf(about, id)}?room=${room}&before=${before}`);
const study = (id: string): string => "/api/studies/" + encodeURIComponent(id);
export const studyPath = (id: string): string => study(id) + "/ws";
export const getStudies = (): Promise<StudyList> => request("GET", "/api/studies");
export const getStudy = (id: string): Promise<Study> => request("GET", study(id));
export const newStudy = (wish: StudyWish): Promise<Study> => request("POST", "/api/studies", wish);
export const changeStudy = (id: string, change: StudyChange): Promise<Study> =>
  request("PATCH", study(id), change);
export const deleteStudy = (id: string): Promise<unknown> => ask("DELETE", study(id));
/** Makes chapters from a record, a game or an empty board. */
export const newChapters = (id: string, source: StudySource): Promise<StudyMade> =>
  request("POST", study(id) + "/chapters", source);
export const getChapter = (id: string, chapter: number): Promise<StudyTree> =>
  request<StudyTree>("GET", `${study(id)}/chapters/${chapter}`).then((tree) => ({
    ...tree,
    record: tree.record && { ...tree.record, board: boardInWords(tree.record.board) },
  }));
const people = (name: string): string => "/api/people/" + encodeURIComponent(name);
/** The profile of an account. */
export const getProfile = (name: string): Promise<Profile> => request("GET", people(name));
export const getRatings = (name: string): Promise<PlayerRatings> => request("GET", people(name) + "/ratings");
/** Results between two players; other is a name, or the id of an engine. */
export const getMeetings = (name: string, other: string): Promise<Meetings> =>
  request("GET", `${people(name)}/against/${encodeURIComponent(other)}`);
export const gamesOfPath = (name: string): string => people(name) + "/games";
export const getFollowing = (): Promise<Following> => request("GET", "/api/me/following");
export const getRelations = (): Promise<Relations> => request("GET", "/api/relations");
/** pool: "" for the first; after: the name after which the part starts */
export const getLeaders = (pool: string, after: string): Promise<Leaders> =>
  request("GET", withConditions("/api/leaders", { pool, after }));
/** The rating changes of a rated game. */
export const getGameRatings = (id: string): Promise<GameRatings> =>
  request<GameRatings>("GET", `/api/games/${encodeURIComponent(id)}/ratings`).then(ratingsInWords);
/** Follows or blocks an account, or ends that. */
export const relate = (kind: "follow" | "block", name: string, on: boolean): Promise<unknown> =>
  ask(on ? "PUT" : "DELETE", `/api/relations/${kind}/${encodeURIComponent(name)}`);
export const sendReport = (report: NewReport): Promise<unknown> => ask("POST", "/api/reports", report);
export const getStanding = (): Promise<Standing> => request("GET", "/api/standing");
export const seenWarning = (id: number): Promise<unknown> => ask("POST", "/api/standing/warnings", { id });
export const redeem = (code: string): Promise<Redeemed> => request("POST", "/api/account/redeem", { code });

const moderation = "/api/moderation/";
/** before: the id of a report; 0 for the end */
export const getReports = (state: "open" | "closed", before: number): Promise<Reports> =>
  request("GET", `${moderation}reports?state=${state}&before=${before}`);
export const getReport = (id: number): Promise<ReportContext> => request("GET", `${moderation}reports/${id}`);
export const claimReport = (id: number, claim: boolean): Promise<unknown> =>
  ask("POST", `${moderation}reports/${id}/claim`, { claim });
export const doDeed = (deed: NewDeed): Promise<unknown> => ask("POST", moderation + "deeds", deed);
/** name: of an account, "" for all; before: the id of a log entry, 0 for the end */
export const getDeeds = (name: string, before: number): Promise<Deeds> =>
  request("GET", `${moderation}deeds?name=${encodeURIComponent(name)}&before=${before}`);
