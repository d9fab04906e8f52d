// What has been said in a game, as a state without input or output: it takes the
// server's messages and puts lines in order. The socket lives in chat.svelte.ts.
import { roomInWords } from "../../lib/words/sentences.ts";
import { t } from "../../text/text.ts";
import type { ChatHistory, ChatLine, ChatMessage, ChatRoom } from "../../wire.ts";

/** A room as the page shows it. */
export interface Room extends ChatRoom {
  lines: readonly ChatLine[];
  /** whether the server has earlier lines */
  more: boolean;
  /** lines that have come while nobody looked */
  unread: number;
}

/** The most lines that a page keeps of a room, which is what a room can have. */
const most = 500;

/** The rooms after a message; the same ones where it changes nothing. */
export function receive(rooms: readonly Room[], message: ChatMessage): readonly Room[] {
  if (message.rooms)
    return message.rooms.map((room) => ({ ...empty, ...find(rooms, room.room), ...roomInWords(room) }));
  if (message.history)
    return change(rooms, message.history.room, (room) => withHistory(room, message.history));
  const { line } = message;
  if (!line) return rooms;
  return change(rooms, line.room, (room) => {
    const isNew = !room.lines.some((l) => l.id === line.id);
    const unread = room.unread + (isNew && !line.mine && message.type === "line" ? 1 : 0);
    return { ...room, lines: merged(room.lines, [line]), unread };
  });
}

/** The rooms after somebody has looked into one of them. */
export const seen = (rooms: readonly Room[], name: string): readonly Room[] =>
  find(rooms, name)?.unread ? change(rooms, name, (room) => ({ ...room, unread: 0 })) : rooms;

const empty = { lines: [], more: false, unread: 0 };

export const find = (rooms: readonly Room[], name: string): Room | undefined =>
  rooms.find((room) => room.room === name);

function change(rooms: readonly Room[], name: string, how: (room: Room) => Room): readonly Room[] {
  return rooms.map((room) => (room.room === name ? how(room) : room));
}

function withHistory(room: Room, history: ChatHistory | undefined): Room {
  if (!history) return room;
  const [first] = room.lines;
  const earlier = !first || (history.lines[0]?.id ?? 0) <= first.id;
  return { ...room, lines: merged(room.lines, history.lines), more: earlier ? history.more : room.more };
}

/** Lines in the order of their ids, each once, the later word counting. */
function merged(old: readonly ChatLine[], more: readonly ChatLine[]): readonly ChatLine[] {
  const byId = new Map([...old, ...more].map((line) => [line.id, line]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-most);
}

/** By what the page knows who has said a line, to hide what else they say in the game. */
export const speaker = (line: ChatLine): string => (line.account ? "name " + line.name : "seat " + line.seat);

/** What somebody who has said a line is called. */
export function speakerName(line: ChatLine): string {
  if (line.name) return line.name;
  return { black: t("common.black"), white: t("common.white") }[line.seat] ?? t("play.chat.leaver");
}
