// The page's addresses: text to route and back, without the browser. A new one needs its line in pages.json, too.
// Features with their own addresses declare them: feature.ts.
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

/**
 * An address that is not in this file: its pattern, such as "/class/*". A feature declares it, or it does not exist.
 */
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

/** What the server or an e-mail opens the account page with. Each may be "". */
export interface AccountStart {
  /** the token of a user who came from the other site without an account on this one */
  elsewhere: string;
  /** the name that they have at the other site */
  name: string;
  /** why signing in at the other site failed: "too-late", "unreachable", "refused", "unknown", "taken" */
  problem: string;
  /** "yes" after the other site became a way to sign in */
  linked: string;
  /** the purpose of an e-mail: "verify" or "reset", with its recipient and its secret */
  letter: string;
  as: string;
  secret: string;
}

/** The parts of the trainer; "" is life and death. */
export type TrainView = "" | "courses" | "gomoku" | "collections" | "exam" | "mistakes" | "statistics";

const isTrainView = (text: string): text is TrainView =>
  ["", "courses", "gomoku", "collections", "exam", "mistakes", "statistics"].includes(text);

/** The first life-and-death problem. Each may be "". */
export interface TrainStart {
  /** "rated", "review", "collection" or "exam"; "" for "rated" */
  mode: string;
  /** for collections, and for courses the part shown */
  collection: string;
  /** the key of a problem to repeat, the id of a puzzle; in a collection the id of one of its problems; for mistakes one, or "next" */
  problem: string;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % sign: keep it as it was typed
  }
}

/** The start of an analysis: the moves of a stored game, or a position. Each may be "". */
export interface AnalysisStart {
  game: string;
  board: string;
  rules: string;
  /** one character per point, as the server writes stones */
  stones: string;
  toPlay: string;
  /** names separated by dots */
  moves: string;
  /** the number of a game in the user's library, and how many of its moves to play */
  library: string;
  at: string;
}

/** The parts of a library; "" is its games. */
export type LibraryView = "" | "positions" | "files";

const isLibraryView = (text: string): text is LibraryView => ["", "positions", "files"].includes(text);

/** What a library shows: a part, and the search. Each may be "". */
export interface LibraryStart {
  view: LibraryView;
  /** the number of the file that games came from */
  file: string;
  /** a position, as in AnalysisStart */
  board: string;
  rules: string;
  stones: string;
  toPlay: string;
  moves: string;
  /** the side of the corner pattern, in points, and its corner */
  corner: string;
  side: string;
}

/** A path with the non-empty values; ids stay legible. */
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
  /** rules: an id, which also names the game */
  new: (board = "", game = "", rules = ""): string => withQuery("/new", { board, game, rules }),
  /** a new game with a known opponent */
  friend: "/new?with=friend",
  /** a new game with any opponent */
  openGame: "/new?with=anyone",
  /** the name of the opponent */
  challenge: (to: string): string => withQuery("/new", { to }),
  analyse: (from: Partial<AnalysisStart> = {}): string => withQuery("/analyse", { ...from }),
  library: (from: Partial<LibraryStart> = {}): string => withQuery("/library", { ...from }),
  game: (id: string): string => "/game/" + encodeURIComponent(id),
  /** the problem in the format of solve/link.ts */
  solve: (problem = ""): string => (problem ? "/solve#" + problem : "/solve"),
  train: "/train",
  training: (view: TrainView, from: Partial<TrainStart> = {}): string =>
    withQuery(view ? "/train/" + view : "/train", { ...from }),
  /** shared boards; or the user's own first */
  boards: "/boards",
  ownBoards: "/boards?of=mine",
  import: "/boards/import",
  /** board: the spec to start with; "" to continue the last drawing */
  draw: (board = ""): string => withQuery("/boards/draw", { board }),
  /** the user's own games */
  history: "/history",
  /** the profile of an account */
  person: (name: string): string => "/people/" + encodeURIComponent(name),
  /** pool: the id of a leader board; "" for the first */
  leaders: (pool = ""): string => withQuery("/leaders", { pool }),
  /** studies shared with others */
  studies: "/studies",
  study: (id: string): string => "/study/" + encodeURIComponent(id),
  /** classes of a teacher, or the pupil's own */
  classes: "/classes",
  moderate: "/moderate",
  redeem: "/redeem",
  account: "/account",
  learn: (term = ""): string => (term ? "/learn#" + term : "/learn"),
  /** a lesson, at its step counted from 1; 0 to continue */
  lesson: (id: string, step = 0): string => "/learn/" + encodeURIComponent(id) + (step ? "#" + step : ""),
};
