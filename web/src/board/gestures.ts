/** Translates mouse, touch and pen into gestures: hover, tap, drag, pinch, wheel. */

/** Places are pixels from the target's top left corner. */
export interface Gestures {
  /** The pointer is over a place without being pressed, or a finger has just touched it. */
  hover(x: number, y: number): void;
  /** The pointer has left. */
  leave(): void;
  /** A pointer is pressed: whatever moves by itself should stop. */
  press(): void;
  /** `touch` with a finger. */
  tap(x: number, y: number, touch: boolean): void;
  /** Two fast taps at the same place; both taps are reported as well. */
  doubleTap(x: number, y: number): void;
  /**
   * A finger has touched a place, or moved to it. If the answer is true it aims: it does not drag, and the tap is at
   * the place where it is lifted.
   */
  aim?(x: number, y: number): boolean;
  /** A drag starts where the pointer was pressed. */
  grab?(x: number, y: number): void;
  /** To x, y; `aside` with the second button, or with Shift; `ms` since the last step. */
  drag(dx: number, dy: number, aside: boolean, ms: number, x: number, y: number): void;
  /** The drag has ended, `ms` after its last step. */
  drop(ms: number): void;
  /** The last pointer has been lifted or cancelled, after the tap or drag that it ended. */
  lift?(): void;
  /** Two fingers: the factor by which their distance grew, their centre, and how far that moved. */
  pinch(factor: number, x: number, y: number, dx: number, dy: number): void;
  /** Returns whether the wheel was used; otherwise the page scrolls. */
  wheel(factor: number, x: number, y: number): boolean;
}

interface Pointer {
  x: number;
  y: number;
}

const DOUBLE_TAP_MS = 320;
const slack = (type: string): number => (type === "mouse" ? 5 : 10);

/** Listens on the target until the returned function is called. */
export function listen(target: HTMLElement, on: Gestures): () => void {
  const pressed = new Map<number, Pointer>();
  let dragging = false;
  let start: Pointer = { x: 0, y: 0 };
  let lastStep = 0;
  let lastTap = { x: 0, y: 0, time: -Infinity };
  let wasPinch = false;
  let aiming = false;

  const place = (e: MouseEvent): Pointer => {
    const box = target.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };

  const down = (e: PointerEvent) => {
    if (e.target instanceof Element && e.target.closest("button")) return;
    on.press();
    const at = place(e);
    pressed.set(e.pointerId, at);
    if (pressed.size === 1) {
      start = at;
      dragging = wasPinch = false;
      aiming = e.pointerType === "touch" && (on.aim?.(at.x, at.y) ?? false);
      if (e.pointerType !== "mouse" && !aiming) on.hover(at.x, at.y);
    } else {
      wasPinch = true;
      aiming = false;
      on.leave();
    }
  };

  const move = (e: PointerEvent) => {
    const at = place(e);
    const from = pressed.get(e.pointerId);
    if (!from) {
      if (pressed.size === 0) on.hover(at.x, at.y);
      return;
    }
    if (pressed.size === 2) pinchStep(e.pointerId, from, at);
    else if (aiming) on.aim?.(at.x, at.y);
    else if (pressed.size === 1 && !wasPinch) dragStep(e, from, at);
    pressed.set(e.pointerId, at);
  };

  const dragStep = (e: PointerEvent, from: Pointer, at: Pointer) => {
    if (!dragging) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < slack(e.pointerType)) return;
      dragging = true;
      lastStep = e.timeStamp;
      target.setPointerCapture(e.pointerId);
      on.leave();
      on.grab?.(start.x, start.y);
    }
    const aside = e.shiftKey || (e.buttons & 2) !== 0;
    on.drag(at.x - from.x, at.y - from.y, aside, e.timeStamp - lastStep, at.x, at.y);
    lastStep = e.timeStamp;
  };

  const pinchStep = (id: number, from: Pointer, at: Pointer) => {
    for (const [otherId, other] of pressed) {
      if (otherId === id) continue;
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(at.x - other.x, at.y - other.y);
      const [x, y] = [(at.x + other.x) / 2, (at.y + other.y) / 2];
      on.pinch(after / Math.max(1, before), x, y, (at.x - from.x) / 2, (at.y - from.y) / 2);
    }
  };

  const up = (e: PointerEvent) => {
    if (!pressed.delete(e.pointerId)) return;
    if (pressed.size > 0) return;
    const at = place(e);
    if (dragging) on.drop(e.timeStamp - lastStep);
    else if (!wasPinch && e.button === 0) tap(at, e);
    on.lift?.();
    if (e.pointerType !== "mouse") on.leave();
    dragging = aiming = false;
  };

  const tap = (at: Pointer, { pointerType, timeStamp: time }: PointerEvent) => {
    const near = Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 20;
    const twice = near && time - lastTap.time < DOUBLE_TAP_MS;
    on.tap(at.x, at.y, pointerType === "touch");
    if (twice) on.doubleTap(at.x, at.y);
    lastTap = { ...at, time: twice ? -Infinity : time };
  };

  const cancel = (e: PointerEvent) => {
    if (!pressed.delete(e.pointerId)) return;
    if (dragging) on.drop(Infinity);
    if (pressed.size === 0) on.lift?.();
    dragging = aiming = false;
    on.leave();
  };

  const out = (e: PointerEvent) => {
    if (!pressed.has(e.pointerId)) on.leave();
  };

  const wheel = (e: WheelEvent) => {
    const at = place(e);
    const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad arrives as a wheel event with Ctrl and small steps.
    const speed = e.ctrlKey ? 0.01 : 0.0016;
    const factor = Math.exp(-Math.max(-240, Math.min(240, e.deltaY * lines)) * speed);
    if (on.wheel(factor, at.x, at.y)) e.preventDefault();
  };

  const menu = (e: Event) => e.preventDefault();

  target.addEventListener("pointerdown", down);
  target.addEventListener("pointermove", move);
  target.addEventListener("pointerup", up);
  target.addEventListener("pointercancel", cancel);
  target.addEventListener("pointerleave", out);
  target.addEventListener("wheel", wheel, { passive: false });
  target.addEventListener("contextmenu", menu);
  return () => {
    target.removeEventListener("pointerdown", down);
    target.removeEventListener("pointermove", move);
    target.removeEventListener("pointerup", up);
    target.removeEventListener("pointercancel", cancel);
    target.removeEventListener("pointerleave", out);
    target.removeEventListener("wheel", wheel);
    target.removeEventListener("contextmenu", menu);
  };
}
