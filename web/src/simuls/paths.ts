// Where an exhibition is on the page.
export const simulPath = (id: string): string => "/simul/" + encodeURIComponent(id);
