// Reports, cases and what moderators do.
export default {
  title: "Moderation",
  tabs: "What to look at",
  waiting: "Waiting",
  closed: "Closed",
  earlierReports: "Earlier ones",
  somebody: "somebody",
  guest: "(guest {mark})",
  theOperator: "the operator",
  operator: "The operator",

  log: {
    title: "Audit log",
    account: "Only this account",
    show: "Show",
    empty: "Nothing has been done yet.",
    earlier: "Earlier entries",
  },

  queue: {
    line: "<reporter></reporter> reports a line of <target></target>",
    game: "<reporter></reporter> reports a game of <target></target>",
    player: "<reporter></reporter> reports a person of <target></target>",
    board: "<reporter></reporter> reports a board of <target></target>",
    yours: "In your hand",
    taken: "{name} has this in hand",
    look: "Look at it",
    empty: "There is nothing here.",
  },

  /** what moderators and the operator did */
  deed: {
    dismiss: "<by>{by}</by> dismissed a report about <target></target>",
    warn: "<by>{by}</by> warned <target></target>",
    silence: "<by>{by}</by> silenced <target></target>",
    suspend: "<by>{by}</by> suspended <target></target>",
    remove: "<by>{by}</by> removed a line of <target></target>",
    rename: "<by>{by}</by> renamed <target></target>",
    hide: "<by>{by}</by> hid a board of <target></target>",
    unhide: "<by>{by}</by> let be seen again a board of <target></target>",
    unsilence: "<by>{by}</by> let talk again <target></target>",
    restore: "<by>{by}</by> let play again <target></target>",
    role: "<by>{by}</by> changed the role of <target></target>",
    create: "<by>{by}</by> made the account <target></target>",
    reset: "<by>{by}</by> let in anew <target></target>",
    other: "<by>{by}</by> {kind} <target></target>",
  },

  /** what they did for a time */
  lasting: {
    silence: "<by>{by}</by> silenced <target></target> {until}",
    suspend: "<by>{by}</by> suspended <target></target> {until}",
  },

  case: {
    back: "Back to the list",
    who: "<reporter></reporter> about <target></target>, <date>{date}</date>",
    at: "move {ply}, {phase}",
    said: "What was said",
    removed: "(removed)",
    about: "About <target></target>",
    board: "The board {title}",
    boardGone: "The board is not shared any more.",
    boardHidden: "It is hidden.",
    unhide: "Show it again",
    hereSince: "{role}, here since {date}",
    silenced: "· may not talk {until}",
    suspended: "· suspended {until}",
    reported_one: "Reported once.",
    reported_other: "Reported {count, number} times.",
    closed: "Closed: {deed}.",
    toDo: "What is to be done?",
    deeds: "What is to be done",
    yours: "This is in your hand.",
    giveBack: "Give it back",
    taken: "{name} has this in hand.",
    take: "Take it in hand",
    howLong: "How long",
    why: "Why (they are told)",
    note: "Note for moderators",
    choose: "Choose above",
  },

  role: {
    guest: "guest",
    player: "player",
    bot: "bot",
    moderator: "moderator",
    administrator: "administrator",
  },

  phase: { waiting: "waiting", playing: "playing", scoring: "scoring", finished: "finished" },

  time: {
    hour: "an hour",
    day: "a day",
    days: "three days",
    week: "a week",
    month: "a month",
    forGood: "for good",
  },

  choice: {
    dismiss: { title: "Dismiss", text: "Nothing was wrong." },
    remove: { title: "Remove the line", text: "And tell them why." },
    hide: { title: "Hide the board", text: "It leaves the gallery, and they are told why." },
    warn: { title: "Warn", text: "They are told." },
    silence: { title: "Silence", text: "They may not talk." },
    suspend: { title: "Suspend", text: "They may only watch." },
    rename: { title: "Rename", text: "They get a name without meaning." },
  },
} as const;
