// Life and death: problems drawn, solved and played through.
export default {
  missing: "Nothing to solve",
  loading: "Loading the board …",
  badLink: "This link has no problem; it may be incomplete.",
  linkSize_one: "The link has {count, number} point, the board {board}.",
  linkSize_other: "The link has {count, number} points, the board {board}.",
  outOfBounds: "That point is out of bounds and does not matter here. To play elsewhere, press Pass.",
  example: "Three points in a row: the first to play in the middle decides.",

  table: {
    heading: "Solve: life and death on {board}",
    board: "Problem on {board}",
    state: "Problem status",
    drawn: "Drawing",
    said: "What the solver says",
    detailsLabel: "Problem, solution and files",
    details: "Details",
    problem: "Problem",
    solution: "Solution",
    files: "Files",
    noSolution: "Solve the problem to see the winning moves and their answers as a tree.",
    connecting: "Reconnecting …",
    redo: "Redo",
    stop: "Stop",
    back: "Back one move",
    on: "Forward one move",
    edit: "Edit",
  },

  /** a move among others */
  pass: "pass",
  turn: { black: "Black to play", white: "White to play", none: "No side to play" },
  task: {
    black: "Black to play: what is the result?",
    white: "White to play: what is the result?",
  },

  hint: {
    black: {
      tap: "Tap or drag to place black stones; tap one to remove it.",
      click: "Click or drag to place black stones; click one to remove it.",
    },
    white: {
      tap: "Tap or drag to place white stones; tap one to remove it.",
      click: "Click or drag to place white stones; click one to remove it.",
    },
    erase: {
      tap: "Tap stones, or drag over them, to remove them.",
      click: "Click or drag over stones to remove them.",
    },
    target: {
      tap: "Tap a stone of the group in question.",
      click: "Click a stone of the group in question.",
    },
    region: "Paint the points that matter. Everything else is out of bounds.",
    solve: "The solver is working. You can stop it at any time.",
    play: {
      tap: "Try any move, for either side.",
      click: "Try any move, for either side. The keys [ and ] go back and forward.",
    },
  },

  draw: {
    tools: {
      tap: "Tap or drag on the board to draw",
      click: "Click or drag on the board to draw",
    },
    tool: { black: "Black", white: "White", erase: "Erase", target: "Target", region: "Region" },
    shutIn: "Everything else out of bounds",
    find: "Let moyo find it",
    playable_one: "{count, number} point is playable.",
    playable_other: "{count, number} points are playable.",
    unpainted: "No region painted: moyo finds where play matters.",
    side: "Side to move",
    question: "Goal",
    questions: { live: "live", kill: "kill", status: "find the status" },
  },

  fields: {
    noBoards: "The boards cannot be loaded now.",
    columns: "Columns",
    rows: "Rows",
    threatsKnown: "Set the number of ko threats elsewhere",
    has: { black: "Black has", white: "White has" },
    unlimited: "any number",
    notes: "Notes",
    clear: "Clear the board",
    example: "An example",
    take: "Use this one",
  },

  files: {
    open: "Open",
    file: "Problem file",
    kinds: ".sgf, .txt or .jsonl",
    which: "Which problem",
    choose_one: "Choose one of {count, number}",
    choose_other: "Choose one of {count, number}",
    paste: "Or paste it here",
    pasteLike: "SGF, JSON, or rows of x o -",
    /** stands for the file's name where the server tells what is wrong */
    pasted: "the pasted text",
    read: "Read text",
    tooLarge: "That is too large; the maximum is 1 MiB. Nothing was sent.",
    several_one: "{count, number} problem: choose one.",
    several_other: "{count, number} problems: choose one.",
    none: "It contains no problem.",
    opened: "Opened.",
    openedNamed: "Opened: {name}.",
    repaired: "Opened and repaired: {repair}.",
    save: "Save",
    saved: "Saved as {name}.",
    text: "Text",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    link: "Link to this problem",
  },

  help: {
    title: "Life and death",
    lead: "Draw or open a position, and moyo proves whether a group lives or dies.",
    stones: {
      tap: "<strong>Stones.</strong> Choose Black or White and tap points, or drag over them.",
      click: "<strong>Stones.</strong> Choose Black or White and click points, or drag over them.",
    },
    target: {
      tap: "<strong>Target.</strong> Tap a stone of the group in question. With several groups, the defender needs only one of them to live.",
      click:
        "<strong>Target.</strong> Click a stone of the group in question. With several groups, the defender needs only one of them to live.",
    },
    region:
      "<strong>Region.</strong> Paint where play matters, or leave that to moyo. Everything else is out of bounds: a group that reaches it is safe.",
    solve: "<strong>Solve.</strong> Stop at any time; what has been found so far is kept.",
    play: "<strong>Play.</strong> Try any move, for either side: you see at once what it does, and why.",
    keys: "Keys: arrows move on the board, Enter uses the tool. B, W, E, T and R choose Black, White, erase, target and region; Ctrl+Z undoes. In the solution, [ and ] go back and forward.",
    example: "Show an example",
  },

  tree: {
    label: "Solution tree; use the arrow keys to move through it",
    tryAll: "Try every move here",
    trying: "Trying every move …",
    problem: "The problem",
    move: { black: "Move {number}, Black {move}", white: "Move {number}, White {move}" },
    judged: {
      correct: "{move}, correct",
      wrong: "{move}, fails",
      lost: "{move}, does not help",
      unknown: "{move}, not decided",
    },
  },

  /** what becomes of the target */
  fate: {
    alive: { black: "Black lives", white: "White lives" },
    dead: { black: "Black is dead", white: "White is dead" },
    seki: { black: "Black lives in seki", white: "White lives in seki" },
    ko: "It is a ko",
    unknown: "Not decided yet",
  },
  /** the fate when it depends on the region: the side that outside help could change it for */
  condition: {
    black: "{fate}, if nothing outside the region helps Black",
    white: "{fate}, if nothing outside the region helps White",
    either: "{fate}, if nothing outside the region helps either side",
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
    way: "who succeeds",
    fate: "the result",
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
    none: { black: "Black has no move that helps.", white: "White has no move that helps." },
    noneInRegion: {
      black: "Black has no move in the region that helps.",
      white: "White has no move in the region that helps.",
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
    all: "The whole board is playable.",
    given_one: "{count, number} point is playable, as given.",
    given_other: "{count, number} points are playable, as given.",
    found_one: "moyo found that {count, number} point matters.",
    found_other: "moyo found that {count, number} points matter.",
    certain_one: "moyo found that {count, number} point matters; nothing outside can change the result.",
    certain_other: "moyo found that {count, number} points matter; nothing outside can change the result.",
    resting_one: "moyo found that {count, number} point matters; chains that reach outside are assumed safe.",
    resting_other:
      "moyo found that {count, number} points matter; chains that reach outside are assumed safe.",
  },
  walls: {
    black_one: "The answer assumes a black stone on the point marked #, outside the region.",
    black_other: "The answer assumes black stones on the points marked #, outside the region.",
    white_one: "The answer assumes a white stone on the point marked #, outside the region.",
    white_other: "The answer assumes white stones on the points marked #, outside the region.",
    useless_one: "Even so, it does not help.",
    useless_other: "Even so, they do not help.",
  },
  effort: {
    positions_one: "{count, number} position in {time}",
    positions_other: "{count, number} positions in {time}",
    millis: "{time, number} ms",
    finely: "{time, number(minimumFractionDigits: 1; maximumFractionDigits: 1)} ms",
    seconds: "{time, number(minimumFractionDigits: 1; maximumFractionDigits: 1)} s",
  },
  verdict: {
    unknown: "Out of time, or stopped. A smaller region helps. You can still try moves.",
    goOn: "Keep searching",
    waiting: "The solver is checking this move …",
    showMoves: "Show the winning moves",
  },

  progress: {
    label: "Search progress",
    solving: "Solving …",
    stage: "Question {number} of {all}: {question}",
    positions_one: "{count, number} position",
    positions_other: "{count, number} positions",
    speed_one: "{count, number} position · {perSecond, number} a second",
    speed_other: "{count, number} positions · {perSecond, number} a second",
    numbers: "Left to prove yes: {yes}, no: {no}",
  },

  /** what a move did: the move, or a play elsewhere */
  judged: {
    correct: { move: "Correct: {move}", elsewhere: "Correct: playing elsewhere" },
    wrong: { move: "{move} fails", elsewhere: "Playing elsewhere fails" },
    lost: { move: "{move} does not help", elsewhere: "Playing elsewhere does not help" },
    unknown: { move: "{move}: not decided", elsewhere: "Playing elsewhere: not decided" },
  },
  bestTry: { black: "Black's best try is {move}.", white: "White's best try is {move}." },
  nothingHelps: { black: "Nothing helps Black any more.", white: "Nothing helps White any more." },
  unjudged: "The solver could not decide this in time.",
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
