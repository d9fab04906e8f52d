// The lessons from the server, with their texts.
import { getLessons } from "../lib/server/api.ts";
import { fetchLessonTexts, t } from "../text/text.ts";
import type { Lessons } from "../wire.ts";

/** Loads all lessons and their texts. */
export async function fetchLessons(): Promise<Lessons> {
  const texts = fetchLessonTexts().catch(() => {
    throw new Error(t("learn.wordless"));
  });
  const [lessons] = await Promise.all([getLessons(), texts]);
  return lessons;
}
