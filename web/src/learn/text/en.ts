// Lessons that are played, and the words of the game.
export default {
  title: "Learn",
  lead: "Short, interactive lessons: you play every move and see what it does.",
  words: "Glossary",
  aboutWords:
    "Two players place stones on the points of a board. In Go, the player who surrounds more wins; in other games, the player who makes a row. These are all the words you need.",
  loading: "Loading lessons …",
  wordless: "The lesson texts could not be loaded. Please reload the page.",

  /** the button that leads into a lesson */
  enter: { new: "Begin", begun: "Continue", done: "Again" },
  progress: {
    new: "Not started",
    begun: "Started",
    done: "Done",
    steps_one: "{done} of {count, number} step done",
    steps_other: "{done} of {count, number} steps done",
  },

  lesson: {
    title: "Lesson",
    titled: "{lesson}, lesson",
    missing: "Lesson not found",
    unknown: "There is no lesson called {id}.",
    loading: "Loading the lesson …",
    heading: "Learn {lesson}: step {number}, {title}",
    board: "{lesson}, step {number}: {title}",
    task: "Your task",
    step: "The step",
    steps: "The steps",
    part: "Part {part} of {parts}",
    done: "done",
    all: "All lessons and terms",
    next: "Next step",
    playNow: "Play now",
    first: "Your first game",
    help: "Show me",
    choose: "Choose an answer.",
  },

  bar: {
    title: "Steps",
    progress_one: "Step {number} of {count, number}, {done} done",
    progress_other: "Step {number} of {count, number}, {done} done",
    open: "Step {number}: {title}",
    done: "Step {number}: {title}, done",
    enough: "You can play after step {number}",
  },

  heads: { right: "Correct.", done: "Well done.", wrong: "Not yet." },

  /** what is said about a move */
  said: {
    elsewhere: "You played {move}. This time, play {points}.",
    beside: {
      stone: {
        tap: "{move} is not right beside the stone on {at}. Tap one of the dots: {points}.",
        click: "{move} is not right beside the stone on {at}. Click one of the dots: {points}.",
      },
      chain: {
        tap: "{move} is not right beside the chain at {at}. Tap one of the dots: {points}.",
        click: "{move} is not right beside the chain at {at}. Click one of the dots: {points}.",
      },
    },
    liberties: {
      stone_one: "The stone on {at} still has one liberty, at {points}.",
      stone_other: "The stone on {at} still has {count, number} liberties, at {points}.",
      chain_one: "The chain at {at} still has one liberty, at {points}.",
      chain_other: "The chain at {at} still has {count, number} liberties, at {points}.",
    },
    spare: {
      stone_one: "The stone on {at} still has one liberty, at {points}.",
      stone_other: "The stone on {at} still has {count, number} liberties, at {points}. Leave it only one.",
      chain_one: "The chain at {at} still has one liberty, at {points}.",
      chain_other: "The chain at {at} still has {count, number} liberties, at {points}. Leave it only one.",
    },
    left: {
      stone_one: "The stone on {at} has one liberty left.",
      stone_other: "The stone on {at} has {count, number} liberties left.",
      chain_one: "The chain at {at} has one liberty left.",
      chain_other: "The chain at {at} has {count, number} liberties left.",
    },
    rows_one: "The stone on {stones} is still there. To take it, hold both ends.",
    rows_other: "The stones on {stones} are still there. To take them, hold both ends.",
    still: "The stone on {points} is still there.",
    escapes: {
      black_one: "Black answers {move}, and the chain has one liberty.",
      black_other: "Black answers {move}, and the chain has {count, number} liberties.",
      white_one: "White answers {move}, and the chain has one liberty.",
      white_other: "White answers {move}, and the chain has {count, number} liberties.",
    },
    breaks: {
      black_one: "Black takes your stone on {stones} with {move} and escapes.",
      black_other: "Black takes your stones on {stones} with {move} and escapes.",
      white_one: "White takes your stone on {stones} with {move} and escapes.",
      white_other: "White takes your stones on {stones} with {move} and escapes.",
    },
    taken: {
      black_one: "Black still takes your stone on {stones}, with {move}.",
      black_other: "Black still takes your stones on {stones}, with {move}.",
      white_one: "White still takes your stone on {stones}, with {move}.",
      white_other: "White still takes your stones on {stones}, with {move}.",
    },
    apart: "{points} are still separate chains.",
    notYet: "That does not win yet. Look again: one stone wins right away.",
    noWin: "That does not win, and now there is no winning move left.",
    wins: { black: "Now Black wins, at {move}.", white: "Now White wins, at {move}." },
    nothing: "That does not threaten anything yet.",
    one: {
      black: "That threatens to win only at {move}, and Black stops it there.",
      white: "That threatens to win only at {move}, and White stops it there.",
    },
    noFour: {
      black: "That does not make a four, so Black need not answer.",
      white: "That does not make a four, so White need not answer.",
    },
    noFours: {
      black: "Black stops it at {move}, and you have no winning fours left.",
      white: "White stops it at {move}, and you have no winning fours left.",
    },
    answered: {
      black: "Black answers {move}, and you cannot win by fours.",
      white: "White answers {move}, and you cannot win by fours.",
    },
    forces: {
      black: "Now Black wins by fours, starting at {move}.",
      white: "Now White wins by fours, starting at {move}.",
    },
    low: "{move} is on one of the two lowest lines, where a stone surrounds little.",
    dies: {
      black: "Black answers {move}, and your stones cannot get two eyes.",
      white: "White answers {move}, and your stones cannot get two eyes.",
    },
    lives: {
      black: "Black answers {move}, and lives.",
      white: "White answers {move}, and lives.",
    },
    unharmed: {
      black: "Black lives even without another move.",
      white: "White lives even without another move.",
    },
    miscounted: "{points} is not right. Count again.",
    allowed: "The rules allow {points}.",
    alive: "There is no dead stone on {points}. A dead stone cannot avoid being taken.",
    first: "First try to play on {points}, and see what the rules say.",
    help: "Play {move}.",
    choose: "The answer is {move}.",
    show: "It is {move}.",
  },
} as const;
