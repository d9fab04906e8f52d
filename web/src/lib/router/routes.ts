// The page's addresses: text to route and back, without the browser. A new one needs its
// line in pages.json, too. Features that bring their own addresses declare them: feature.ts.
import type { Address } from "../feature.ts";

export type Route =
  | { page: "home" }
  | { page: "new"; board: string; game: string; rules: string; to: string; with: string }
  | { page: "game"; id: string }
  | { page: "analyse"; from: AnalysisStart }
  | { page: "solve"; problem: string }
  | { page: "train"; view: TrainView; from: TrainStart }
  | { page: "boards"; own: boolean }
  | { page: "import" }
  | { page: "draw"; board: string }
  | { page: "library"; from: LibraryStart }
  | { page: "history" }
  | { page: "person"; name: string }
  | { page: "leaders"; pool: string }
  | { page: "studies" }
  | { page: "study"; id: string }
  | { page: "learn"; term: string; lesson?: string }
  | { page: "moderate" }
  | { page: "redeem" }
  | { page: "account"; from: AccountStart }
  | Elsewhere;

/** An address that stands not here: its pattern, such as "/class/*". A feature declares it, or the page has none. */
type Elsewhere = Address & { page: `/${string}`; path: string };

/** The route of a path with its query and hash, such as "/new?board=torus:9x9". */
export function parseRoute(address: string): Route {
  const { pathname: path, searchParams: query, hash } = new URL(address, "http://moyo.invalid");
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  const id = decode(rest[0] ?? "");
  const page: `/${string}` = `/${first}${"/*".repeat(rest.length)}`;
  const get = (name: string) => query.get(name) ?? "";
  const pick = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, get(name)])) as Record<Name, string>;
  if (page === "/") return { page: "home" };
  if (page === "/new") return { page: "new", ...pick("board", "game", "rules", "to", "with") };
  if (page === "/analyse")
    return {
      page: "analyse",
      from: pick("game", "board", "rules", "stones", "toPlay", "moves", "library", "at"),
    };
  if (page === "/library") {
    const from = pick("view", "file", "board", "rules", "stones", "toPlay", "moves", "corner", "side");
    return { page: "library", from: { ...from, view: isLibraryView(from.view) ? from.view : "" } };
  }
  if (page === "/solve") return { page: "solve", problem: hash.slice(1) };
  if ((page === "/train" || page === "/train/*") && isTrainView(id))
    return { page: "train", view: id, from: pick("mode", "collection", "problem") };
  if (page === "/learn") return { page: "learn", term: decode(hash.slice(1)) };
  if (page === "/learn/*") return { page: "learn", term: decode(hash.slice(1)), lesson: id };
  if (page === "/game/*") return { page: "game", id };
  if (page === "/history") return { page: "history" };
  if (page === "/people/*") return { page: "person", name: id };
  if (page === "/studies") return { page: "studies" };
  if (page === "/study/*") return { page: "study", id };
  if (page === "/leaders") return { page: "leaders", pool: get("pool") };
  if (page === "/boards") return { page: "boards", own: get("of") === "mine" };
  if (page === "/boards/*" && id === "import") return { page: "import" };
  if (page === "/boards/*" && id === "draw") return { page: "draw", board: get("board") };
  if (page === "/moderate") return { page: "moderate" };
  if (page === "/redeem") return { page: "redeem" };
  if (page === "/account")
    return {
      page: "account",
      from: pick("elsewhere", "name", "problem", "linked", "letter", "as", "secret"),
    };
  return { page, path, id, query };
}

/** What the page of the account is opened with, by the server or a letter. Each may be "". */
export interface AccountStart {
  /** what stands for who came from the other site without an account here */
  elsewhere: string;
  /** the name that they have there */
  name: string;
  /** why the other site let nobody in: "too-late", "unreachable", "refused", "unknown", "taken" */
  problem: string;
  /** "yes" once the other site is a way in */
  linked: string;
  /** what a letter is about: "verify" or "reset", with whom it was sent to and its secret */
  letter: string;
  as: string;
  secret: string;
}

