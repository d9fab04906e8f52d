// Lessons and the glossary.
export default {} as const;
