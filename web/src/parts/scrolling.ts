// Scrolling by keyboard.

/** Makes a scrolling box focusable if nothing inside it is: then the arrow keys scroll it. */
export function scrollsByKey(box: HTMLElement): () => void {
  const look = () => {
    const reached = box.querySelector(":is(a, button, input, select, textarea, [tabindex]):not(:disabled)");
    if (box.scrollHeight > box.clientHeight && !reached) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const part of [box, ...box.children]) sizes.observe(part); // styles, too
  };
  const content = new MutationObserver(watch);
  content.observe(box, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
