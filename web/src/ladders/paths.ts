// The addresses of a club ladder.
export const ladderPath = (id: string): string => "/ladder/" + encodeURIComponent(id);
