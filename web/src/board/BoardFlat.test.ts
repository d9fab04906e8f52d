// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import BoardFlat from "./BoardFlat.svelte";
import { lettered } from "./letters";
import type { Board } from "../wire";
import { BLACK, emptyState, WHITE, type BoardState } from "./state";
import { grid } from "./testing/boards";

let mounted: ReturnType<typeof mount> | undefined;

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
});

function show(
  board: Board,
  state: BoardState,
  more: { onselect?: (p: number) => void; near?: number[] } = {},
) {
  document.body.innerHTML = "";
  const props = { board, state, label: "Go board", ...more };
  mounted = mount(BoardFlat, { target: document.body, props });
  flushSync();
  const stage = document.querySelector<HTMLElement>('[role="application"]')!;
  const press = (key: string) => {
    stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  const heard = () => document.querySelector("[aria-live]")!.textContent;
  return { stage, press, heard };
}

const playing = (points: number): BoardState => ({ ...emptyState(points), interactive: true, toPlay: BLACK });

describe("a flat board", () => {
  it("is one labelled tab stop, whatever its size", () => {
    const { stage } = show(grid(19), playing(361));
    expect(document.querySelectorAll('[tabindex="0"], button, a, input')).toHaveLength(1);
    expect(stage.getAttribute("aria-label")).toBe("Go board");
    const keys = document.getElementById(stage.getAttribute("aria-describedby")!);
    expect(keys?.textContent).toContain("Arrow keys");
  });

  it("names its points as the players of the game do", () => {
    const { press, heard } = show(lettered(grid(15), "all"), { ...playing(225), showCoordinates: true });
    press("ArrowRight");
    press("ArrowRight");
    expect(heard()).toBe("I8: empty.");
    const labels = [...document.querySelectorAll("text.coordinate")].map((label) => label.textContent);
    expect(labels).toContain("I");
    expect(labels).not.toContain("P");
    expect([...document.querySelectorAll("text.coordinate.lit")].map((l) => l.textContent)).toContain("I");
  });

  it("labels columns and rows along the edges of the visible part", () => {
    show(grid(19), { ...playing(361), showCoordinates: true }, { near: [126, 130, 206] });
    const [left, top, width, height] = document
      .querySelector("svg[id]")!
      .getAttribute("viewBox")!
      .split(" ")
      .map(Number) as [number, number, number, number];
    const labels = [...document.querySelectorAll("text.coordinate")].map((label) => ({
      text: label.textContent,
      x: Number(label.getAttribute("x")),
      y: Number(label.getAttribute("y")),
    }));
    const letters = labels.filter((label) => /[A-Z]/.test(label.text));
    const numbers = labels.filter((label) => /\d/.test(label.text));
    expect(letters.length).toBeGreaterThan(5);
    expect(numbers.length).toBeGreaterThan(5);
    for (const { x, y } of labels) {
      expect(x > left && x < left + width).toBe(true);
      expect(y > top && y < top + height).toBe(true);
    }
    expect(new Set(letters.map(({ y }) => y)).size).toBe(1);
    expect(new Set(numbers.map(({ x }) => x)).size).toBe(1);
  });

  it("can be navigated and played by keyboard, and announces the point under the cursor", () => {
    const chosen: number[] = [];
    const stones = new Uint8Array(81);
    stones[41] = WHITE;
    const state = { ...playing(81), stones };
    const { press, heard } = show(grid(9), state, { onselect: (p) => chosen.push(p) });
    press("ArrowRight");
    expect(heard()).toBe("E5: empty.");
    press("ArrowRight");
    expect(heard()).toBe("F5: white stone.");
    press("ArrowUp");
    press("Enter");
    press("ArrowLeft");
    press(" ");
    expect(chosen).toEqual([32, 31]);
  });

  it("can be viewed but not played on when it is not interactive", () => {
    const chosen: number[] = [];
    const { press, heard } = show(grid(9), emptyState(81), { onselect: (p) => chosen.push(p) });
    press("ArrowRight");
    press("Enter");
    expect(heard()).toBe("E5: empty.");
    expect(chosen).toEqual([]);
  });

  it("ignores keys that are not its own", () => {
    const { stage } = show(grid(9), playing(81));
    for (const init of [{ key: "a" }, { key: "Tab" }, { key: "ArrowLeft", altKey: true }]) {
      const event = new KeyboardEvent("keydown", { ...init, cancelable: true });
      stage.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(false);
    }
  });

  it("takes Escape for its cursor, and leaves it to the page without one", () => {
    const { stage, press, heard } = show(grid(9), playing(81));
    const outside: string[] = [];
    const hear = (e: KeyboardEvent) => outside.push(e.key);
    document.addEventListener("keydown", hear);
    onTestFinished(() => document.removeEventListener("keydown", hear));
    const escape = () => {
      const event = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      stage.dispatchEvent(event);
      flushSync();
      return event.defaultPrevented;
    };
    expect([escape(), outside]).toEqual([false, ["Escape"]]);
    press("ArrowRight");
    press("ArrowRight");
    expect(heard()).toBe("F5: empty.");
    expect([escape(), outside]).toEqual([true, ["Escape"]]);
    expect([escape(), outside]).toEqual([false, ["Escape", "Escape"]]);
    press("ArrowRight"); // shows the cursor at its start
    expect(heard()).toBe("E5: empty.");
  });

  it("shows a ghost only where the side to move may play", () => {
    const stones = new Uint8Array(81);
    stones[40] = WHITE;
    const state = { ...playing(81), stones, forbidden: new Map([[41, "ko"]]), last: 40 };
    const { press } = show(grid(9), state);
    const ghosts = () => document.querySelectorAll(".ghost").length;
    press("ArrowRight");
    expect(ghosts()).toBe(0);
    press("ArrowRight");
    expect(ghosts()).toBe(0);
    press("ArrowRight");
    expect(ghosts()).toBe(1);
  });

  it("draws a node for each stone, and a few paths where there are thousands", () => {
    const stones = new Uint8Array(81).map((_, p) => p % 3);
    show(grid(9), { ...playing(81), stones });
    expect(document.querySelectorAll("circle.stone")).toHaveLength(54);
    const many = new Uint8Array(1600).map((_, p) => p % 3);
    show(grid(40), { ...playing(1600), stones: many });
    expect(document.querySelectorAll("svg *").length).toBeLessThan(700);
    expect(document.querySelectorAll("path.stone").length).toBe(14);
  });

  it("shows the part of a board without edges around the stones, and has no nodes for the rest", () => {
    const stones = new Uint8Array(9801).map((_, p) => p % 3);
    show(grid(99), { ...playing(9801), stones: new Uint8Array(9801), last: -1 });
    const box = () => document.querySelector("svg")!.getAttribute("viewBox")!.split(" ").map(Number);
    const [, , width = 0] = box();
    expect(width / 40).toBeCloseTo(21);
    show(grid(99), { ...playing(9801), stones });
    expect(document.querySelectorAll("svg *").length).toBeLessThan(700);
    expect(document.querySelectorAll("svg .stone").length).toBeGreaterThan(0);
  });

  it("moves the window after a stone that comes near its edge", () => {
    const at = (column: number, row: number) => row * 99 + column;
    const stones = new Uint8Array(9801);
    stones[at(49, 49)] = BLACK;
    const first = show(grid(99), { ...playing(9801), stones, last: at(49, 49) });
    const left = () => Number(document.querySelector("svg")!.getAttribute("viewBox")!.split(" ")[0]);
    const before = left();
    first.press("ArrowRight");
    for (let i = 0; i < 12; i++) first.press("ArrowRight");
    expect(left()).toBeGreaterThan(before);
    first.press("Home");
    expect(left()).toBeCloseTo(before);
  });

  it("draws marks with shapes of their own, not by colour alone", () => {
    const stones = new Uint8Array(81);
    stones[40] = BLACK;
    stones[0] = WHITE;
    const territory = new Uint8Array(81).fill(BLACK, 0, 1).fill(WHITE, 50);
    const state = {
      ...playing(81),
      stones,
      territory,
      last: 40,
      dead: new Set([0]),
      forbidden: new Map([[8, "ko"]]),
    };
    show(grid(9), state);
    expect(document.querySelectorAll(".mark.last circle")).toHaveLength(1);
    expect(document.querySelectorAll(".mark.forbidden path")).toHaveLength(1);
    expect(document.querySelectorAll(".mark.territory.of-white rect")).toHaveLength(31);
    expect(document.querySelectorAll(".mark.territory.of-black.on-white rect")).toHaveLength(1);
  });
});
