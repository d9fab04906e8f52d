// Where parts of a board are in the window, when they no longer move.
import type { Page } from "@playwright/test";

import "../src/board/inspect.ts";
import { settled } from "./look.ts";

export interface Place {
  x: number;
  y: number;
  /** False if something covers the point. */
  seen: boolean;
}

/**
 * Returns where points of the board are, when it no longer moves or turns. It may move because buttons above it have
 * just disappeared; while it turns it draws frames.
 */
export async function placesOf(page: Page, points: readonly number[]): Promise<Place[]> {
  const board = page.locator(".moyo-board:has([role=application])");
  const read = () =>
    board.evaluate(async (element, wanted) => {
      // Every frame requested so far is drawn before the second frame from now.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { moyoBoard } = element as HTMLElement;
      const stage = element.querySelector('[role="application"]')!.getBoundingClientRect();
      const places = wanted.map((point) => {
        const { x, y, seen } = moyoBoard!.placeOf(point);
        return { x: stage.x + x, y: stage.y + y, seen };
      });
      return JSON.stringify({ places, frames: moyoBoard!.cost?.().frames });
    }, points);
  return (JSON.parse(await settled(page, read)) as { places: Place[] }).places;
}

export async function placeOf(page: Page, point: number): Promise<Place> {
  return (await placesOf(page, [point]))[0]!;
}

/** Returns the visible point nearest to the middle of the board. */
export async function middlemost(page: Page, points: readonly number[]): Promise<number> {
  const places = await placesOf(page, points);
  const box = (await page.getByRole("application").boundingBox())!;
  const off = places.map(({ x, y, seen }) =>
    seen ? Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2) : Infinity,
  );
  const least = Math.min(...off);
  if (least === Infinity) throw new Error("none of the points is seen");
  return points[off.indexOf(least)]!;
}

export async function clickPoint(page: Page, point: number): Promise<void> {
  const { x, y } = await placeOf(page, point);
  await page.mouse.click(x, y);
}
