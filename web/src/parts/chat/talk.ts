// The state of a chat, without input or output: it takes the server's messages and sorts lines. The socket is in
// chat.svelte.ts.
import { roomInWords } from "../../lib/words/sentences.ts";
import { t } from "../../text/text.ts";
import type { ChatHistory, ChatLine, ChatMessage, ChatRoom } from "../../wire.ts";

/** A room as the page shows it. */
export interface Room extends ChatRoom {
  lines: readonly ChatLine[];
  /** whether the server has earlier lines */
  more: boolean;
  /** lines that have arrived while the room was hidden */
  unread: number;
}

/** The maximum number of lines in a room, which is the server's limit. */
const most = 500;

/** The rooms after a message; the same object if nothing changes. */
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

/** The rooms after the user has viewed one of them. */
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

/** Lines sorted by id, each once; the later version wins. */
function merged(old: readonly ChatLine[], more: readonly ChatLine[]): readonly ChatLine[] {
  const byId = new Map([...old, ...more].map((line) => [line.id, line]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-most);
}

/** The identity of a line's writer, for hiding their other lines in the game. */
export const speaker = (line: ChatLine): string => (line.account ? "name " + line.name : "seat " + line.seat);

/** The name of a line's writer. */
export function speakerName(line: ChatLine): string {
  if (line.name) return line.name;
  return { black: t("common.black"), white: t("common.white") }[line.seat] ?? t("play.chat.leaver");
}
