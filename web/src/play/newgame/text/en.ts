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
    rest: "Boards that are meant for other games",
    none: "No such board",
    endless: "A board so large that no game reaches its border. You see the part around the stones.",
    size: "{points}, {lines} between them",
    points_one: "{count, number} point",
    points_other: "{count, number} points",
    lines_one: "{count, number} line",
    lines_other: "{count, number} lines",
    lineless: "{game} needs straight lines, and nothing on this board tells what straight on means.",
    falls: "In {game} stones fall, which they do on plain grids alone.",
    choose: "Choose another board.",
  },

  loading: "Laying out the boards …",
  howToPlay: "How to play",
  presets: "Ready to play",
  ownRules: "Rules and a board of your own.",

  opponent: {
    legend: "Opponent",
    computer: "The computer",
    weakest: "Just learned the rules",
    strongest: "As strong as it gets",
    level: "Level {level}<words>: {words}</words>",
    levelValue: "Level {level}: {words}",
    rank: {
      about: "About {rank} on this board",
      rough: "Perhaps {rank} on this board (estimated)",
    },
    points: { about: "Rated about {points}", rough: "Rated perhaps {points} (estimated)" },
    friend: "A friend",
    byLink: "By a link",
    byLinkText: "You get a link to send. Nobody else hears of the game; with the link one can watch.",
    anyone: "Anyone",
    anyoneText: "The game stands among the open challenges until somebody joins.",
    player: "A player here",
    playerName: "Name of the player",
    playerText: "They see your challenge at once, and accept it or decline.",
    playerAccount: "<account>With an account</account> you can challenge players here by their names.",
    engines: "Other engines",
  },

  /** several people on each side */
  rengo: {
    box: "Rengo (pair Go): several on each side",
    text: "They play by turns in an order that stays, on one clock, and do not consult each other.",
    opening: "Not with an opening: choose none in the rules.",
    each: "Players on each side",
    summary: "{game}: rengo, {count, number} against {count, number}",
  },

  color: {
    legend: "Your colour",
    whoBegins: "Who begins",
    youBegin: "You begin the opening",
    otherBegins: "The other begins",
    blackFirst: "Black, moves first",
    blackHandicap: "Black, with the handicap",
    whiteFirst: "White, moves first",
    random: "By chance",
    handicap: "By rank, with a handicap",
    given_one:
      "Black has {count, number} stone on the board, White moves first and gets {komi} points of komi.",
    given_other:
      "Black has {count, number} stones on the board, White moves first and gets {komi} points of komi.",
  },

  rated: {
    box: "Rated: the result counts for your rating",
    computer:
      "Colours are drawn by lot, or there is a handicap. The computer takes no move back, and nobody helps.",
    person: "Colours are drawn by lot, or there is a handicap. It needs a clock.",
    casual: "This game is casual: <account>with an account</account> you can play for a rating.",
  },

  estimates: {
    box: "Estimates allowed",
    text: "While you play, both of you may ask the computer for a guess at how it stands.",
    rated: "In a rated game nobody is helped.",
  },

  busy: "Setting the board …",
  more: "More",
  moreOf: { engines: "colours, clock, rules, other engines", rules: "colours, clock, rules" },

  /** a game with a friend, who gets a link */
  friend: {
    title: "Play a friend",
    how: "How your friend comes",
    name: "Your friend reads it.",
    makeLink: "Make a link",
  },

  /** what is about to begin, beside the button that begins it */
  summary: {
    against: "{game} against {opponent}",
    computer: "the computer, level {level}",
    human: "a friend",
    anyone: "anyone",
    player: "a player here",
    rules: "{set} rules",
    ownRules: "Your own rules",
    white: "You play White",
    random: "Colours by chance",
    byRank: "Colours by rank",
    otherBegins: "The other begins",
    handicap_one: "{count, number} handicap stone",
    handicap_other: "{count, number} handicap stones",
    komi: "komi {komi}",
    opening: "Opening: {opening}",
    clock: "{speed}: {clock}",
  },

  rules: {
    more: "More rules",
    bounds: "{title}: {min} to {max}.",
    steps: "{title}: in steps of {step}.",
    oneStone: "No stone is placed: Black moves first, and White gets {komi} points of komi.",
    what: "What is this?",
    own: "Your own",
    ownText: "Rules of your own: set what follows as you like.",
  },

  clock: {
    time: "Time for each player",
    kind: "Kind of clock",
    noneText: "Everybody thinks for as long as they like.",
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
    own: "Own",
  },

  kind: {
    main: "Main time, minutes",
    byoyomi: {
      title: "Byo-yomi",
      text: "After the main time come periods. A move within a period keeps it; a period that is used up is lost.",
      count: "Periods",
      step: "Period, seconds",
    },
    fischer: {
      title: "Fischer",
      text: "Every move earns some more time.",
      step: "More for each move, seconds",
    },
    canadian: {
      title: "Canadian",
      text: "After the main time so many stones have to be placed in every period.",
      step: "Period, minutes",
    },
    absolute: { title: "Absolute", text: "So much for the whole game, and nothing after it." },
    move: {
      title: "Per move",
      text: "So much for each move. What is not used is not kept.",
      step: "A move, seconds",
    },
    correspondence: {
      title: "Days a move",
      text: "For games that go on for weeks. Each player may stop the clocks for a holiday of up to 30 days in all.",
      step: "A move, days",
    },
  },
} as const;
