// The addresses of a tournament.
export const tournamentPath = (id: string): string => "/tournament/" + encodeURIComponent(id);
