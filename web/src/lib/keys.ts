// Keys that work anywhere on a page.

/** Reports whether a key press is for this page, and not for a field or a window over it. */
export const isForPage = (e: KeyboardEvent): boolean =>
  !(e.ctrlKey || e.metaKey || e.altKey) &&
  !(e.target instanceof HTMLElement && e.target.closest("input, select, textarea, dialog"));
