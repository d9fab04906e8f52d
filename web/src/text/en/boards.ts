// Boards of one's own.
export default {} as const;
