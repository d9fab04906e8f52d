/**
 * Calls `then` with the first heading of the page, immediately or when it appears: some pages load their code only
 * when they are shown. The returned function stops waiting.
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
