// A record as a file of the person's.

/** Fills in a file's name: what stands in it for people, without signs that file systems know. */
export function fileName(parts: readonly string[]): string {
  const name = parts
    .filter(Boolean)
    .join("-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return (name || "record") + ".sgf";
}

/** Hands a text to the person as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
