/** The name of a board from a file: from its content, or else from the file's name. */
export function nameOf(fileName: string, text: string): string {
  return titleIn(text) || fileName.replace(/\.[^.]*$/, "").replaceAll("_", " ");
}

/** The title in moyo's JSON; "" if it is missing. */
function titleIn(text: string): string {
  if (!text.trimStart().startsWith("{")) return "";
  try {
    const { title } = JSON.parse(text) as { title?: unknown };
    return typeof title === "string" ? title.trim() : "";
  } catch {
    return ""; // the server reports what is wrong with the file
  }
}
