// The page itself: its frame, and what it says when something goes wrong.
export default {
  name: "moyo",
  title: "{page} · moyo",

  missing: {
    title: "There is no such page",
    text: "Nothing is kept at {path}.",
  },
  failed: {
    title: "Something went wrong in this page",
    text: "Your games are safe on the server. Load the page again. ({problem})",
  },

  server: {
    away: "The server cannot be reached. Nothing is lost; try again in a moment.",
    fast: "That was a little fast. Wait a moment and try again.",
    large: "That file is too large; 8 MiB is the most.",
    error: "The server answered with error {status}. Nothing was changed.",
    noGame: "The game cannot be fetched now; try again in a moment.",
  },

  passkey: {
    there: "This device has a passkey for the account already.",
    unused: "No passkey was used. Nothing has changed; you can try again.",
    none: "The browser gave no passkey.",
  },
} as const;
