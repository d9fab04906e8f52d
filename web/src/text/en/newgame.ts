// The page on which a game is made.
export default {} as const;
