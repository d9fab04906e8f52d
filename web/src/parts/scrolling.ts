// What scrolls, by keyboard.

/** Gives the focus to a box that scrolls and holds nothing else that could have it: arrow keys scroll it then. */
export function scrollsByKey(box: HTMLElement): () => void {
  const look = () => {
    const reached = box.querySelector(":is(a, button, input, select, textarea, [tabindex]):not(:disabled)");
    if (box.scrollHeight > box.clientHeight && !reached) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const part of [box, ...box.children]) sizes.observe(part); // looks, too
  };
  const content = new MutationObserver(watch);
  content.observe(box, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
