import { expect, it } from "vitest";

import { chosen, dropped } from "./gathered.ts";

const file = (name: string, path = ""): File =>
  Object.defineProperty(new File(["(;)"], name), "webkitRelativePath", { value: path });

it("keeps possible records, by name, and counts the others", () => {
  const { files, aside } = chosen([
    file("b.SGF", "club/b.SGF"),
    file("photo.jpg", "club/photo.jpg"),
    file(".DS_Store", "club/.DS_Store"),
    file("a.zip", "club/2024/a.zip"),
    file("c.GIB", "club/c.GIB"),
    file("d.ugi", "club/d.ugi"),
    new File([], "empty.sgf"),
  ]);
  expect(files.map((f) => f.name)).toEqual(["club/2024/a.zip", "club/b.SGF", "club/c.GIB", "club/d.ugi"]);
  expect(aside).toBe(2);
});

/** A folder as in browsers: its contents in parts, then an empty one. */
function folder(path: string, parts: FileSystemEntry[][]): FileSystemEntry {
  const left = [...parts, []];
  const createReader = () => ({
    readEntries: (then: (some: FileSystemEntry[]) => void) => then(left.shift()!),
  });
  return { isFile: false, isDirectory: true, fullPath: path, createReader } as unknown as FileSystemEntry;
}

const entry = (path: string): FileSystemEntry =>
  ({
    isFile: true,
    isDirectory: false,
    fullPath: path,
    file: (then: (f: File) => void) => then(file(path.replace(/.*\//, ""))),
  }) as unknown as FileSystemEntry;

it("reads dropped folders completely", async () => {
  const inner = folder("/games/old", [[entry("/games/old/1.sgf")], [entry("/games/old/2.sgf")]]);
  const items = [folder("/games", [[inner, entry("/games/0.sgf")]]), null, entry("/3.lib")];
  const data = { items: items.map((i) => ({ webkitGetAsEntry: () => i })), files: [] };
  const { files } = await dropped(data as unknown as DataTransfer);
  expect(files.map((f) => f.name)).toEqual(["3.lib", "games/0.sgf", "games/old/1.sgf", "games/old/2.sgf"]);
});
