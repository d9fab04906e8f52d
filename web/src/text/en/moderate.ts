// Reports, cases and what moderators do.
export default {} as const;
