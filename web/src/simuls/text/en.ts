// Simultaneous exhibitions: one plays many at once.
export default {
  title: "Simultaneous exhibitions",
  loading: "Opening the exhibition …",
  untitled: "Exhibition",
  gone: "deleted",

  list: {
    text: "One player takes on many at once, each on their own board.",
    make: "Host an exhibition",
    account: "Sign in to host an exhibition or play in one.",
    signIn: "Sign in",
    open: "To join",
    running: "In progress",
    over: "Finished",
    none: "No exhibitions yet. Host one, and send others the link.",
    mine: "you are in",
  },

  state: {
    open: "{count, number} of {most, number} places taken",
    cancelled: "Called off",
    score: "{name}: {won, number} won, {lost, number} lost, {drawn, number} drawn",
    off: "{count, number} called off",
    by: "{name} plays everyone",
    byRanked: "{name} ({rank}) plays everyone",
  },

  form: {
    name: "Name",
    most: "Maximum guests",
    clock: "Clock of each game",
    extra: "Extra minutes for you in each game",
    extraEach: "Extra seconds for each guest",
    color: "Your side",
    handicap: "Handicap",
    from: "Minimum rating (0 for any)",
    to: "Maximum rating (0 for any)",
    make: "Create exhibition",
    unrated: "Games are not rated. Your clock runs on every board where it is your turn.",
  },

  color: { black: "Black", white: "White", chance: "random", alternate: "alternating" },
  handicap: { none: "by the rules", rank: "by rank", each: "I set it for each guest" },

  facts: {
    color: {
      black: "The host is Black",
      white: "The host is White",
      chance: "Random sides",
      alternate: "The host alternates Black and White",
    },
    handicap: { rank: "handicap by rank", each: "the host sets handicaps" },
    extra: "the host has {time} extra on each board",
    ratings: "ratings {from, number} to {to, number}",
    from: "ratings from {from, number}",
    to: "ratings up to {to, number}",
    seconds_one: "{count, number} second",
    seconds_other: "{count, number} seconds",
    minutes_one: "{count, number} minute",
    minutes_other: "{count, number} minutes",
  },

  do: {
    ask: "Ask to play",
    withdraw: "Withdraw",
    accept: "Accept",
    refuse: "Refuse",
    acceptNamed: "Accept {name}",
    refuseNamed: "Refuse {name}",
    stones: "Stones for {name}",
    noStones: "even",
    someStones: "{count, number} stones",
    start_one: "Start {count, number} game",
    start_other: "Start all {count, number} games",
    cancel: "Call it off",
    cancelTitle: "Call off the exhibition?",
    cancelText: "None of its games will be played. This cannot be undone.",
    next: "Next board",
    nextByKey: "Next board (N)",
  },

  mine: {
    asked: "You asked to play. {name} chooses the guests and starts.",
    accepted: "You are in. When {name} starts, the bell tells you, and your clock may run.",
    go: "To your game",
    waiting_one: "{count, number} board is waiting for you.",
    waiting_other: "{count, number} boards are waiting for you.",
    none: "No boards are waiting for you.",
    title_one: "{count, number} board waiting",
    title_other: "{count, number} boards waiting",
  },

  guests: {
    title: "Players",
    accepted: "Accepted",
    asked: "Asked to play",
    empty: "No requests yet.",
  },

  wall: {
    title: "Boards",
    making: "being set up",
    host: "{name} is to move",
    guest: "waiting for {name}",
    you: "your turn",
    won: "{name} won",
    drawn: "a draw",
    off: "called off",
    black: "the host is Black",
    white: "the host is White",
    moves_one: "{count, number} move",
    moves_other: "{count, number} moves",
  },

  bar: {
    of: "Game in {title}",
    nothing: "No other boards are waiting.",
  },

  missing: {
    title: "Exhibition not found",
    text: "No exhibition has this link. The link may be incomplete.",
  },
};
