// Where things of a board are in the window, once they lie still.
import type { Page } from "@playwright/test";

import "../src/board/inspect.ts";
import { settled } from "./look.ts";

export interface Place {
  x: number;
  y: number;
  /** False where something hides the point. */
  seen: boolean;
}

/**
 * Where points of the board are, as soon as it neither moves in the window, as where buttons above it have just
 * gone, nor turns: then it draws no frames.
 */
export async function placesOf(page: Page, points: readonly number[]): Promise<Place[]> {
  const board = page.locator(".moyo-board:has([role=application])");
  const read = () =>
    board.evaluate(async (element, wanted) => {
      // What has been asked for until now is drawn before the second frame from here.
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

/** Of some points the one that is seen nearest to the middle of the board. */
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
