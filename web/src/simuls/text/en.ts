// Simultaneous exhibitions: one plays many at once.
export default {
  title: "Simultaneous exhibitions",
  loading: "Opening the exhibition …",
  untitled: "An exhibition",
  gone: "deleted",

  list: {
    text: "One plays many at once, each on a board of their own.",
    make: "Give an exhibition",
    account: "Those with an account can give exhibitions and play in them.",
    signIn: "Sign in",
    open: "To join",
    running: "Going on",
    over: "Over",
    none: "There is none. Give one, and send others the link.",
    mine: "you take part",
  },

  state: {
    open: "{count, number} of {most, number} places taken",
    cancelled: "Called off",
    score: "{name}: {won, number} won, {lost, number} lost, {drawn, number} drawn",
    off: "{count, number} called off",
    by: "{name} plays all",
    byRanked: "{name} ({rank}) plays all",
  },

  form: {
    name: "Name",
    most: "Guests at most",
    clock: "Clock of each game",
    extra: "Minutes more for you in each game",
    extraEach: "And seconds more for each guest",
    color: "Your side",
    handicap: "Handicap",
    from: "Least rating (0 for any)",
    to: "Greatest rating (0 for any)",
    make: "Make the exhibition",
    unrated: "The games are not rated. Your clock runs on every board where it is your turn.",
  },

  color: { black: "Black", white: "White", chance: "by lot", alternate: "Black and White in turn" },
  handicap: { none: "as the rules say", rank: "by rank", each: "I set it for each guest" },

  facts: {
    color: {
      black: "The host is Black",
      white: "The host is White",
      chance: "Sides by lot",
      alternate: "The host is Black and White in turn",
    },
    handicap: { rank: "handicap by rank", each: "the host sets handicaps" },
    extra: "the host has {time} more on each board",
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
    withdraw: "Do not play",
    accept: "Accept",
    refuse: "Refuse",
    acceptNamed: "Accept {name}",
    refuseNamed: "Refuse {name}",
    stones: "Stones for {name}",
    noStones: "even",
    someStones: "{count, number} stones",
    start_one: "Begin {count, number} game",
    start_other: "Begin all {count, number} games",
    cancel: "Call it off",
    cancelTitle: "Call the exhibition off?",
    cancelText: "Nobody plays in it. This cannot be undone.",
    next: "Next board",
    nextByKey: "Next board (N)",
  },

  mine: {
    asked: "You have asked to play. {name} decides who plays, and begins.",
    accepted: "You play. It begins when {name} begins it: then the bell tells you, and your clock may run.",
    go: "To your game",
    waiting_one: "{count, number} board waits for you.",
    waiting_other: "{count, number} boards wait for you.",
    none: "No board waits for you now.",
    title_one: "{count, number} board waits",
    title_other: "{count, number} boards wait",
  },

  guests: {
    title: "Who plays",
    accepted: "They play",
    asked: "They ask to play",
    nobody: "Nobody has asked yet.",
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
    of: "A game of {title}",
    nothing: "No other board waits.",
  },

  missing: {
    title: "There is no such exhibition",
    text: "No exhibition has this link. A part of it may be missing.",
  },
};
