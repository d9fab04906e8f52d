// The number on the page's icon, in the tab and on the home screen.

/** The icon with a number on it, as an address; the plain icon for 0. */
function iconAddress(n: number): string {
  if (n <= 0) return "/icon.svg";
  const text = n > 9 ? "9+" : String(n);
  // eslint-disable-next-line moyo/text -- a picture
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#d9a95c"/>
<circle cx="25" cy="36" r="18" fill="#1a1a1c"/>
<circle cx="44" cy="42" r="14" fill="#fdfcf9"/>
<circle cx="45" cy="19" r="19" fill="#a3301f"/>
<text x="45" y="28" font-family="sans-serif" font-weight="700" font-size="${n > 9 ? 22 : 28}" text-anchor="middle" fill="#ffffff">${text}</text>
</svg>`;
  return "data:image/svg+xml," + encodeURIComponent(svg);
}

/** Shows a number on the icon; 0 removes it. */
export function showBadge(n: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute("href") !== iconAddress(n)) link.href = iconAddress(n);
  const app: Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">> = navigator; // few browsers support it
  void (n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.())?.catch(() => undefined);
}
