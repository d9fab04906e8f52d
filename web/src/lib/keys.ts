// Keys that do something on a page wherever one is on it.

/** Whether a key is pressed for what is on this page, and not for a field or a window over it. */
export const isForPage = (e: KeyboardEvent): boolean =>
  !(e.ctrlKey || e.metaKey || e.altKey) &&
  !(e.target instanceof HTMLElement && e.target.closest("input, select, textarea, dialog"));
