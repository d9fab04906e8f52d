import { expect, it, vi } from "vitest";

import { ApiError } from "../lib/server/api.ts";
import type { LibraryImport } from "../wire.ts";
import { Bringing, nameOf, parcelsOf } from "./bringing.svelte.ts";
import type { Brought } from "./gathered.ts";

const brought = (name: string, size = 8): Brought => ({ name, file: new File(["x".repeat(size)], name) });
const sized = (name: string, size: number): Brought => ({ name, file: { size } as File });

const answer = (part: Partial<LibraryImport>): LibraryImport => ({
  file: 0,
  added: 0,
  known: 0,
  refused: 0,
  reasons: [],
  repaired: 0,
  repairs: [],
  skipped: 0,
  next: 0,
  ...part,
});

it("sends small files together, and archives and large ones alone", () => {
  const files = [
    sized("a.sgf", 10),
    sized("b.zip", 10),
    sized("c.sgf", 3 << 20),
    sized("d.sgf", 9 << 20),
    sized("e.sgf", 5 << 20),
  ];
  expect(parcelsOf(files).map((p) => p.map((f) => f.name).join())).toEqual([
    "a.sgf,c.sgf",
    "b.zip",
    "d.sgf",
    "e.sgf",
  ]);
  expect(
    parcelsOf(Array.from({ length: 9000 }, (_, i) => sized(`${i}.sgf`, 1))).map((p) => p.length),
  ).toEqual([4000, 4000, 1000]);
});

it.each([
  [["a.sgf"], "a.sgf"],
  [["club/a.sgf", "club/old/b.sgf"], "club"],
  [["a.sgf", "b.sgf", "c.sgf"], "a.sgf and 2 more"],
  [["club/a.sgf", "clubs/b.sgf"], "club/a.sgf and 1 more"],
])("calls %j %s", (names, name) => {
  expect(nameOf(names.map((n) => brought(n)))).toBe(name);
});

it("continues where the server stopped, and adds up its answers", async () => {
  const send = vi
    .fn()
    .mockResolvedValueOnce(answer({ file: 7, added: 100, known: 2, skipped: 1, next: 102 }))
    .mockRejectedValueOnce(new ApiError(429, "too fast"))
    .mockResolvedValueOnce(
      answer({
        file: 7,
        added: 3,
        refused: 1,
        skipped: 3,
        reasons: [{ file: "", line: 9, reason: "no board" }],
        repaired: 1,
        repairs: [{ file: "", line: 4, reason: "half a point" }],
      }),
    );
  const pause = vi.fn().mockResolvedValue(undefined);
  const changed = vi.fn();
  const bringing = new Bringing(changed, { send, pause });
  await bringing.take({ files: [brought("big.sgf")], aside: 2 });
  expect(send.mock.calls.map(([name, , from, file]) => [name, from, file])).toEqual([
    ["big.sgf", 0, 0],
    ["big.sgf", 102, 7],
    ["big.sgf", 102, 7],
  ]);
  expect(pause).toHaveBeenCalledOnce();
  expect(bringing).toMatchObject({
    added: 103,
    known: 2,
    refused: 1,
    aside: 5,
    done: 1,
    file: 7,
    busy: false,
  });
  expect(bringing.reasons).toEqual([{ file: "big.sgf", line: 9, reason: "no board" }]);
  expect(bringing.repaired).toBe(1);
  expect(bringing.repairs).toEqual([{ file: "big.sgf", line: 4, reason: "half a point" }]);
  expect(bringing.problem).toBe("");
  expect(changed).toHaveBeenCalled();
});

it("stops when the library is full, and says so", async () => {
  const send = vi.fn().mockResolvedValue(answer({ added: 1, next: 5, problem: "the library is full" }));
  const bringing = new Bringing(() => undefined, { send, pause: vi.fn() });
  await bringing.take({ files: [brought("a.zip"), brought("b.zip")], aside: 0 });
  expect(send).toHaveBeenCalledOnce();
  expect(bringing).toMatchObject({ problem: "The library is full.", done: 1, busy: false });
});

it("rejects a file that is too large without sending it, and continues", async () => {
  const send = vi.fn().mockResolvedValue(answer({ added: 1 }));
  const bringing = new Bringing(() => undefined, { send, pause: vi.fn() });
  await bringing.take({ files: [sized("a.zip", 17 << 20), brought("b.zip")], aside: 0 });
  expect(send).toHaveBeenCalledOnce();
  expect(bringing).toMatchObject({ added: 1, refused: 1 });
  expect(bringing.reasons[0]).toMatchObject({ file: "a.zip", line: 0 });
});

it("stops when told to", async () => {
  const bringing: Bringing = new Bringing(() => undefined, {
    send: () => {
      bringing.stop();
      return Promise.resolve(answer({ added: 1, next: 1 }));
    },
    pause: vi.fn(),
  });
  await bringing.take({ files: [brought("a.zip"), brought("b.zip")], aside: 0 });
  expect(bringing).toMatchObject({ added: 1, busy: false, stopping: false });
  expect(bringing.problem).toMatch(/Stopped/);
});
