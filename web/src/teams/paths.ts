// Where teams and their matches are on the page.
export const teamsPath = "/teams";
/** join: the code of the link by which one joins it */
export const teamPath = (id: string, join = ""): string =>
  "/teams/" + encodeURIComponent(id) + (join && "?join=" + encodeURIComponent(join));
export const matchPath = (id: string): string => "/matches/" + encodeURIComponent(id);
