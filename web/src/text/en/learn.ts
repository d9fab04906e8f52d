// Lessons that are played, and the words of the game.
export default {
  title: "Learn",
  lead: "Short lessons in which you play every move yourself and are told what it does.",
  words: "The words of the game",
  aboutWords:
    "Two players place stones on the points of a board. In Go, who surrounds more of it wins; in other games, who makes a row. These are all the words that you need.",
  loading: "Fetching the lessons …",

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
    done: "done",
    all: "All lessons and words",
    next: "Next step",
    help: "Show me",
  },

  dots: {
    title: "Steps",
    open: "Step {number}: {title}",
    done: "Step {number}: {title}, done",
  },

  said: { right: "Right.", done: "Well done.", wrong: "Not yet.", explained: "All words explained" },
} as const;
