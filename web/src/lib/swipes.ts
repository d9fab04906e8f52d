// A swipe to the left over an element goes forward, one to the right goes back.

/** Its minimum length, in pixels, and the minimum ratio of horizontal to vertical motion. */
const FAR = 40;
const ASIDE = 2;

/** Steps forward (1) or back (-1); the element under the finger gets no click then. */
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
