// What several pages show.
export default {} as const;
