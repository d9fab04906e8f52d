// A finger that goes to the left over an element leads on, one that goes to the right back.

/** How far it goes at least, in pixels, and how much more aside than up or down. */
const FAR = 40;
const ASIDE = 2;

/** Steps on (1) or back (-1); what was under the finger is not pressed then. */
export function swipes(step: (by: number) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let swiped = false;
    const down = (e: PointerEvent) => {
      swiped = false;
      start = e.pointerType === "touch" && e.isPrimary ? { x: e.clientX, y: e.clientY } : null;
    };
    const up = (e: PointerEvent) => {
      if (!start) return;
      const [dx, dy] = [e.clientX - start.x, e.clientY - start.y];
      start = null;
      if (Math.abs(dx) < FAR || Math.abs(dx) < ASIDE * Math.abs(dy)) return;
      swiped = true;
      step(dx < 0 ? 1 : -1);
    };
    const click = (e: MouseEvent) => {
      if (swiped) e.stopPropagation();
      swiped = false;
    };
    const forget = () => (start = null);
    element.style.touchAction = "pan-y";
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", forget);
    element.addEventListener("click", click, true);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", forget);
      element.removeEventListener("click", click, true);
    };
  };
}
