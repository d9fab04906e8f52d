// Profiles, ratings and relations.
export default {
  you: "You",
  games_one: "{count, number} game",
  games_other: "{count, number} games",

  profile: {
    nobody: "There is nobody of that name",
    since: "Here since {day}.",
    youSince: "This is you, here since {day}.",
    playing: "Plays {game} on {board} against <opponent>{opponent}</opponent> now.",
    here: "Is here now.",
    account: "Account and devices",
    settings: "What you hear of is set at the bell, how the page looks beside it.",
    ratings: "Ratings",
    results: "Last results",
    most: "Plays most",
    against: "Head to head",
    games: "Games",
    loading: "Fetching who that is …",
  },

  badge: {
    bot: "A program",
    moderator: "Moderator",
    administrator: "Administrator",
    suspended: "Suspended",
  },

  /** how games ended, in all finished games or in the last of them */
  tally: {
    all_one: "{won, number} won, {lost, number} lost in {count, number} finished game.",
    all_other: "{won, number} won, {lost, number} lost in {count, number} finished games.",
    allDrawn_one:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn in {count, number} finished game.",
    allDrawn_other:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn in {count, number} finished games.",
    last_one: "{won, number} won, {lost, number} lost among the last {count, number} finished game.",
    last_other: "{won, number} won, {lost, number} lost among the last {count, number} finished games.",
    lastDrawn_one:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn among the last {count, number} finished game.",
    lastDrawn_other:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn among the last {count, number} finished games.",
  },

  deeds: {
    title: "What you can do",
    signIn: "Sign in to challenge",
    challenge: "Challenge",
    follow: "Follow",
    following: "Following",
    block: "Block",
    unblock: "Unblock",
    report: "Report",
    blocked: "You have blocked {name}: they cannot talk to you, challenge you or be paired with you.",
    ask: "Block {name}?",
    warning: "They cannot talk to you, challenge you or be paired with you any more. Nobody is told.",
    about: "About {name}",
  },

  favourites: { boards: "Boards", games: "Games" },

  form: {
    computer: "{name}, {level}",
    game: "{game}, {board}",
    won: "Won against {opponent}: {game} on {board}",
    lost: "Lost against {opponent}: {game} on {board}",
    drawn: "Drawn with {opponent}: {game} on {board}",
    letter: { won: "W", lost: "L", drawn: "D" },
  },

  against: {
    field: "Against whom",
    another: "Another name",
    compare: "Compare",
    drawn: "Drawn",
    results: "{name}: {results}",
    yourResults: "You: {results}",
    noneOfYours: "You and {other} have not finished a game with each other.",
    noneWithYou: "{name} and you have not finished a game with each other.",
    none: "{name} and {other} have not finished a game with each other.",
    latest: "The latest of them",
  },

  /** a class of boards for ratings, behind the name of a game */
  class: {
    nine: "9×9",
    thirteen: "13×13",
    nineteen: "19×19",
    flat: "on other flat boards",
    solid: "on boards in space",
  },
  speed: { blitz: "blitz", rapid: "rapid", classical: "classical", correspondence: "correspondence" },
  pool: "{game} {boards}, {speed}",
  leaders: {
    title: "Leader boards",
    boards: "Boards",
    text: "{title}. Here stands whose rating is no guess any more, and who has met three others at least.",
    place: "Place",
    name: "Name",
    rank: "Rank",
    rating: "Rating",
    games: "Games",
    level: "Computer, level {level}",
    you: "(you)",
    empty: "Nobody is here yet. Rated games bring you up.",
    more: "More",
    loading: "Fetching the leaders …",
  },

  circle: {
    title: "Whom you follow",
    nobody:
      "Nobody yet. On somebody's page “Follow” puts them here: you see when they are here, and what they play.",
    blocked: "Blocked",
    unblock: "Unblock {name}",
  },

  ratings: {
    title: "Ratings",
    none: "No rated game has counted yet.",
    noneOfYours:
      "No rated game has counted yet. Tick “Rated” for a new game: after a few games against the computer you have a rank.",
    exact: "{title}: {points, number} ± {deviation, number}.",
    provisional: "The question mark stands for a guess: more games make it surer.",
    leaders: "Leader board",
    loading: "Fetching the ratings …",
  },
} as const;
