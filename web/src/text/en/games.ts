// Clocks, reasons why a move is illegal, results: words of games that every page uses.
export default {
  noOne: "No one",

  player: {
    open: "Open seat",
    /** a free seat on a side of rengo */
    free: "Free seat",
    computer: "Computer",
    guest: "Guest",
    level: "level {level}",
  },

  speed: {
    blitz: "Blitz",
    rapid: "Rapid",
    classical: "Classical",
    correspondence: "Correspondence",
  },
  clock: "{speed}: {clock}",
  clocks: {
    absolute: "{time} for the whole game",
    fischer: "{main}, plus {time} after each move",
    /** stands before what follows the main time */
    first: "{time}, then ",
    byoyomi_one: "{count, number} period of {time} a move",
    byoyomi_other: "{count, number} periods of {time} a move",
    canadian_one: "{count, number} stone per {time}",
    canadian_other: "{count, number} stones per {time}",
    move: "{time} a move",
  },
  quick: {
    blitz: "Blitz, 3 min + 2 s",
    rapid: "Rapid, 10 min + 5 s",
    classical: "Classical, 20 min + 5 × 30 s",
    correspondence: "Correspondence, 3 days a move",
  },

  result: {
    declined: "The challenge was declined",
    cancelled: "This game was called off",
    over: "The game is over",
    win: { black: "Black wins", white: "White wins" },
    score: {
      black_one: "Black wins by {count, number} point",
      black_other: "Black wins by {count, number} points",
      white_one: "White wins by {count, number} point",
      white_other: "White wins by {count, number} points",
    },
    inARow: { black: "Black wins with {number} in a row", white: "White wins with {number} in a row" },
    number: { three: "three", four: "four", five: "five", six: "six", seven: "seven", eight: "eight" },
    forbidden: {
      black: "Black wins: White played a forbidden point",
      white: "White wins: Black played a forbidden point",
    },
    noMove: {
      black: "Black wins: White has no move left",
      white: "White wins: Black has no move left",
    },
    captures: { black: "Black wins by capturing", white: "White wins by capturing" },
    resigned: { black: "Black wins: White resigned", white: "White wins: Black resigned" },
    time: { black: "Black wins on time", white: "White wins on time" },
    left: { black: "Black wins: White has left", white: "White wins: Black has left" },
  },
  /** a result as one of the players says it */
  own: {
    won: {
      win: "You won",
      score_one: "You won by {count, number} point",
      score_other: "You won by {count, number} points",
      inARow: { black: "You won with {number} in a row", white: "You won with {number} in a row" },
      forbidden: {
        black: "You won: White played a forbidden point",
        white: "You won: Black played a forbidden point",
      },
      noMove: { black: "You won: White has no move left", white: "You won: Black has no move left" },
      captures: { black: "You won by capturing", white: "You won by capturing" },
      resigned: { black: "You won: White resigned", white: "You won: Black resigned" },
      time: { black: "You won: White ran out of time", white: "You won: Black ran out of time" },
      left: { black: "You won: White has left", white: "You won: Black has left" },
    },
    lost: {
      win: "You lost",
      score_one: "You lost by {count, number} point",
      score_other: "You lost by {count, number} points",
      inARow: {
        black: "You lost: Black has {number} in a row",
        white: "You lost: White has {number} in a row",
      },
      forbidden: {
        black: "You lost: that point was forbidden",
        white: "You lost: that point was forbidden",
      },
      noMove: { black: "You lost: you had no move left", white: "You lost: you had no move left" },
      captures: { black: "You lost: Black won by capturing", white: "You lost: White won by capturing" },
      resigned: { black: "You resigned: Black won", white: "You resigned: White won" },
      time: { black: "You lost: you ran out of time", white: "You lost: you ran out of time" },
      left: { black: "You lost: you left the game", white: "You lost: you left the game" },
    },
  },
  /** a defeat as one of several partners says it; by the colour that has won */
  side: {
    resigned: { black: "Your side resigned: Black won", white: "Your side resigned: White won" },
    time: { black: "Your side ran out of time: Black won", white: "Your side ran out of time: White won" },
    left: { black: "You lost: your side left the game", white: "You lost: your side left the game" },
  },
  draw: {
    plain: "Draw",
    agreement: "Draw by agreement",
    full: "Draw: the board is full",
    blocked: "Draw: no legal moves are left",
    passes: "Draw: both sides passed",
    left: "Draw: a player has left",
  },

  choice: {
    black: "Black chosen",
    white: "White chosen",
    swap: "sides swapped",
    stay: "sides kept",
    twoMore: "two more stones",
    ten: "ten points offered",
    offers_one: "{count, number} offer requested",
    offers_other: "{count, number} offers requested",
  },

  nodes: {
    playout_one: "{count, number} playout",
    playout_other: "{count, number} playouts",
    position_one: "{count, number} position",
    position_other: "{count, number} positions",
  },
  perSecond: "{rate, number} a second",
  percent: "{percent, number} %",
  chance: {
    wins: "wins",
    loses: "loses",
    draws: "draws",
    winsIn_one: "wins in {count, number} move",
    winsIn_other: "wins in {count, number} moves",
    losesIn_one: "loses in {count, number} move",
    losesIn_other: "loses in {count, number} moves",
  },

  busy: {
    next: "The server is busy: you are next, in about {time} …",
    behind_one: "The server is busy: {count, number} person is ahead of you, about {time} …",
    behind_other: "The server is busy: {count, number} people are ahead of you, about {time} …",
    many: "The server is busy: many people are ahead of you, about {time} …",
    seconds_one: "{count, number} second",
    seconds_other: "{count, number} seconds",
    minutes_one: "{count, number} minute",
    minutes_other: "{count, number} minutes",
  },

  ago: {
    now: "just now",
    minutes_one: "{count, number} minute ago",
    minutes_other: "{count, number} minutes ago",
    hours_one: "{count, number} hour ago",
    hours_other: "{count, number} hours ago",
    days_one: "{count, number} day ago",
    days_other: "{count, number} days ago",
  },
} as const;
