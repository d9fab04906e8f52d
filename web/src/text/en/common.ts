// Words that stand on many pages.
export default {
  play: "Play",
  game: "Game",
  board: "Board",
  clock: "Clock",
  noClock: "No clock",
  speed: "Speed",
  rated: "Rated",
  casual: "Casual",
  noPicture: "No picture",
  watch: "Watch",
  join: "Join",
  answer: "Answer",
  continue: "Continue",
  look: "Look",
  yourGames: "Your games",

  // account, people, moderate, analyse
  black: "Black",
  white: "White",
  pass: "Pass",
  moves: "Moves",
  review: "Review",
  goOn: "Go on",
  oneMoment: "One moment …",
  gameOnBoard: "{game} on {board}",
  // parts, board, lib
  close: "Close",
  cancel: "Cancel",
} as const;
