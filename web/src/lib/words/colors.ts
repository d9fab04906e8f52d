// The two colours, as in the keys of the catalogue.
export type Color = "black" | "white";

/** The colour that the server names. */
export const colorOf = (color: string): Color => (color === "white" ? "white" : "black");
