// Life-and-death problems.
export default {} as const;
