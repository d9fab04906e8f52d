// Games between pupils of a class.

/** Reports whether a game belongs to a class, by its id: it has no chat, and no rematch. */
export const isOfClass = (id: string): boolean => id.startsWith("class-");
