// Life and death: problems drawn, solved and played through.
export default {
  missing: "There is nothing to solve",
  loading: "Fetching the board …",
  badLink: "The link holds no problem; it may be incomplete.",
  linkSize_one: "The link has {count, number} point, the board {board}.",
  linkSize_other: "The link has {count, number} points, the board {board}.",
  outOfBounds: "That point is out of bounds: it does not matter here. To play elsewhere, press Pass.",
  example: "Three points in a row: whoever comes to the middle one first decides.",

  table: {
    heading: "Solve: life and death on {board}",
    board: "Problem on {board}",
    state: "State of the problem",
    drawn: "What is drawn",
    said: "What the solver says",
    detailsLabel: "Problem, solution and files",
    details: "Details",
    problem: "Problem",
    solution: "Solution",
    files: "Files",
    noSolution: "Solve the problem, and the moves that work and their answers appear here as a tree.",
    connecting: "Connecting again …",
    redo: "Do again",
    stop: "Stop",
    back: "One move back",
    on: "One move on",
    edit: "Edit",
  },

  /** a move among others */
  pass: "pass",
  turn: { black: "Black to play", white: "White to play", nobody: "Nobody to play" },
  task: {
    black: "Black to play: what becomes of it?",
    white: "White to play: what becomes of it?",
  },

  hint: {
    black: {
      tap: "Tap or drag to place black stones; tap one to take it off.",
      click: "Click or drag to place black stones; click on one to take it off.",
    },
    white: {
      tap: "Tap or drag to place white stones; tap one to take it off.",
      click: "Click or drag to place white stones; click on one to take it off.",
    },
    erase: {
      tap: "Tap stones, or drag over them, to take them off.",
      click: "Click or drag over stones to take them off.",
    },
    target: {
      tap: "Tap a stone of the group in question.",
      click: "Click on a stone of the group in question.",
    },
    region: "Paint the points that matter. Everything else is out of bounds.",
    solve: "The solver is at work. Stop it whenever you like.",
    play: {
      tap: "Try any move, for either side.",
      click: "Try any move, for either side. The keys [ and ] go back and on.",
    },
  },

  draw: {
    tools: {
      tap: "A tap or a drag on the board draws",
      click: "A click or a drag on the board draws",
    },
    tool: { black: "Black", white: "White", erase: "Erase", target: "Target", region: "Region" },
    shutIn: "Everything else out of bounds",
    find: "Let moyo find it",
    playable_one: "{count, number} point can be played on.",
    playable_other: "{count, number} points can be played on.",
    unpainted: "Nothing is painted: moyo finds where play matters.",
    side: "Side to move",
    question: "It wants to",
    questions: { live: "live", kill: "kill", status: "what becomes of it" },
  },

  fields: {
    noBoards: "The boards cannot be shown now.",
    columns: "Columns",
    rows: "Rows",
    threatsKnown: "The ko threats elsewhere are known",
    has: { black: "Black has", white: "White has" },
    unlimited: "any number",
    notes: "Notes",
    clear: "Empty the board",
    example: "An example",
    take: "Take this one",
  },

  files: {
    open: "Open",
    file: "File of problems",
    kinds: ".sgf, .txt or .jsonl",
    which: "Which problem",
    choose_one: "Choose one of {count, number}",
    choose_other: "Choose one of {count, number}",
    paste: "Or paste it here",
    pasteLike: "SGF, JSON, or rows of x o -",
    /** stands for the file's name where the server tells what is wrong */
    pasted: "the pasted text",
    read: "Read it",
    tooLarge: "That is too large; 1 MiB is the most. Nothing was sent.",
    several_one: "{count, number} problem: choose one.",
    several_other: "{count, number} problems: choose one.",
    none: "There is no problem in it.",
    opened: "Opened.",
    openedNamed: "Opened: {name}.",
    save: "Save",
    saved: "Saved as {name}.",
    text: "Text",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    link: "The link to this problem",
  },

  help: {
    title: "Life and death",
    lead: "Draw a position, or open one, and moyo finds out for certain whether a group lives or dies.",
    stones: {
      tap: "<strong>Stones.</strong> Choose Black or White and tap points, or drag over them.",
      click: "<strong>Stones.</strong> Choose Black or White and click on points, or drag over them.",
    },
    target: {
      tap: "<strong>Target.</strong> Tap a stone of the group in question. Several groups are possible: the defender needs any one of them to live.",
      click:
        "<strong>Target.</strong> Click on a stone of the group in question. Several groups are possible: the defender needs any one of them to live.",
    },
    region:
      "<strong>Region.</strong> Paint where play matters, or leave that to moyo. Everything else is out of bounds: what reaches it is safe.",
    solve: "<strong>Solve.</strong> Stop it whenever you like; what is known by then is kept.",
    play: "<strong>Play.</strong> Try any move, for either side: the page says at once what it does, and why.",
    keys: "Keys: arrows walk on the board, Enter uses the tool. B, W, E, T and R choose Black, White, erase, target and region; Ctrl+Z takes back. In the solution [ and ] go back and on.",
    example: "Show an example",
  },

  tree: {
    label: "Tree of the solution; arrow keys go through it",
    tryAll: "Try every move here",
    trying: "Trying every move …",
    problem: "The problem",
    move: { black: "Move {number}, Black {move}", white: "Move {number}, White {move}" },
    judged: {
      correct: "{move}, correct",
      wrong: "{move}, fails",
      lost: "{move}, does not help",
      unknown: "{move}, not found out",
    },
  },

  /** what becomes of the target */
  fate: {
    alive: { black: "Black lives", white: "White lives" },
    dead: { black: "Black is dead", white: "White is dead" },
    seki: { black: "Black lives in seki", white: "White lives in seki" },
    ko: "It is a ko",
    unknown: "Not found out yet",
  },
  /** what becomes of it, where that rests on the region: whom it does not hold for */
  condition: {
    black: "{fate}, if nothing beyond the region helps Black",
    white: "{fate}, if nothing beyond the region helps White",
    either: "{fate}, if nothing beyond the region helps either side",
  },
  answer: {
    first: { black: "With Black first, {fate}", white: "With White first, {fate}" },
    win: { black: "Black succeeds: {fate}", white: "White succeeds: {fate}" },
    lose: { black: "Black fails: {fate}", white: "White fails: {fate}" },
  },
  tenuki: { black: "If Black plays elsewhere: {fate}.", white: "If White plays elsewhere: {fate}." },
  bentFour: {
    black:
      "This is the bent four in the corner: by Japanese rules Black is dead as it stands, without the ko being played.",
    white:
      "This is the bent four in the corner: by Japanese rules White is dead as it stands, without the ko being played.",
  },
  /** what the search asks, behind its number */
  stage: {
    way: "who gets their way",
    fate: "what becomes of it",
    moves: "first moves",
    line: "the best play",
  },
  ko: {
    direct: "direct",
    steps: "{steps}-step",
    threats_one: "{count, number} ko threat",
    threats_other: "{count, number} ko threats",
    moreThreats_one: "more than {count, number} ko threat",
    moreThreats_other: "more than {count, number} ko threats",
    plain: {
      black: "Black takes first; White needs {threats} to win it.",
      white: "White takes first; Black needs {threats} to win it.",
    },
    kind: {
      black: "Black takes first; White needs {threats} to win it ({kind}).",
      white: "White takes first; Black needs {threats} to win it ({kind}).",
    },
  },
  moves: {
    none: { black: "No move of Black's helps.", white: "No move of White's helps." },
    noneInRegion: {
      black: "No move of Black's in the region helps.",
      white: "No move of White's in the region helps.",
    },
    pass: { black: "Black need not play here.", white: "White need not play here." },
    works: {
      only: "The only move that works is {move}.",
      onlyInRegion: "The only move in the region that works is {move}.",
      one: "One move that works is {move}.",
      several_one: "{count, number} move works: {moves}.",
      several_other: "{count, number} moves work: {moves}.",
      severalInRegion_one: "{count, number} move in the region works: {moves}.",
      severalInRegion_other: "{count, number} moves in the region work: {moves}.",
    },
    /** to a ko */
    leads: {
      only: "The only move that leads to it is {move}.",
      onlyInRegion: "The only move in the region that leads to it is {move}.",
      one: "One move that leads to it is {move}.",
      several_one: "{count, number} move leads to it: {moves}.",
      several_other: "{count, number} moves lead to it: {moves}.",
      severalInRegion_one: "{count, number} move in the region leads to it: {moves}.",
      severalInRegion_other: "{count, number} moves in the region lead to it: {moves}.",
    },
  },
  line: { whole: "Best play: {moves}.", beginning: "Best play: {moves} …" },
  gain_one: "{move} gains the most: {count, number} point.",
  gain_other: "{move} gains the most: {count, number} points.",
  region: {
    all: "The whole board can be played on.",
    given_one: "{count, number} point can be played on, as given.",
    given_other: "{count, number} points can be played on, as given.",
    found_one: "moyo found that {count, number} point matters.",
    found_other: "moyo found that {count, number} points matter.",
    certain_one: "moyo found that {count, number} point matters; nothing beyond can change the verdict.",
    certain_other: "moyo found that {count, number} points matter; nothing beyond can change the verdict.",
    resting_one:
      "moyo found that {count, number} point matters; chains that reach beyond are taken to be safe.",
    resting_other:
      "moyo found that {count, number} points matter; chains that reach beyond are taken to be safe.",
  },
  walls: {
    black_one: "The answer assumes a stone of Black's on the point marked #, beyond the region.",
    black_other: "The answer assumes stones of Black's on the points marked #, beyond the region.",
    white_one: "The answer assumes a stone of White's on the point marked #, beyond the region.",
    white_other: "The answer assumes stones of White's on the points marked #, beyond the region.",
    useless_one: "It does not help even so.",
    useless_other: "They do not help even so.",
  },
  effort: {
    positions_one: "{count, number} position in {time}",
    positions_other: "{count, number} positions in {time}",
    millis: "{time, number} ms",
    finely: "{time, number(minimumFractionDigits: 1; maximumFractionDigits: 1)} ms",
    seconds: "{time, number(minimumFractionDigits: 1; maximumFractionDigits: 1)} s",
  },
  verdict: {
    unknown: "The time was over, or it was stopped. A smaller region helps. Moves can be tried all the same.",
    goOn: "Go on searching",
    waiting: "The solver looks at this move …",
    showMoves: "Show the moves that work",
  },

  progress: {
    label: "How far the search has come",
    solving: "Solving …",
    stage: "Question {number} of {all}: {question}",
    positions_one: "{count, number} position",
    positions_other: "{count, number} positions",
    speed_one: "{count, number} position · {perSecond, number} a second",
    speed_other: "{count, number} positions · {perSecond, number} a second",
    numbers: "To be shown for yes: {yes}, for no: {no}",
  },

  /** what a move did: the move, or a play elsewhere */
  judged: {
    correct: { move: "Correct: {move}", elsewhere: "Correct: To play elsewhere" },
    wrong: { move: "{move} fails", elsewhere: "To play elsewhere fails" },
    lost: { move: "{move} does not help", elsewhere: "To play elsewhere does not help" },
    unknown: { move: "{move}: not found out", elsewhere: "To play elsewhere: not found out" },
  },
  bestTry: { black: "Black's best try is {move}.", white: "White's best try is {move}." },
  nothingHelps: { black: "Nothing helps Black any more.", white: "Nothing helps White any more." },
  unjudged: "Whether this works could not be found out in time.",
  /** why a move fails: the side that answers */
  because: {
    pass: {
      black: "This fails because Black need not even answer.",
      white: "This fails because White need not even answer.",
    },
    reply: {
      black: "This fails because Black answers {move}.",
      white: "This fails because White answers {move}.",
    },
    some: "This fails because the other side has an answer.",
  },
  /** the same, with the line that follows */
  becauseThen: {
    pass: {
      black: "This fails because Black need not even answer, and then {moves}.",
      white: "This fails because White need not even answer, and then {moves}.",
    },
    reply: {
      black: "This fails because Black answers {move}, and then {moves}.",
      white: "This fails because White answers {move}, and then {moves}.",
    },
    some: "This fails because the other side has an answer, and then {moves}.",
  },
} as const;
