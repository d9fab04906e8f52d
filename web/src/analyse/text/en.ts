// Analysis of a game.
export default {
  title: "Analyse",
  loading: "Fetching the position …",
  nothing: "There is nothing to analyse",
  noGame: "there is no game {rules}",

  table: {
    heading: "Analyse {game} on {board}",
    board: "Board: {board}",
    state: "State of the analysis",
    thoughts: "What the computer thinks",
    details: "Moves, set-up and more",
    tabs: "Details",
    record: "Record",
    setup: "Set up",
    source: "About",
    toPlay: { black: "Black to play", white: "White to play" },
    connecting: "Connecting again …",
    stoneless: "Moves without a stone",
    back: "One move back",
    on: "One move on",
  },

  /** what a click or a tap on the board does */
  tool: {
    play: {
      title: "Play",
      text: {
        tap: "A tap plays the next move.",
        click: "A click plays the next move.",
      },
      hint: {
        tap: "Tap a point to try a move.",
        click: "Click on a point to try a move. The arrow keys go back and on.",
      },
    },
    why: {
      title: "Why not here?",
      text: {
        tap: "A tap on a point asks what would be wrong with a move there; the answer is played out.",
        click: "A click on a point asks what would be wrong with a move there; the answer is played out.",
      },
      hint: {
        tap: "Tap the point that you would have played.",
        click: "Click on the point that you would have played.",
      },
    },
    exclude: {
      title: "Leave out",
      text: {
        tap: "A tap on a point keeps the computer from considering it, or lets it again.",
        click: "A click on a point keeps the computer from considering it, or lets it again.",
      },
      hint: {
        tap: "Tap points that the computer shall not consider.",
        click: "Click on points that the computer shall not consider.",
      },
    },
    black: {
      title: "Black stones",
      text: {
        tap: "A tap places a black stone, or takes it off again.",
        click: "A click places a black stone, or takes it off again.",
      },
      hint: {
        tap: "Tap to place black stones.",
        click: "Click to place black stones.",
      },
    },
    white: {
      title: "White stones",
      text: {
        tap: "A tap places a white stone, or takes it off again.",
        click: "A click places a white stone, or takes it off again.",
      },
      hint: {
        tap: "Tap to place white stones.",
        click: "Click to place white stones.",
      },
    },
    erase: {
      title: "Take off",
      text: {
        tap: "A tap takes a stone off.",
        click: "A click takes a stone off.",
      },
      hint: {
        tap: "Tap stones to take them off.",
        click: "Click on stones to take them off.",
      },
    },
    triangle: {
      title: "Triangle",
      text: {
        tap: "A tap puts a triangle on a point, or takes it off again.",
        click: "A click puts a triangle on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    square: {
      title: "Square",
      text: {
        tap: "A tap puts a square on a point, or takes it off again.",
        click: "A click puts a square on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    circle: {
      title: "Circle",
      text: {
        tap: "A tap puts a circle on a point, or takes it off again.",
        click: "A click puts a circle on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    cross: {
      title: "Cross",
      text: {
        tap: "A tap puts a cross on a point, or takes it off again.",
        click: "A click puts a cross on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    letter: {
      title: "Letter",
      text: {
        tap: "A tap puts the next letter on a point, or takes it off again.",
        click: "A click puts the next letter on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    number: {
      title: "Number",
      text: {
        tap: "A tap puts the next number on a point, or takes it off again.",
        click: "A click puts the next number on a point, or takes it off again.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click on points to mark them.",
      },
    },
    arrow: {
      title: "Arrow",
      text: {
        tap: "Draw from one point to another, or tap one and then the other. The same arrow again takes it off.",
        click:
          "Drag from one point to another, or choose one and then the other. The same arrow again takes it off.",
      },
      hint: {
        tap: "Draw from one point to another, or tap both.",
        click: "Drag from one point to another, or click on both.",
      },
    },
    line: {
      title: "Line",
      text: {
        tap: "Draw from one point to another, or tap one and then the other. The same line again takes it off.",
        click:
          "Drag from one point to another, or choose one and then the other. The same line again takes it off.",
      },
      hint: {
        tap: "Draw from one point to another, or tap both.",
        click: "Drag from one point to another, or click on both.",
      },
    },
  },

  setup: {
    pointed: { tap: "A tap on the board", click: "A click on the board" },
    marks: "Or it marks a point",
    side: "Side to move",
    shown: "On the board, of the computer's thoughts",
    candidates: "Moves with their chances",
    line: "The line it expects",
    nothing: "Nothing",
    empty: "Empty the board",
  },

  evaluation: {
    found: "{side} {chance}",
    over: "The game is over here. Go a move back to look at what could have been.",
    off: "The computer does not look at the position.",
    look: "Let it look",
    stop: "Stop",
    looking: "The computer looks at the position …",
    book: "· from the opening book",
    chance: { black: "Win chance of Black", white: "Win chance of White" },
    depth: "depth {depth, number}",
    done: "· done",
    excluded: "Left out: {moves}",
    includeAll: "Take all in again",
    moves: "Moves that the computer considers",
    move: "Move",
    then: "Then",
    leaveOut: "Leave out",
    play: "Play {move}",
    exclude: "Leave {move} out",
  },

  source: {
    game: "Analyse another game",
    board: "On another board",
    problem: "The boards cannot be shown now.",
    link: "The link to this position",
  },

  tree: {
    title: "Moves and variations",
    start: "Start",
    setup: "Stones set up",
    move: { black: "{number}: {move}, Black", white: "{number}: {move}, White" },
    commented: "{move}, with a comment",
  },

  edit: {
    tools: "Change the record",
    undo: "Undo",
    redo: "Do it again",
    run: "Play on",
    halt: "Stop",
    branch: "Branch …",
    find: "Find …",
    view: "View …",
    guess: "Guess",
    promote: "Move up",
    main: "Main line",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    remove: "Delete",
    comment: "Comment on this move",
    write: "Write a comment on this move",
  },

  record: {
    black: "Black",
    white: "White",
    event: "Event",
    date: "Date",
    result: "Result",
    nameless: "The record does not say who plays.",
    edit: "Change what it says",
    save: "Save as SGF",
    copy: "Copy SGF",
    saved: "Saved as {name}.",
    copied: "Copied.",
    notCopied: "The browser does not let the page copy. Save the record as a file instead.",
    unsaved: "Not saved yet.",
    open: "Open a record …",
    ways: "Or drop a file on the page, or paste a record.",
    link: "Copy a link",
    tooLong: "The record is too long for a link. Save it as a file instead.",
    picture: "Kind of picture",
    kind: {
      png: "Position, as PNG",
      svg: "Position, as SVG",
      gif: "Line, as a moving GIF",
      pdf: "Line with numbers, as PDF",
    },
    draw: "Save the picture",
    drawing: "The picture is being drawn …",
    left_one: "There is a record that you left without saving it.",
    left_other:
      "There are {count, number} records that you left without saving them. This is about the last one.",
    again: "Open it again",
    drop: "Throw it away",
  },

  open: {
    title: "Open a record",
    file: "A file with records",
    kinds: "SGF, RenLib or Piskvork",
    text: "Or paste its text here",
    open: "Open",
    several: "Which game?",
    count_one: "There is {count, number} game in the file.",
    count_other: "There are {count, number} games in the file.",
    filter: "Only those with this in their names, date or result",
    players: "{black} and {white}",
    game: "Game {number, number}",
    moves_one: "{count, number} move",
    moves_other: "{count, number} moves",
    more: "Not all are shown: look for a name.",
    large: "This file is larger than 16 MB, the largest that is opened here.",
    empty: "There is nothing in this file.",
    none: "There is no game in this file that can be opened",
  },

  info: {
    title: "What the record says of the game",
    PB: "Black",
    BR: "Rank of Black",
    PW: "White",
    WR: "Rank of White",
    DT: "Date",
    RE: "Result",
    EV: "Event",
    RO: "Round",
    PC: "Place",
    GN: "Name of the game",
    AN: "Comments by",
    save: "Write it down",
  },

  guess: {
    title: "Guess the next move",
    hidden: "The moves are hidden while you guess.",
    hint: {
      tap: "Tap the point where you think the game went on.",
      click: "Click on the point where you think the game went on.",
    },
    where: { black: "Where did Black play?", white: "Where did White play?" },
    said: {
      right: "{move}: right.",
      variation: "Right, the record has it as a variation. The game went on at {move}.",
      wrong: "Not there. Try once more.",
      shown: "The game went on at {move}.",
    },
    score: "First try: {first, number} · second: {second, number} · shown: {missed, number}",
    away: "· {steps, number} steps off",
    far: "Say how far off wrong tries were",
    whose: "Whose moves",
    both: "Both",
    end: "That was the last move.",
    nothing: "There is no move to guess here.",
    show: "Show it",
    again: "Once more",
    stop: "Stop guessing",
  },

  find: {
    text: "A word, a move or its number",
    find: "Find",
    position: "This position",
    back: "The one before",
    on: "The next one",
    none: "Nothing was found.",
    once: "Only here.",
    at: "{number, number} of {count, number}",
    turned: "{number, number} of {count, number}, turned or mirrored",
  },

  view: {
    pace: "Play on every",
    seconds: "{count, number} s",
    halts: "Stop at comments",
    numbers: "Numbers on stones",
    none: "None",
    last: "Last",
    all: "All",
    here: "From here",
  },

  comment: { more: "More", less: "Less" },

  why: {
    title: "Why not {move}?",
    back: "Back",
    looking: "Looking for the best answer to {move} …",
    answer: "The best answer to {move} is {reply}.",
    end: "{move} ends the game.",
    instead: "With {move} instead: {chance}.",
    refuted: {
      black_one: "Black then wins in {count, number} move.",
      black_other: "Black then wins in {count, number} moves.",
      white_one: "White then wins in {count, number} move.",
      white_other: "White then wins in {count, number} moves.",
    },
    useless: {
      black_one: "It does not help: Black wins in {count, number} move.",
      black_other: "It does not help: Black wins in {count, number} moves.",
      white_one: "It does not help: White wins in {count, number} move.",
      white_other: "It does not help: White wins in {count, number} moves.",
    },
    chance: {
      black: "Black's win chance is then {chance}.",
      white: "White's win chance is then {chance}.",
    },
  },

  live: {
    estimate: "an estimate",
    rough: "a rough estimate: the engine's network does not judge this board or these rules",
    proven: "proven",
    best: "the best move",
    value: "Chance, visits",
    loss: "\u2212{percent} %",
    asks: "Ask more",
    many: "More moves",
    owners: "Area",
    ownersText: "Whose each point will probably be",
    pass: { black: "If Black passes", white: "If White passes" },
    threat: {
      black: "If Black passes, White plays {line}",
      white: "If White passes, Black plays {line}",
    },
  },

  review: {
    views: "What the computer looks at",
    position: "Position",
    game: "Whole game",
    empty: "There is no move to look at yet. Play some, or open the record of a game.",
    offer: {
      main_one: "The main line has {count, number} move.",
      main_other: "The main line has {count, number} moves.",
      variation_one: "You are on a variation, which has {count, number} move to its end.",
      variation_other: "You are on a variation, which has {count, number} moves to its end.",
    },
    of: { main: "Review of the main line", variation: "Review of a variation" },
    again: { main: "Review the main line", variation: "Review this variation" },
    stop: "Stop",
    says: "moyo: {text}.",
    accuracy: "accuracy of Black {black}, of White {white}",
    write: "Write what the review found into the record",
  },

  board: {
    unknown:
      "The board of this record came along in it, and is not kept here. Keep it to have the computer look at positions, and to play on it.",
    keep: "Keep this board",
    kept: "“{title}” is one of your boards now.",
    play: "Play on it",
  },
} as const;
