// Most tests ask for reduced motion (playwright.config.ts); tests that use this check animations.
export const moving = { contextOptions: { reducedMotion: "no-preference" } } as const;
