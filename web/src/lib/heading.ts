/**
 * Calls `then` with the first heading of the page, at once or as soon as there is one: the code of some
 * pages is fetched only when they are shown. The function returned stops waiting.
 */
export function whenHeading(then: (heading: HTMLElement) => void): () => void {
  const waiting = new MutationObserver(look);
  function look() {
    const heading = document.querySelector("h1");
    if (!heading) return;
    waiting.disconnect();
    then(heading);
  }
  waiting.observe(document.body, { childList: true, subtree: true });
  look();
  return () => waiting.disconnect();
}
