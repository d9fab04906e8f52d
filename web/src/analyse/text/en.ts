// Analysis of a game.
export default {
  title: "Analyse",
  loading: "Loading the position …",
  nothing: "Nothing to analyse",
  noGame: "there is no game {rules}",

  table: {
    heading: "Analyse {game} on {board}",
    board: "Board: {board}",
    state: "State of the analysis",
    thoughts: "Computer analysis",
    details: "Moves, setup and more",
    tabs: "Details",
    record: "Record",
    setup: "Set up",
    source: "About",
    toPlay: { black: "Black to play", white: "White to play" },
    connecting: "Reconnecting …",
    stoneless: "Moves without a stone",
    back: "Back one move",
    on: "Forward one move",
  },

  /** what a click or a tap on the board does */
  tool: {
    play: {
      title: "Play",
      text: {
        tap: "Tap to play the next move.",
        click: "Click to play the next move.",
      },
      hint: {
        tap: "Tap a point to try a move.",
        click: "Click a point to try a move. Use the arrow keys to go back and forward.",
      },
    },
    why: {
      title: "Why not here?",
      text: {
        tap: "Tap a point to see what is wrong with a move there.",
        click: "Click a point to see what is wrong with a move there.",
      },
      hint: {
        tap: "Tap the point where you would have played.",
        click: "Click the point where you would have played.",
      },
    },
    exclude: {
      title: "Exclude",
      text: {
        tap: "Tap a point to exclude it from the analysis, or to include it again.",
        click: "Click a point to exclude it from the analysis, or to include it again.",
      },
      hint: {
        tap: "Tap points that the computer should ignore.",
        click: "Click points that the computer should ignore.",
      },
    },
    black: {
      title: "Black stones",
      text: {
        tap: "Tap to place or remove a black stone.",
        click: "Click to place or remove a black stone.",
      },
      hint: {
        tap: "Tap to place black stones.",
        click: "Click to place black stones.",
      },
    },
    white: {
      title: "White stones",
      text: {
        tap: "Tap to place or remove a white stone.",
        click: "Click to place or remove a white stone.",
      },
      hint: {
        tap: "Tap to place white stones.",
        click: "Click to place white stones.",
      },
    },
    erase: {
      title: "Remove",
      text: {
        tap: "Tap a stone to remove it.",
        click: "Click a stone to remove it.",
      },
      hint: {
        tap: "Tap stones to remove them.",
        click: "Click stones to remove them.",
      },
    },
    triangle: {
      title: "Triangle",
      text: {
        tap: "Tap to add or remove a triangle.",
        click: "Click to add or remove a triangle.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    square: {
      title: "Square",
      text: {
        tap: "Tap to add or remove a square.",
        click: "Click to add or remove a square.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    circle: {
      title: "Circle",
      text: {
        tap: "Tap to add or remove a circle.",
        click: "Click to add or remove a circle.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    cross: {
      title: "Cross",
      text: {
        tap: "Tap to add or remove a cross.",
        click: "Click to add or remove a cross.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    letter: {
      title: "Letter",
      text: {
        tap: "Tap to add the next letter, or to remove one.",
        click: "Click to add the next letter, or to remove one.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    number: {
      title: "Number",
      text: {
        tap: "Tap to add the next number, or to remove one.",
        click: "Click to add the next number, or to remove one.",
      },
      hint: {
        tap: "Tap points to mark them.",
        click: "Click points to mark them.",
      },
    },
    arrow: {
      title: "Arrow",
      text: {
        tap: "Draw from one point to another, or tap both. Draw the same arrow again to remove it.",
        click: "Drag from one point to another, or click both. Draw the same arrow again to remove it.",
      },
      hint: {
        tap: "Draw from one point to another, or tap both.",
        click: "Drag from one point to another, or click both.",
      },
    },
    line: {
      title: "Line",
      text: {
        tap: "Draw from one point to another, or tap both. Draw the same line again to remove it.",
        click: "Drag from one point to another, or click both. Draw the same line again to remove it.",
      },
      hint: {
        tap: "Draw from one point to another, or tap both.",
        click: "Drag from one point to another, or click both.",
      },
    },
  },

  setup: {
    pointed: { tap: "Tapping the board", click: "Clicking the board" },
    marks: "Or marks a point",
    side: "Side to move",
    shown: "Show on the board",
    candidates: "Moves with win chances",
    line: "The expected line",
    nothing: "Nothing",
    empty: "Clear the board",
  },

  evaluation: {
    found: "{side} {chance}",
    over: "The game is over here. Go back a move to analyse.",
    off: "The analysis is off.",
    look: "Analyse",
    stop: "Stop",
    looking: "Analysing …",
    book: "· from the opening book",
    chance: { black: "Win chance of Black", white: "Win chance of White" },
    depth: "depth {depth, number}",
    done: "· done",
    excluded: "Excluded: {moves}",
    includeAll: "Include all",
    moves: "Moves the computer considers",
    move: "Move",
    then: "Then",
    leaveOut: "Exclude",
    play: "Play {move}",
    exclude: "Exclude {move}",
  },

  source: {
    game: "Analyse another game",
    board: "On another board",
    problem: "The boards cannot be loaded now.",
    link: "Link to this position",
  },

  tree: {
    title: "Moves and variations",
    start: "Start",
    setup: "Stones placed",
    move: { black: "{number}: {move}, Black", white: "{number}: {move}, White" },
    commented: "{move}, with a comment",
  },

  edit: {
    tools: "Edit the record",
    undo: "Undo",
    redo: "Redo",
    run: "Autoplay",
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
    nameless: "The record does not name the players.",
    edit: "Edit details",
    save: "Save as SGF",
    copy: "Copy SGF",
    saved: "Saved as {name}.",
    copied: "Copied.",
    notCopied: "The browser does not allow copying. Save the record as a file instead.",
    unsaved: "Not saved yet.",
    open: "Open a record …",
    ways: "Or drop a file on the page, or paste a record.",
    link: "Copy a link",
    tooLong: "The record is too long for a link. Save it as a file instead.",
    picture: "Picture format",
    kind: {
      png: "Position, as PNG",
      svg: "Position, as SVG",
      gif: "Line, as an animated GIF",
      pdf: "Line with numbers, as PDF",
    },
    draw: "Save picture",
    drawing: "Drawing the picture …",
    left_one: "You have an unsaved record.",
    left_other: "You have {count, number} unsaved records. This is the last one.",
    again: "Open it again",
    drop: "Discard",
  },

  open: {
    title: "Open a record",
    file: "A file with records",
    kinds: "SGF, RenLib, Piskvork, GIB, NGF, UGF or UGI",
    text: "Or paste its text here",
    open: "Open",
    several: "Which game?",
    count_one: "There is {count, number} game in the file.",
    count_other: "There are {count, number} games in the file.",
    filter: "Filter by name, date or result",
    players: "{black} and {white}",
    game: "Game {number, number}",
    moves_one: "{count, number} move",
    moves_other: "{count, number} moves",
    more: "Not all are shown. Filter by name to find yours.",
    large: "This file is larger than 16 MB, the maximum.",
    empty: "This file is empty.",
    none: "No game in this file can be opened",
    repaired_one: "{count, number} fault in this record was repaired",
    repaired_other: "{count, number} faults in this record were repaired",
  },

  info: {
    title: "About this game",
    PB: "Black",
    BR: "Black's rank",
    PW: "White",
    WR: "White's rank",
    DT: "Date",
    RE: "Result",
    EV: "Event",
    RO: "Round",
    PC: "Place",
    GN: "Game name",
    AN: "Comments by",
    save: "Save",
  },

  guess: {
    title: "Guess the next move",
    hidden: "The moves are hidden while you guess.",
    hint: {
      tap: "Tap where you think the next move was.",
      click: "Click where you think the next move was.",
    },
    where: { black: "Where did Black play?", white: "Where did White play?" },
    said: {
      right: "{move}: correct!",
      variation: "Correct: the record has it as a variation. The game continued at {move}.",
      wrong: "Not there. Try again.",
      shown: "The game continued at {move}.",
    },
    score: "First try: {first, number} · second: {second, number} · shown: {missed, number}",
    away: "· {steps, number} steps off",
    far: "Show how far off wrong guesses were",
    whose: "Guess for",
    both: "Both",
    end: "That was the last move.",
    nothing: "There are no moves to guess here.",
    show: "Show it",
    again: "Guess again",
    stop: "Stop guessing",
  },

  find: {
    text: "Text, move or move number",
    find: "Find",
    position: "This position",
    back: "Previous match",
    on: "Next match",
    none: "No matches.",
    once: "Only here.",
    at: "{number, number} of {count, number}",
    turned: "{number, number} of {count, number}, turned or mirrored",
  },

  view: {
    pace: "Autoplay every",
    seconds: "{count, number} s",
    halts: "Pause at comments",
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
    rough: "a rough estimate: the network was not trained for this board or these rules",
    proven: "proven",
    best: "the best move",
    value: "Chance, visits",
    loss: "\u2212{percent} %",
    asks: "Analyse more",
    many: "More moves",
    owners: "Area",
    ownersText: "Who will probably own each point",
    pass: { black: "If Black passes", white: "If White passes" },
    threat: {
      black: "If Black passes, White plays {line}",
      white: "If White passes, Black plays {line}",
    },
  },

  review: {
    views: "What to analyse",
    position: "Position",
    game: "Whole game",
    empty: "There are no moves to review yet. Play some, or open a game record.",
    offer: {
      main_one: "The main line has {count, number} move.",
      main_other: "The main line has {count, number} moves.",
      variation_one: "This variation has {count, number} move to its end.",
      variation_other: "This variation has {count, number} moves to its end.",
    },
    of: { main: "Review of the main line", variation: "Review of a variation" },
    again: { main: "Review the main line", variation: "Review this variation" },
    stop: "Stop",
    says: "moyo: {text}.",
    accuracy: "accuracy: Black {black}, White {white}",
    write: "Add the review to the record",
  },

  board: {
    unknown: "This record came with its own board. Keep the board to analyse positions and to play on it.",
    keep: "Keep this board",
    kept: "“{title}” is now one of your boards.",
    play: "Play on it",
  },
} as const;
