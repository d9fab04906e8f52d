// The list of a study's chapters, as ops change it.
import type { Study, StudyChapter, StudyOp } from "../../wire.ts";

/** A study after some ops; those on trees change nothing here. */
export const inOrder = (study: Study, ops: readonly StudyOp[]): Study => ops.reduce(changed, study);

function changed(study: Study, { kind, chapter = 0, at = 0, name = "", made }: StudyOp): Study {
  const { chapters } = study;
  const others = chapters.filter((c) => c.id !== chapter);
  const there = chapters.find((c) => c.id === chapter);
  const placed = (c: StudyChapter) => ({ ...study, chapters: others.toSpliced(at, 0, c) });
  if (kind === "chapter" && made) return placed(made);
  if (kind === "title") return { ...study, head: { ...study.head, title: name } };
  if (!there) return study;
  if (kind === "drop") return { ...study, chapters: others };
  if (kind === "arrange") return placed(there);
  if (kind === "name") return { ...study, chapters: chapters.map((c) => (c === there ? { ...c, name } : c)) };
  return study;
}
