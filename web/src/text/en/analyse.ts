// Analysis of a game.
export default {} as const;
