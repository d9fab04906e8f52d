// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { listen, type Gestures } from "./gestures";

let target: HTMLElement;
let end: () => void;
let said: string[];
let now: number;

const round = (...numbers: number[]) => numbers.map((n) => Math.round(100 * n) / 100).join();

/** Records the calls; on: overrides. */
function heard(on: Partial<Gestures> = {}): void {
  const say =
    (name: string) =>
    (...values: (number | boolean)[]) =>
      void said.push([name, ...values.map((v) => (typeof v === "number" ? round(v) : v))].join(" "));
  end = listen(target, {
    hover: say("hover"),
    leave: say("leave"),
    press: say("press"),
    tap: say("tap"),
    doubleTap: say("double"),
    grab: say("grab"),
    drag: say("drag"),
    drop: say("drop"),
    lift: say("lift"),
    pinch: say("pinch"),
    wheel: () => false,
    ...on,
  });
}

beforeEach(() => {
  target = document.createElement("div");
  target.getBoundingClientRect = () => new DOMRect(100, 50, 400, 400);
  target.setPointerCapture = () => {};
  document.body.append(target);
  [said, now] = [[], 1000];
});
afterEach(() => end());

type How = Partial<{
  type: string;
  id: number;
  button: number;
  buttons: number;
  shiftKey: boolean;
  on: Element;
}>;

/** Dispatches a pointer event at a place of the target. */
function point(what: string, x: number, y: number, how: How = {}): void {
  const { type = "mouse", id = 1, on = target, ...init } = how;
  const at = { clientX: x + 100, clientY: y + 50, pointerType: type, pointerId: id, bubbles: true };
  const event = new PointerEvent("pointer" + what, { ...at, ...init });
  Object.defineProperty(event, "timeStamp", { value: now });
  on.dispatchEvent(event);
}

function tap(x: number, y: number, how: How = {}): void {
  point("down", x, y, how);
  point("up", x, y, how);
}

/** The calls since the last time, only of these kinds. */
function news(...kinds: string[]): string[] {
  const all = said.filter((line) => kinds.length === 0 || kinds.includes(line.split(" ")[0]!));
  said = [];
  return all;
}

describe("taps", () => {
  it("report their place and whether a finger made them", () => {
    heard();
    tap(30, 40);
    expect(news()).toEqual(["press", "tap 30 40 false", "lift"]);
    tap(31, 140, { type: "touch" });
    expect(news()).toEqual(["press", "hover 31 140", "tap 31 140 true", "lift", "leave"]);
    tap(32, 240, { type: "pen" });
    expect(news("tap")).toEqual(["tap 32 240 false"]);
  });

  it("are double after two fast ones at one place; a third tap starts again, a fourth is double again", () => {
    heard();
    const row = [0, 100, 100, 100, 100].map((ms) => {
      now += ms;
      tap(30, 40);
      return news("double").length;
    });
    expect(row).toEqual([0, 1, 0, 1, 0]);
  });

  it.each([
    ["sooner than 320 ms after the first", 319, 0, 1],
    ["later", 320, 0, 0],
    ["nearer than 20 pixels", 100, 19.9, 1],
    ["farther away", 100, 20, 0],
  ])("are double where the second is %s", (_, ms, off, times) => {
    heard();
    tap(30, 40);
    now += ms;
    tap(30, 40 + off);
    expect(news("double")).toHaveLength(times);
  });

  it("compare with the tap before, not with the first", () => {
    heard();
    tap(30, 40);
    now += 400;
    tap(30, 40);
    now += 300;
    tap(30, 40);
    expect(news("tap", "double")).toEqual([
      "tap 30 40 false",
      "tap 30 40 false",
      "tap 30 40 false",
      "double 30 40",
    ]);
  });

  it("ignore other buttons, and a button of the page", () => {
    heard();
    tap(30, 40, { button: 2 });
    expect(news("tap")).toEqual([]);
    const button = document.createElement("button");
    target.append(button);
    tap(30, 40, { on: button });
    expect(news()).toEqual([]);
  });
});

describe("drags", () => {
  it.each([
    ["mouse", 5],
    ["touch", 10],
    ["pen", 10],
  ])("begin with a %s after %i pixels, from where it came down", (type, far) => {
    heard();
    point("down", 50, 50, { type });
    point("move", 50 + far - 0.5, 50, { type });
    expect(news("grab", "drag")).toEqual([]);
    point("move", 50 + far, 50, { type });
    expect(news("grab", "drag")).toEqual(["grab 50 50", `drag 0.5 0 false 0 ${50 + far} 50`]);
  });

  it("report each step with the time since the last, and end without a tap", () => {
    heard();
    point("down", 50, 50);
    point("move", 60, 50);
    now += 16;
    point("move", 63, 46);
    now += 40;
    point("up", 63, 46);
    expect(news()).toEqual([
      "press",
      "leave",
      "grab 50 50",
      "drag 10 0 false 0 60 50",
      "drag 3 -4 false 16 63 46",
      "drop 40",
      "lift",
    ]);
  });

  it.each([{ shiftKey: true }, { buttons: 2 }, { buttons: 3 }])("pan with %o", (how) => {
    heard();
    point("down", 50, 50);
    point("move", 60, 50, how);
    expect(news("drag")).toEqual(["drag 10 0 true 0 60 50"]);
  });

  it("that are cancelled end at rest, and tap nothing", () => {
    heard();
    point("down", 50, 50);
    point("move", 60, 50);
    news();
    point("cancel", 60, 50);
    expect(news()).toEqual(["drop Infinity", "lift", "leave"]);
    point("up", 60, 50);
    expect(news()).toEqual([]);
  });
});

