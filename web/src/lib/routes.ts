// The page's addresses: text to route and back, without the browser.

export type Route =
  | { page: "home" }
  | { page: "new"; board: string }
  | { page: "game"; id: string }
  | { page: "import" }
  | { page: "learn"; term: string }
  | { page: "missing"; path: string };

/** The route of a path with its query and hash, such as "/new?board=torus:9x9". */
export function parseRoute(address: string): Route {
  const url = new URL(address, "http://moyo.invalid");
  const parts = url.pathname.split("/").filter((p) => p !== "");
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home" };
  if (parts.length === 1 && first === "new")
    return { page: "new", board: url.searchParams.get("board") ?? "" };
  if (parts.length === 1 && first === "learn") return { page: "learn", term: decode(url.hash.slice(1)) };
  if (parts.length === 2 && first === "game" && second) return { page: "game", id: decode(second) };
  if (parts.length === 2 && first === "boards" && second === "import") return { page: "import" };
  return { page: "missing", path: url.pathname };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % sign: keep it as it was typed
  }
}

export const paths = {
  home: "/",
  new: (board = ""): string =>
    board ? "/new?board=" + encodeURIComponent(board).replaceAll("%3A", ":") : "/new",
  game: (id: string): string => "/game/" + encodeURIComponent(id),
  import: "/boards/import",
  learn: (term = ""): string => (term ? "/learn#" + term : "/learn"),
};
