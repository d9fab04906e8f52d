// The page itself: its frame, and what it says when something goes wrong.
export default {
  name: "moyo",
  title: "{page} · moyo",

  missing: {
    title: "Page not found",
    text: "There is no page at {path}.",
  },
  failed: {
    title: "Something went wrong on this page",
    text: "Your games are safe on the server. Please reload the page. ({problem})",
  },

  server: {
    away: "Server not reachable. Nothing is lost; please try again in a moment.",
    fast: "Too many requests. Please wait a moment and try again.",
    large: "That file is too large; the maximum is 8 MiB.",
    error: "Server error {status}. Nothing was changed.",
    noGame: "The game cannot be loaded now; please try again in a moment.",
  },

  passkey: {
    there: "This device already has a passkey for the account.",
    unused: "No passkey was used. Nothing has changed; please try again.",
    none: "The browser did not provide a passkey.",
  },
} as const;
