const problems = new Map([
  ["too-late", "That took too long. Nothing has changed; please try again."],
  ["unreachable", "The other site does not answer. Nothing has changed; please try again later."],
  ["refused", "The other site did not let you in. Nothing has changed."],
  ["unknown", "Nobody here signs in with that account. Sign out first to make one."],
  ["taken", "That account belongs to somebody here already, or you have linked as many as can be."],
]);

/** Why the other site brought nobody in, by the code that the server gave the page. */
export const elsewhereWords = (problem: string): string =>
  problems.get(problem) ?? "Signing in at the other site did not work. Nothing has changed.";

/** A date and time of the server as people write it, "" for none. */
export const dateWords = (text: string): string =>
  text
    ? new Date(text).toLocaleString("en", {
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
      })
    : "";
