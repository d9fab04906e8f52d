// The page itself: its frame, and what it says when something goes wrong.
export default {} as const;
