import { describe, expect, it } from "vitest";

import type { Study, StudyChapter, StudyOp } from "../../wire.ts";
import { inOrder } from "./chapters.ts";

const chapter = (id: number, name = `chapter ${id}`): StudyChapter => ({
  id,
  name,
  board: "grid:9",
  rules: "weiqi",
  nodes: 1,
});
const study = { head: { title: "one" }, chapters: [chapter(1), chapter(2), chapter(3)] } as unknown as Study;
const names = (...ops: Partial<StudyOp>[]): string[] =>
  inOrder(study, ops as StudyOp[]).chapters.map((c) => c.name);

describe("chapters", () => {
  it("are added, named, moved and deleted", () => {
    expect(names({ kind: "chapter", chapter: 4, at: 1, made: chapter(4, "new") })).toEqual([
      "chapter 1",
      "new",
      "chapter 2",
      "chapter 3",
    ]);
    expect(names({ kind: "name", chapter: 2, name: "joseki" })[1]).toBe("joseki");
    expect(names({ kind: "arrange", chapter: 3, at: 0 })).toEqual(["chapter 3", "chapter 1", "chapter 2"]);
    expect(names({ kind: "drop", chapter: 2 }, { kind: "arrange", chapter: 2 })).toEqual([
      "chapter 1",
      "chapter 3",
    ]);
  });

  it("are applied once, although the list may have them already", () => {
    expect(names({ kind: "chapter", chapter: 3, at: 2, made: chapter(3) })).toHaveLength(3);
  });

  it("stay when something else changes", () => {
    expect(inOrder(study, [{ kind: "add", chapter: 1 } as StudyOp])).toBe(study);
    expect(inOrder(study, [{ kind: "title", name: "two" } as StudyOp]).head.title).toBe("two");
  });
});
