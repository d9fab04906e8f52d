// Clocks, reasons why a move is illegal, results: words of games that every page uses.
export default {} as const;