/** The parts of the trainer; "" is life and death. */
export type TrainView = "" | "courses" | "gomoku" | "collections" | "exam" | "mistakes" | "statistics";

const isTrainView = (text: string): text is TrainView =>
  ["", "courses", "gomoku", "collections", "exam", "mistakes", "statistics"].includes(text);

/** Which problem of life and death comes first. Each may be "". */
export interface TrainStart {
  /** "rated", "review", "collection" or "exam"; "" for "rated" */
  mode: string;
  /** of collections, and of courses the part that is shown */
  collection: string;
  /** the key of a problem to be looked at again, the id of a puzzle; in a collection the id of one of its problems; of mistakes one, or "next" */
  problem: string;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % sign: keep it as it was typed
  }
}

/** Where an analysis begins: the moves of a kept game, or a position. Each may be "". */
export interface AnalysisStart {
  game: string;
  board: string;
  rules: string;
  /** one character a point, as the server tells stones */
  stones: string;
  toPlay: string;
  /** names with dots between them */
  moves: string;
  /** the number of a game in one's library, and how many moves of it are gone through */
  library: string;
  at: string;
}

/** The parts of a library; "" is its games. */
export type LibraryView = "" | "positions" | "files";

const isLibraryView = (text: string): text is LibraryView => ["", "positions", "files"].includes(text);

/** What of a library is shown: a part, and what is looked for there. Each may be "". */
export interface LibraryStart {
  view: LibraryView;
  /** the number of a file that games came with */
  file: string;
  /** a position, as in AnalysisStart */
  board: string;
  rules: string;
  stones: string;
  toPlay: string;
  moves: string;
  /** the side of the corner that alone counts, in points, and which corner it is */
  corner: string;
  side: string;
}

/** A path with those values that are not empty; ids stay legible. */
function withQuery(path: string, values: Record<string, string | undefined>): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value ?? "")
          .replaceAll("%3A", ":")
          .replaceAll("%2C", ",")
          .replaceAll("%3D", "=")}`,
    );
  return parts.length ? `${path}?${parts.join("&")}` : path;
}

export const paths = {
  home: "/",
  /** rules: an id, which names the game as well */
  new: (board = "", game = "", rules = ""): string => withQuery("/new", { board, game, rules }),
  /** a new game with somebody whom one knows */
  friend: "/new?with=friend",
  /** a new game with whoever comes */
  openGame: "/new?with=anyone",
  /** the name of whom one plays with */
  challenge: (to: string): string => withQuery("/new", { to }),
  analyse: (from: Partial<AnalysisStart> = {}): string => withQuery("/analyse", { ...from }),
  library: (from: Partial<LibraryStart> = {}): string => withQuery("/library", { ...from }),
  game: (id: string): string => "/game/" + encodeURIComponent(id),
  /** the problem as solve/link.ts writes it */
  solve: (problem = ""): string => (problem ? "/solve#" + problem : "/solve"),
  train: "/train",
  training: (view: TrainView, from: Partial<TrainStart> = {}): string =>
    withQuery(view ? "/train/" + view : "/train", { ...from }),
  /** boards that people share; or one's own first */
  boards: "/boards",
  ownBoards: "/boards?of=mine",
  import: "/boards/import",
  /** board: the spec of one to begin with; "" for where the last drawing was left */
  draw: (board = ""): string => withQuery("/boards/draw", { board }),
  /** one's own games */
  history: "/history",
  /** who somebody with an account is */
  person: (name: string): string => "/people/" + encodeURIComponent(name),
  /** pool: the id of a leader board; "" for the first */
  leaders: (pool = ""): string => withQuery("/leaders", { pool }),
  /** studies that one shares with others */
  studies: "/studies",
  study: (id: string): string => "/study/" + encodeURIComponent(id),
  /** classes that one teaches, or the one that one is in */
  classes: "/classes",
  moderate: "/moderate",
  redeem: "/redeem",
  account: "/account",
  learn: (term = ""): string => (term ? "/learn#" + term : "/learn"),
  /** a lesson, at its step from 1; 0 for where it was left */
  lesson: (id: string, step = 0): string => "/learn/" + encodeURIComponent(id) + (step ? "#" + step : ""),
};
