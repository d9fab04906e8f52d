// The addresses of an exhibition.
export const simulPath = (id: string): string => "/simul/" + encodeURIComponent(id);
