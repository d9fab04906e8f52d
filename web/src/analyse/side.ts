/**
 * The name of a side, for texts that depend on it; in an analysis one side is always to move until the game is over.
 */
export const sideOf = (color: string): "black" | "white" => (color === "white" ? "white" : "black");
