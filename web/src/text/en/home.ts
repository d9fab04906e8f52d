// The first page: games to begin, to join and to watch.
export default {
  hero: "Play Go, Gomoku, Connect Four and more on a grid, a torus, a sphere, or a board of your own.",
  learn: "Learn the rules",
  now: "Play now",
  challenges: "Challenges to you",
  following: "Whom you follow",
  chooseGame: "Choose a game",
  chooseBoard: "Choose a board",
  loadingGames: "Fetching the games …",
  loadingBoards: "Fetching the boards …",
  noGames: "The games cannot be shown now.",
  games: "Games",
  open: "Open",
  running: "Running",
  runningEmpty: "Games of others that you can watch stand here. Nobody else is playing now.",
  startOne: "Start one",
  finished: "Finished",
  all: "All your games",

  watched: { summary_one: "{game}, {count, number} move", summary_other: "{game}, {count, number} moves" },

  gallery: {
    flat: { title: "Flat", text: "Edges where the board ends." },
    wrapped: { title: "Wrapped", text: "Some edges meet: what leaves on one side comes back on another." },
    solid: { title: "Solid", text: "In space: turn them to see the far side." },
    own: { title: "Your own", text: "Any mesh of points and lines can be a board." },
    add: "Add a board",
  },

  waiting: {
    filters: "Filters of open challenges",
    anyGame: "Any game",
    anyBoard: "Any board",
    anySpeed: "Any speed",
    ratedOrCasual: "Rated or casual",
    rating: "Rating of who waits",
    anyRating: "Any rating",
    noneLikeThat: "No open challenge is like that now.",
    empty: "Games that wait for a second player stand here. There is none now.",
    openOne: "Open a game",
  },

  strength: {
    near: "Near mine (200 points, in Go 3 ranks)",
    beginner: "Below 1000 (16k)",
    middle: "1000 to 1400 (16k to 8k)",
    good: "1400 to 1800 (8k to 2k)",
    strong: "Above 1800 (2k)",
  },

  quick: {
    looking: "Looking for an opponent …",
    others_one: "{count, number} person looks for this, you included.",
    others_other: "{count, number} people look for this, you included.",
    alone: "Nobody else looks for this yet. You can wait here.",
    stop: "Stop looking",
    near: "Near my rank",
    find: "Find an opponent",
    recent: "What you played of late",
    elsewhere: "You look for a game in another window now.",
  },
} as const;
