// Where a tournament is on the page.
export const tournamentPath = (id: string): string => "/tournament/" + encodeURIComponent(id);
