/** Sockets for tests: the test opens them and says what the server says. */
import { vi } from "vitest";

/** A socket that notes what is sent. */
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

  /** The server takes it. */
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }

  /** The server says something. */
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let all: Line[] = [];

/** Makes all sockets Lines for the rest of the file; returns those of the test, which grow as they are made. Call it after serve(). */
export function lines(): Line[] {
  all = [];
  vi.stubGlobal("WebSocket", Line);
  return all;
}
