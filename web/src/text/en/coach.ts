// What the coach says, by its codes: a sentence each. "you" is the player being coached; the other side
// is called by its colour.
export default {
  // What the position shows.
  line: {
    you: "Your line needs one more, at {at}.",
    black: "Black's line needs one more, at {at}.",
    white: "White's line needs one more, at {at}.",
  },
  won: {
    you: "You can win at {at}.",
    black: "Black can win at {at}.",
    white: "White can win at {at}.",
  },
  last: {
    you_one: "Your stone on {stones} has one liberty left, {at}.",
    you_other: "Your stones on {stones} have one liberty left, {at}.",
    black_one: "Black's stone on {stones} has one liberty left, {at}.",
    black_other: "Black's stones on {stones} have one liberty left, {at}.",
    white_one: "White's stone on {stones} has one liberty left, {at}.",
    white_other: "White's stones on {stones} have one liberty left, {at}.",
  },
  danger: {
    you_one: "You can take the stone on {stones} at {at}.",
    you_other: "You can take the stones on {stones} at {at}.",
    black_one: "Black can take your stone on {stones} at {at}.",
    black_other: "Black can take your stones on {stones} at {at}.",
    white_one: "White can take your stone on {stones} at {at}.",
    white_other: "White can take your stones on {stones} at {at}.",
  },
  taken: {
    you_one: "You can take {count, number} stone at {at}.",
    you_other: "You can take {count, number} stones at {at}.",
    black_one: "Black can take {count, number} stone at {at}.",
    black_other: "Black can take {count, number} stones at {at}.",
    white_one: "White can take {count, number} stone at {at}.",
    white_other: "White can take {count, number} stones at {at}.",
  },

  // What the other side's next stone surely does not do.
  noTaking: "None of your stones can be taken right away.",
  noRow: {
    you: "You cannot finish a row with the next stone.",
    black: "Black cannot finish a row with the next stone.",
    white: "White cannot finish a row with the next stone.",
  },
  noWin: {
    you: "You cannot win with the next stone.",
    black: "Black cannot win with the next stone.",
    white: "White cannot win with the next stone.",
  },

  // Why a move is illegal.
  full: "There is already a stone on {at}. Choose an empty point.",
  suicideAlone:
    "A stone on {at} would have no liberties (empty points beside it), and it takes nothing. That is suicide.",
  suicideChain: {
    you_one:
      "With a stone on {at}, your stone on {stones} would have no liberties left, and you would take nothing. That is suicide.",
    you_other:
      "With a stone on {at}, your stones on {stones} would have no liberties left, and you would take nothing. That is suicide.",
    black_one:
      "With a stone on {at}, Black's stone on {stones} would have no liberties left, and Black would take nothing. That is suicide.",
    black_other:
      "With a stone on {at}, Black's stones on {stones} would have no liberties left, and Black would take nothing. That is suicide.",
    white_one:
      "With a stone on {at}, White's stone on {stones} would have no liberties left, and White would take nothing. That is suicide.",
    white_other:
      "With a stone on {at}, White's stones on {stones} would have no liberties left, and White would take nothing. That is suicide.",
  },
  suicideOthers: {
    stone: {
      you_one: "Your stone beside it, on {stones}, still has a liberty, at {points}.",
      you_other: "Your stone beside it, on {stones}, still has {count, number} liberties, at {points}.",
      black_one: "Black's stone beside it, on {stones}, still has a liberty, at {points}.",
      black_other: "Black's stone beside it, on {stones}, still has {count, number} liberties, at {points}.",
      white_one: "White's stone beside it, on {stones}, still has a liberty, at {points}.",
      white_other: "White's stone beside it, on {stones}, still has {count, number} liberties, at {points}.",
    },
    chain: {
      you_one: "Your stones beside it, on {stones}, still have a liberty, at {points}.",
      you_other: "Your stones beside it, on {stones}, still have {count, number} liberties, at {points}.",
      black_one: "Black's stones beside it, on {stones}, still have a liberty, at {points}.",
      black_other:
        "Black's stones beside it, on {stones}, still have {count, number} liberties, at {points}.",
      white_one: "White's stones beside it, on {stones}, still have a liberty, at {points}.",
      white_other:
        "White's stones beside it, on {stones}, still have {count, number} liberties, at {points}.",
    },
  },
  koTaken: {
    you: "You just took the stone on {at} with {move}. Taking back at once would bring back the position before that (ko). Play somewhere else first.",
    black:
      "Black just took your stone on {at} with {move}. Taking back at once would bring back the position before that (ko). Play somewhere else first.",
    white:
      "White just took your stone on {at} with {move}. Taking back at once would bring back the position before that (ko). Play somewhere else first.",
  },
  koFirst: "A stone on {at} would bring back the first position of the game (ko). Play somewhere else first.",
  koMove:
    "A stone on {at} would bring back the position after move {ply, number}, {move} (ko). Play somewhere else first.",
  falls: "A stone does not stay on {at}: it falls to {to}, the lowest empty point of its column.",
  noPass: "You cannot pass in this game: place a stone.",

  // What a move does.
  winsRow: "It wins at once: {length, number} in a row.",
  winsTaking_one: "It wins at once: it takes {count, number} stone.",
  winsTaking_other: "It wins at once: it takes {count, number} stones.",
  winsAtOnce: "It wins at once.",
  takes: {
    you_one: "It takes your stone on {stones}.",
    you_other: "It takes your stones on {stones}.",
    black_one: "It takes Black's stone on {stones}.",
    black_other: "It takes Black's stones on {stones}.",
    white_one: "It takes White's stone on {stones}.",
    white_other: "It takes White's stones on {stones}.",
  },
  stops: {
    you: "It stops your win at {points}.",
    black: "It stops Black's win at {points}.",
    white: "It stops White's win at {points}.",
  },
  threatens: "It threatens to win at {points}.",
  threats_one: "It makes {count, number} threat, at {points}.",
  threats_other: "It makes {count, number} threats at once, at {points}.",
  tooMany_one: "It makes {count, number} threat that cannot be stopped, at {points}.",
  tooMany_other: "It makes {count, number} threats at once, at {points}: too many to stop.",
  saves: {
    you_one: "It saves your stone on {stones}.",
    you_other: "It saves your stones on {stones}.",
    black_one: "It saves Black's stone on {stones}.",
    black_other: "It saves Black's stones on {stones}.",
    white_one: "It saves White's stone on {stones}.",
    white_other: "It saves White's stones on {stones}.",
  },
  ataris: {
    you_one: "It puts your stone on {stones} in atari.",
    you_other: "It puts your stones on {stones} in atari.",
    black_one: "It puts Black's stone on {stones} in atari.",
    black_other: "It puts Black's stones on {stones} in atari.",
    white_one: "It puts White's stone on {stones} in atari.",
    white_other: "It puts White's stones on {stones} in atari.",
  },
  hunts: {
    you_one: "It threatens to take your stone on {stones}.",
    you_other: "It threatens to take your stones on {stones}.",
    black_one: "It threatens to take Black's stone on {stones}.",
    black_other: "It threatens to take Black's stones on {stones}.",
    white_one: "It threatens to take White's stone on {stones}.",
    white_other: "It threatens to take White's stones on {stones}.",
  },
  row: "It makes {length, number} in a row.",

  // What is known of the end.
  winIn: {
    you_one: "You then win for certain, in {count, number} move.",
    you_other: "You then win for certain, in {count, number} moves.",
    black_one: "Black then wins for certain, in {count, number} move.",
    black_other: "Black then wins for certain, in {count, number} moves.",
    white_one: "White then wins for certain, in {count, number} move.",
    white_other: "White then wins for certain, in {count, number} moves.",
  },
  lossIn: {
    you_one: "With best play, you lose in at most {count, number} move.",
    you_other: "With best play, you lose in at most {count, number} moves.",
    black_one: "With best play, Black loses in at most {count, number} move.",
    black_other: "With best play, Black loses in at most {count, number} moves.",
    white_one: "With best play, White loses in at most {count, number} move.",
    white_other: "With best play, White loses in at most {count, number} moves.",
  },
  winSure: {
    you: "You then win for certain.",
    black: "Black then wins for certain.",
    white: "White then wins for certain.",
  },
  lossSure: {
    you: "With best play, you lose.",
    black: "With best play, Black loses.",
    white: "With best play, White loses.",
  },
  drawSure: "With best play by both sides, it is a draw.",

  // What a review finds.
  winToLoss: "It turned a proven win into a proven loss.",
  winLost: "It threw away a proven win.",
  drawToLoss: "It turned a certain draw into a certain loss.",
  lossMade: "It made the loss certain.",
  fell: {
    you: "Your win chance fell from {from} to {to}.",
    black: "Black's win chance fell from {from} to {to}.",
    white: "White's win chance fell from {from} to {to}.",
  },
  cost: {
    you: "It cost you about {count, number} points.",
    black: "It cost Black about {count, number} points.",
    white: "It cost White about {count, number} points.",
  },
  better: "A better move: {move}.",
  drawn: "The game is a draw.",
  hasWon: { you: "You have won.", black: "Black has won.", white: "White has won." },
  partial: "Only the last part of the game was reviewed.",
  rough:
    "The network was not trained for this board or these rules. The numbers are rough, and no move is marked bad for certain.",
  shifted: "No single move decided the game: the win chances changed little by little.",
  turning: {
    you: "The turning point was move {ply, number}, your {move}.",
    black: "The turning point was move {ply, number}, Black's {move}.",
    white: "The turning point was move {ply, number}, White's {move}.",
  },

  stones_one: "{first} and {count, number} more",
  stones_other: "{first} and {count, number} more",
} as const;
