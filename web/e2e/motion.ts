// Most tests ask for less motion (playwright.config.ts); these files look at what moves.
export const moving = { contextOptions: { reducedMotion: "no-preference" } } as const;
