// The addresses of teams and their matches.
export const teamsPath = "/teams";
/** join: the code of the invitation link */
export const teamPath = (id: string, join = ""): string =>
  "/teams/" + encodeURIComponent(id) + (join && "?join=" + encodeURIComponent(join));
export const matchPath = (id: string): string => "/matches/" + encodeURIComponent(id);
