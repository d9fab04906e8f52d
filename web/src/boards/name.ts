/** How a board is called that a file holds: as the file says, or else by the file's own name. */
export function nameOf(fileName: string, text: string): string {
  return titleIn(text) || fileName.replace(/\.[^.]*$/, "").replaceAll("_", " ");
}

/** The title that moyo's JSON carries; "" where there is none. */
function titleIn(text: string): string {
  if (!text.trimStart().startsWith("{")) return "";
  try {
    const { title } = JSON.parse(text) as { title?: unknown };
    return typeof title === "string" ? title.trim() : "";
  } catch {
    return ""; // what is wrong with the file, the server says
  }
}
