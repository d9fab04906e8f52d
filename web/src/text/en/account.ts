// Ways in, sessions and what is kept of somebody.
export default {} as const;
