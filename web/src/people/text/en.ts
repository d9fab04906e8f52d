// Profiles, ratings and relations.
export default {
  you: "You",
  games_one: "{count, number} game",
  games_other: "{count, number} games",

  profile: {
    missing: "Player not found",
    since: "Joined {day}.",
    youSince: "This is you. You joined {day}.",
    playing: "Playing {game} on {board} against <opponent>{opponent}</opponent>.",
    here: "Online now.",
    account: "Account and devices",
    settings: "Set your notifications at the bell, and how the page looks beside it.",
    ratings: "Ratings",
    results: "Recent results",
    most: "Most played",
    against: "Head to head",
    games: "Games",
    loading: "Loading the profile …",
  },

  badge: {
    bot: "Bot",
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
    last_one: "{won, number} won, {lost, number} lost in the last {count, number} finished game.",
    last_other: "{won, number} won, {lost, number} lost in the last {count, number} finished games.",
    lastDrawn_one:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn in the last {count, number} finished game.",
    lastDrawn_other:
      "{won, number} won, {lost, number} lost, {drawn, number} drawn in the last {count, number} finished games.",
  },

  deeds: {
    title: "Actions",
    signIn: "Sign in to challenge",
    challenge: "Challenge",
    follow: "Follow",
    following: "Following",
    block: "Block",
    unblock: "Unblock",
    report: "Report",
    blocked: "You have blocked {name}. They cannot chat with you, challenge you or be paired with you.",
    ask: "Block {name}?",
    warning:
      "They will not be able to chat with you, challenge you or be paired with you. We do not tell them.",
    about: "About {name}",
  },

  favourites: { boards: "Boards", games: "Games" },

  form: {
    computer: "{name}, {level}",
    game: "{game}, {board}",
    won: "Won against {opponent}: {game} on {board}",
    lost: "Lost against {opponent}: {game} on {board}",
    drawn: "Drew with {opponent}: {game} on {board}",
    letter: { won: "W", lost: "L", drawn: "D" },
  },

  against: {
    field: "Opponent",
    another: "Another name",
    compare: "Compare",
    drawn: "Drawn",
    results: "{name}: {results}",
    yourResults: "You: {results}",
    noneOfYours: "You and {other} have not finished a game together.",
    noneWithYou: "{name} and you have not finished a game together.",
    none: "{name} and {other} have not finished a game together.",
    latest: "Latest games",
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
    title: "Leaderboards",
    boards: "Boards",
    text: "{title}. Players with an established rating and at least three opponents.",
    place: "Place",
    name: "Name",
    rank: "Rank",
    rating: "Rating",
    games: "Games",
    level: "Computer, level {level}",
    you: "(you)",
    empty: "No players yet. Play rated games to get here.",
    more: "More",
    loading: "Loading the leaderboard …",
  },

  circle: {
    title: "Following",
    empty:
      "You follow no one yet. Choose “Follow” on a profile to see here when players are online, and what they play.",
    blocked: "Blocked",
    unblock: "Unblock {name}",
  },

  ratings: {
    title: "Ratings",
    none: "No rated games yet.",
    noneOfYours:
      "No rated games yet. Tick “Rated” for a new game: after a few games against the computer you have a rank.",
    exact: "{title}: {points, number} ± {deviation, number}.",
    provisional: "A question mark means that the rating is still uncertain. More games make it certain.",
    leaders: "Leaderboard",
    loading: "Loading the ratings …",
  },
} as const;