describe("two fingers", () => {
  const first = { type: "touch", id: 1 };
  const second = { type: "touch", id: 2 };

  it("pinch around the place between them, and tap and drag nothing, even after one is lifted", () => {
    heard();
    point("down", 100, 100, first);
    point("down", 200, 100, second);
    news();
    point("move", 250, 120, second);
    expect(news()).toEqual([`pinch ${round(Math.hypot(150, 20) / 100)} 175 110 25 10`]);
    point("up", 250, 120, second);
    expect(news()).toEqual([]);
    point("move", 150, 150, first);
    point("up", 150, 150, first);
    expect(news()).toEqual(["lift", "leave"]);
    tap(150, 150, first);
    expect(news("tap")).toEqual(["tap 150 150 true"]);
  });

  it("at one place do not divide by zero", () => {
    heard();
    point("down", 100, 100, first);
    point("down", 100, 100, second);
    news();
    point("move", 110, 100, second);
    expect(news()).toEqual(["pinch 10 105 100 5 0"]);
  });

  it("three do nothing", () => {
    heard();
    for (const id of [1, 2, 3]) point("down", 100 * id, 100, { type: "touch", id });
    news();
    point("move", 150, 100, first);
    expect(news()).toEqual([]);
  });
});

describe("a finger that aims", () => {
  it("does not drag, and taps where it is lifted", () => {
    const aimed: string[] = [];
    heard({ aim: (x, y) => (aimed.push(round(x, y)), true) });
    point("down", 50, 50, { type: "touch" });
    point("move", 90, 70, { type: "touch" });
    point("up", 91, 71, { type: "touch" });
    expect(aimed).toEqual(["50,50", "90,70"]);
    expect(news()).toEqual(["press", "tap 91 71 true", "lift", "leave"]);
  });

  it("drags where aiming is not allowed, and a mouse never aims", () => {
    heard({ aim: () => false });
    point("down", 50, 50, { type: "touch" });
    point("move", 90, 70, { type: "touch" });
    expect(news("hover", "grab")).toEqual(["hover 50 50", "grab 50 50"]);
    point("up", 90, 70, { type: "touch" });
    end();
    heard({ aim: () => true });
    point("down", 50, 50);
    point("move", 90, 70);
    expect(news("grab")).toEqual(["grab 50 50"]);
  });

  it("stops aiming when a second one comes", () => {
    let aims = 0;
    heard({ aim: () => (aims++, true) });
    point("down", 50, 50, { type: "touch", id: 1 });
    point("down", 150, 50, { type: "touch", id: 2 });
    point("move", 60, 50, { type: "touch", id: 1 });
    expect(aims).toBe(1);
    expect(news("pinch")).toHaveLength(1);
    point("up", 150, 50, { type: "touch", id: 2 });
    point("move", 70, 50, { type: "touch", id: 1 });
    expect([aims, news("drag", "tap")]).toEqual([1, []]);
    point("up", 70, 50, { type: "touch", id: 1 });
    tap(50, 50, { type: "touch" });
    expect([aims, news("tap")]).toEqual([2, ["tap 50 50 true"]]);
  });
});

it("hovers without a press, and leaves", () => {
  heard();
  point("move", 10, 20);
  point("leave", -1, 20);
  expect(news()).toEqual(["hover 10 20", "leave"]);
  point("down", 10, 20);
  point("leave", -1, 20);
  expect(news()).toEqual(["press"]);
});

describe("the wheel", () => {
  const turn = (init: WheelEventInit) => {
    const event = new WheelEvent("wheel", { clientX: 130, clientY: 70, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it.each<[WheelEventInit, number]>([
    [{ deltaY: 100 }, Math.exp(-0.16)],
    [{ deltaY: -100 }, Math.exp(0.16)],
    [{ deltaY: 3, deltaMode: 1 }, Math.exp(-48 * 0.0016)],
    [{ deltaY: 1000 }, Math.exp(-240 * 0.0016)],
    [{ deltaY: -1000 }, Math.exp(240 * 0.0016)],
    [{ deltaY: 10, ctrlKey: true }, Math.exp(-0.1)],
  ])("zooms around its place: %o", (init, factor) => {
    const steps: number[][] = [];
    heard({ wheel: (...step) => (steps.push(step), true) });
    expect(turn(init)).toBe(true);
    expect(steps).toEqual([[expect.closeTo(factor, 10), 30, 20]]);
  });

  it("scrolls the page if the board does not use it", () => {
    heard();
    expect(turn({ deltaY: 100 })).toBe(false);
  });
});

it("listens no more after the end, and opens no menu before", () => {
  heard();
  const menu = () => !target.dispatchEvent(new Event("contextmenu", { cancelable: true }));
  expect(menu()).toBe(true);
  end();
  tap(30, 40);
  point("move", 40, 40);
  expect(news()).toEqual([]);
  expect(menu()).toBe(false);
});
