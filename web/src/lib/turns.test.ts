import { expect, test } from "vitest";

import { Turns } from "./turns.ts";

test("a limited number run at the same time, and the others in their order, also after failures", async () => {
  const turns = new Turns(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3, 4].map((n) =>
    turns.take(
      () =>
        new Promise<number>((resolve, reject) => {
          began.push(n);
          ends[n] = () => (n === 1 ? reject(new Error("torn")) : resolve(n));
        }),
    ),
  );
  const results = Promise.allSettled(all);
  const seen = async (numbers: number[]) => expect.poll(() => began).toEqual(numbers);
  await seen([0, 1]);
  ends[1]?.();
  await seen([0, 1, 2]);
  ends[2]?.();
  await seen([0, 1, 2, 3]);
  for (const n of [0, 3]) ends[n]?.();
  await seen([0, 1, 2, 3, 4]);
  ends[4]?.();
  expect((await results).map((r) => r.status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await turns.take(() => Promise.resolve("free again"))).toBe("free again");
});
