// A game at its table.
export default {} as const;
