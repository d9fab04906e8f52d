// The first page: games to begin, to join and to watch.
export default {
  hero: "Go, Gomoku, Connect Four and more: on a board, a ring, a ball, or a shape of your own.",
  living: "A game of Go on a torus, played by the computer against itself",
  start: {
    computer: "Play the computer",
    friend: "Play a friend",
    learn: "Learn Go in five minutes",
    busy: "Setting the board …",
  },
  challenges: "Challenges to you",
  following: "Whom you follow",
  chooseGame: "Choose a game",
  chooseBoard: "Choose a board",
  noGames: "The games and boards cannot be shown now.",
  going: "Going on",
  finished: "The last ones finished",
  historyEmpty: "Every game that you finish appears here, to be gone through again or kept as a record.",
  mineEmpty: "Your games appear here, those that go on and the last ones finished.",
  all: "All your games",
  startOne: "Start one",
  people: "Play somebody now",
  open: "Open challenges",
  running: "Going on now",
  runningEmpty: "Games of others that you can watch appear here. Nobody else is playing now.",

  watched: { summary_one: "{game}, {count, number} move", summary_other: "{game}, {count, number} moves" },

  gallery: {
    add: "Add a board",
    all_one: "Show the {count, number} board",
    all_other: "Show all {count, number} boards",
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
    empty: "Games that wait for a second player appear here. There is none now.",
    openOne: "Open a game",
    all_one: "Show the {count, number} challenge",
    all_other: "Show all {count, number} challenges",
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
