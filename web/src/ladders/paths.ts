// Where a club ladder is on the page.
export const ladderPath = (id: string): string => "/ladder/" + encodeURIComponent(id);
