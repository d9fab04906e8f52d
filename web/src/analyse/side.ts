/** The side of a colour, for texts that differ by it; in an analysis one of the two is to play until it is over. */
export const sideOf = (color: string): "black" | "white" => (color === "white" ? "white" : "black");
