// Profiles, ratings and relations.
export default {} as const;
