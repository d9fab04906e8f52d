// Where a class is on the page.
export const classPath = (id: string): string => "/class/" + encodeURIComponent(id);
/** where pupils join, by the code of the class */
export const joinPath = (code: string): string => "/join/" + encodeURIComponent(code);
