// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

import { grid } from "../../board/testing/boards.ts";
import { lines, type Line } from "../../testing/lines.ts";
import { serve } from "../../testing/server.ts";
import type { Study, StudyLook, StudyRequest, StudyTree } from "../../wire.ts";
import { StudySession } from "./session.svelte.ts";

const chapter = { id: 7, name: "", board: "grid:3", rules: "weiqi:komi=7.5", nodes: 1 };
const study = {
  head: { title: "Ladders", owner: "Ada", edit: "owner" },
  version: 3,
  you: "owner",
  chapters: [chapter],
  editors: [],
} as unknown as Study;
const tree = {
  version: 3,
  chapter: 7,
  record: {
    board: { ...grid(3), spec: "grid:3" },
    rules: chapter.rules,
    nodes: [
      { parent: -1, move: "", toPlay: "black", properties: [["FF", "4"]] },
      { parent: 0, move: "A1", toPlay: "white", properties: [["B", "A1"]] },
    ],
  },
  ids: [1, 2],
} as unknown as StudyTree;

let line: Line;
let session: StudySession;

beforeEach(async () => {
  vi.useFakeTimers();
  serve({ "GET /api/studies/s": study, "GET /api/studies/s/chapters/7": tree });
  const sockets = lines();
  session = new StudySession("s");
  await vi.advanceTimersByTimeAsync(0);
  line = sockets.find(({ url }) => url.endsWith("/api/studies/s/ws"))!;
  line.open();
  return () => session.close();
});

const person = (visitor: number, look: Partial<StudyLook> | null = null) => ({
  visitor,
  name: `P${visitor}`,
  role: "",
  look: look && { visitor, chapter: 7, node: 1, follows: false, ...look },
});
/** Two people, one of whom leads. */
const meet = (leader: number, look: Partial<StudyLook> = {}) =>
  line.say({ type: "people", people: { you: 1, leader, people: [person(1), person(2, look)], count: 2 } });
/** Messages of that kind sent in the next moment. */
function told(type: string): StudyRequest[] {
  vi.advanceTimersByTime(1000);
  const requests = line.sent as StudyRequest[];
  return requests.splice(0).filter((request) => request.type === type);
}

it("sends the current node, once, and a new move only when others know it", () => {
  meet(1);
  expect(told("look")).toEqual([{ type: "look", chapter: 7, node: 1, follows: false }]);
  meet(1);
  expect(told("look")).toEqual([]);
  session.analysis!.play("B2");
  vi.advanceTimersByTime(1000);
  const requests = line.sent.splice(0) as StudyRequest[];
  expect(requests.map(({ type }) => type)).toEqual(["add"]);
  line.say({ type: "done", done: { id: requests[0]!.id, version: 4, nodes: [3] } });
  expect(told("look")).toEqual([{ type: "look", chapter: 7, node: 3, follows: false }]);
});

it("sends the current node again after a reconnect", () => {
  meet(1);
  expect(told("look")).toHaveLength(1);
  line.open();
  meet(1);
  expect(told("look")).toHaveLength(1);
});

it("follows a leader, until the user navigates", () => {
  meet(2, { node: 2 });
  expect([session.analysis?.current.move, session.follows]).toEqual(["A1", true]);
  line.say({ type: "looks", looks: [{ visitor: 2, chapter: 7, node: 1, follows: false }] });
  expect(session.analysis?.current.move).toBe("");
  session.analysis!.play("C3");
  expect(session.follows).toBe(false);
  line.say({ type: "looks", looks: [{ visitor: 2, chapter: 7, node: 2, follows: false }] });
  expect(session.analysis?.current.move).toBe("C3");
  session.setFollows(true);
  expect(session.analysis?.current.move).toBe("A1");
});
