// The page on which a game is made.
export default {
  board: {
    draw: "Draw a board of your own",
    sizeName: "{width}×{height}",
    ownSize: "Another size",
    columns: "Columns",
    rows: "Rows",
    by: "×",
    others: "Other boards",
    rest: "Boards made for other games",
    none: "No matching board",
    endless: "A board so large that no game reaches its edge. You see the part around the stones.",
    size: "{points}, {lines} between them",
    points_one: "{count, number} point",
    points_other: "{count, number} points",
    lines_one: "{count, number} line",
    lines_other: "{count, number} lines",
    lineless: "{game} needs straight lines, and this board does not define any.",
    falls: "In {game} stones fall, so it needs a plain grid.",
    choose: "Choose another board.",
  },

  loading: "Loading the boards …",
  howToPlay: "How to play",
  presets: "Ready to play",
  ownRules: "Custom rules and board.",

  opponent: {
    legend: "Opponent",
    computer: "The computer",
    weakest: "Beginner",
    strongest: "Full strength",
    level: "Level {level}<words>: {words}</words>",
    levelValue: "Level {level}: {words}",
    rank: {
      about: "About {rank} on this board",
      rough: "Roughly {rank} on this board (estimated)",
    },
    points: { about: "Rated about {points}", rough: "Rated roughly {points} (estimated)" },
    friend: "A friend",
    byLink: "Private link",
    byLinkText: "You get a link to send. The game is not listed; anyone with the link can watch.",
    anyone: "Anyone",
    anyoneText: "The game is listed as an open challenge until someone joins.",
    player: "A player here",
    playerName: "Player name",
    playerText: "They see your challenge right away, and can accept or decline.",
    playerAccount: "<account>With an account</account> you can challenge players by name.",
    engines: "Other engines",
  },

  /** several people on each side */
  rengo: {
    box: "Rengo (pair Go): several players per side",
    text: "Partners take turns in a fixed order, share one clock, and do not consult each other.",
    opening: "Rengo has no opening rule: choose none under rules.",
    each: "Players per side",
    summary: "{game}: rengo, {count, number} against {count, number}",
  },

  color: {
    legend: "Your colour",
    whoBegins: "Who starts",
    youBegin: "You start the opening",
    otherBegins: "Opponent starts",
    blackFirst: "Black (moves first)",
    blackHandicap: "Black (with handicap)",
    whiteFirst: "White (moves first)",
    random: "Random",
    handicap: "By rank, with handicap",
    given_one: "Black starts with {count, number} stone; White moves first and gets {komi} points of komi.",
    given_other:
      "Black starts with {count, number} stones; White moves first and gets {komi} points of komi.",
  },

  rated: {
    box: "Rated: the result counts for your rating",
    computer: "Colours are random, or there is a handicap. No takebacks and no help.",
    person: "Colours are random, or there is a handicap. A clock is required.",
    casual: "This game is casual. <account>With an account</account> you can play rated games.",
  },

  estimates: {
    box: "Allow score estimates",
    text: "During the game, both players may ask the computer who is ahead.",
    rated: "Not in rated games.",
  },

  busy: "Setting up the board …",
  more: "More",
  moreOf: { engines: "colours, clock, rules, other engines", rules: "colours, clock, rules" },

  /** a game with a friend, who gets a link */
  friend: {
    title: "Play a friend",
    how: "How to invite your friend",
    name: "Your friend will see it.",
    makeLink: "Create link",
  },

  /** what is about to begin, beside the button that begins it */
  summary: {
    against: "{game} against {opponent}",
    computer: "the computer, level {level}",
    human: "a friend",
    anyone: "anyone",
    player: "a player here",
    rules: "{set} rules",
    ownRules: "Custom rules",
    white: "You play White",
    random: "Random colours",
    byRank: "Colours by rank",
    otherBegins: "Opponent starts",
    handicap_one: "{count, number} handicap stone",
    handicap_other: "{count, number} handicap stones",
    komi: "komi {komi}",
    opening: "Opening: {opening}",
    clock: "{speed}: {clock}",
  },

  rules: {
    more: "More rules",
    bounds: "{title}: {min} to {max}.",
    steps: "{title}: steps of {step}.",
    oneStone: "No stone is placed: Black moves first, and White gets {komi} points of komi.",
    what: "What is this?",
    own: "Custom rules",
    ownText: "Set every rule below as you like.",
  },

  clock: {
    time: "Time per player",
    kind: "Type of clock",
    noneText: "No time limit.",
    blitz: {
      title: "Blitz",
      usual: "3 minutes + 2 seconds a move",
      fischer: "5 minutes + 3 seconds a move",
      byoyomi: "1 minute, then 5 × 10 seconds",
      move: "10 seconds a move",
    },
    rapid: {
      title: "Rapid",
      usual: "10 minutes + 5 seconds a move",
      byoyomi: "10 minutes, then 5 × 30 seconds",
      fischer: "10 minutes + 10 seconds a move",
      canadian: "10 minutes, then 25 stones in 5 minutes",
    },
    classical: {
      title: "Classical",
      usual: "20 minutes, then 5 × 30 seconds",
      byoyomi: "30 minutes, then 5 × 30 seconds",
      fischer: "30 minutes + 20 seconds a move",
      absolute: "1 hour for the whole game",
    },
    days: { title: "Days", one: "1 day a move", three: "3 days a move", seven: "7 days a move" },
    own: "Custom",
  },

  kind: {
    main: "Main time, minutes",
    byoyomi: {
      title: "Byo-yomi",
      text: "Periods follow the main time. A move within a period keeps it; a period that runs out is lost.",
      count: "Periods",
      step: "Period, seconds",
    },
    fischer: {
      title: "Fischer",
      text: "Each move adds some time.",
      step: "Increment, seconds",
    },
    canadian: {
      title: "Canadian",
      text: "After the main time, play a set number of stones in each period.",
      step: "Period, minutes",
    },
    absolute: { title: "Absolute", text: "A fixed time for the whole game." },
    move: {
      title: "Per move",
      text: "A fixed time for each move. Unused time is lost.",
      step: "Per move, seconds",
    },
    correspondence: {
      title: "Days a move",
      text: "For games over weeks. Each player may stop the clocks for up to 30 days of leave.",
      step: "Per move, days",
    },
  },
} as const;
