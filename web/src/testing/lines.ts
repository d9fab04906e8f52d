/** Sockets for tests: the test opens them and sends the server's messages. */
import { vi } from "vitest";

/** A socket that records sent messages. */
export class Line {
  static readonly OPEN = 1;
  readonly sent: unknown[] = [];
  readyState = 0;
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (e: { data: string }) => void = () => {};

  constructor(readonly url: string) {
    all.push(this);
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server accepts the connection. */
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }

  /** The server sends a message. */
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let all: Line[] = [];

/** Makes all sockets Lines for the rest of the file; returns those of the test, a list that grows. Call it after serve(). */
export function lines(): Line[] {
  all = [];
  vi.stubGlobal("WebSocket", Line);
  return all;
}
