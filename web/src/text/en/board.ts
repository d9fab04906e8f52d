// What a board says of itself.
export default {} as const;
