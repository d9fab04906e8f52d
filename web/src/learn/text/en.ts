// Lessons that are played, and the words of the game.
export default {
  title: "Learn",
  lead: "Short lessons in which you play every move yourself and are told what it does.",
  words: "The words of the game",
  aboutWords:
    "Two players place stones on the points of a board. In Go, who surrounds more of it wins; in other games, who makes a row. These are all the words that you need.",
  loading: "Fetching the lessons …",
  wordless: "The words of the lessons did not come. Please reload the page.",

  /** the button that leads into a lesson */
  enter: { new: "Begin", begun: "Go on", done: "Again" },
  progress: {
    new: "Not begun",
    begun: "Begun",
    done: "Done",
    steps_one: "{done} of {count, number} step done",
    steps_other: "{done} of {count, number} steps done",
  },

  lesson: {
    title: "Lesson",
    titled: "{lesson}, lesson",
    missing: "There is no such lesson",
    unknown: "There is no lesson called {id}.",
    loading: "Fetching the lesson …",
    heading: "Learn {lesson}: step {number}, {title}",
    board: "{lesson}, step {number}: {title}",
    task: "What to do",
    step: "The step",
    steps: "The steps",
    part: "Part {part} of {parts}",
    done: "done",
    all: "All lessons and words",
    next: "Next step",
    playNow: "Play now",
    first: "Your first game",
    help: "Show me",
    choose: "Choose one of the answers.",
  },

  bar: {
    title: "Steps",
    progress_one: "Step {number} of {count, number}, {done} done",
    progress_other: "Step {number} of {count, number}, {done} done",
    open: "Step {number}: {title}",
    done: "Step {number}: {title}, done",
    enough: "Enough to play after step {number}",
  },

  heads: { right: "Right.", done: "Well done.", wrong: "Not yet." },

  /** what is said about a move */
  said: {
    elsewhere: "That is {move}. This time the stone goes on {points}.",
    beside: {
      stone: {
        tap: "{move} is not right beside the stone on {at}. Tap one of the dots: {points}.",
        click: "{move} is not right beside the stone on {at}. Click on one of the dots: {points}.",
      },
      chain: {
        tap: "{move} is not right beside the chain at {at}. Tap one of the dots: {points}.",
        click: "{move} is not right beside the chain at {at}. Click on one of the dots: {points}.",
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
    rows_one: "The stone on {stones} is still there. It is taken when both ends are yours.",
    rows_other: "The stones on {stones} are still there. They are taken when both ends are yours.",
    still: "The stone on {points} is still there.",
    escapes: {
      black_one: "Black answers {move}, and the chain has one liberty.",
      black_other: "Black answers {move}, and the chain has {count, number} liberties.",
      white_one: "White answers {move}, and the chain has one liberty.",
      white_other: "White answers {move}, and the chain has {count, number} liberties.",
    },
    breaks: {
      black_one: "Black takes your stone on {stones} with {move}, and is free.",
      black_other: "Black takes your stones on {stones} with {move}, and is free.",
      white_one: "White takes your stone on {stones} with {move}, and is free.",
      white_other: "White takes your stones on {stones} with {move}, and is free.",
    },
    taken: {
      black_one: "Black still takes your stone on {stones}, with {move}.",
      black_other: "Black still takes your stones on {stones}, with {move}.",
      white_one: "White still takes your stone on {stones}, with {move}.",
      white_other: "White still takes your stones on {stones}, with {move}.",
    },
    apart: "{points} are still two chains.",
    notYet: "That does not win yet. Look again: one stone wins at once.",
    noWin: "That does not win, and now there is no winning move any more.",
    wins: { black: "Now Black wins, at {move}.", white: "Now White wins, at {move}." },
    nothing: "That threatens nothing yet.",
    one: {
      black: "That threatens to win at {move} only, and Black stops it there.",
      white: "That threatens to win at {move} only, and White stops it there.",
    },
    noFour: {
      black: "That makes no four, so Black need not answer.",
      white: "That makes no four, so White need not answer.",
    },
    noFours: {
      black: "Black stops it at {move}, and no more fours win.",
      white: "White stops it at {move}, and no more fours win.",
    },
    answered: {
      black: "Black answers {move}, and no fours win.",
      white: "White answers {move}, and no fours win.",
    },
    forces: {
      black: "Now Black wins by fours, beginning at {move}.",
      white: "Now White wins by fours, beginning at {move}.",
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
      black: "Black lives even without another stone.",
      white: "White lives even without another stone.",
    },
    miscounted: "It is not {points}. Count again.",
    allowed: "The rules allow {points}.",
    alive: "There is no dead stone on {points}. A dead stone cannot avoid being taken.",
    first: "First see what the rules say to {points}: try to play there.",
    help: "Play {move}.",
    choose: "The answer is {move}.",
    show: "It is {move}.",
  },
} as const;
