// Games that pupils of a class play.

/** Whether a game is a class's, by its id: there is no talk in it, and no rematch. */
export const isOfClass = (id: string): boolean => id.startsWith("class-");
