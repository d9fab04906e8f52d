/** A server for tests: it answers requests as the test says, and fails the test on any other request. */
import { expect, onTestFinished, vi } from "vitest";

import type { ApiError } from "../lib/server/api.ts";

/** A request of the page. The path has no query; the body is parsed JSON. */
interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** The answer: an ApiError as its status, with its text as the detail; status 0 means no answer. */
export type Answer = ((asked: Asked) => unknown) | object | null;

/** A stream that never sends anything. */
class Silence extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly readyState = 0;
  close() {}
  send() {}
}

/** Answers "METHOD /path" for the rest of the test; streams stay silent. Returns the requests, a list that grows. */
export function serve(answers: Readonly<Record<string, Answer>>): Asked[] {
  const all: Asked[] = [];
  const unknown: string[] = [];
  vi.stubGlobal("WebSocket", Silence);
  vi.stubGlobal("EventSource", Silence);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin);
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : (init.body ?? null);
    const asked = { method: init.method ?? "GET", path: url.pathname, query: url.searchParams, body };
    all.push(asked);
    const answer = answers[`${asked.method} ${asked.path}`];
    if (answer === undefined) unknown.push(`${asked.method} ${address}`);
    return responseOf(answer, asked);
  });
  onTestFinished(() => expect(unknown, "requests that the test does not answer").toEqual([]));
  return all;
}

/**
 * The parts of a response that the page uses. They resolve without a turn of the event loop, as fake timers require.
 */
function response(status: number, value: unknown): Response {
  const part = {
    ok: status < 400,
    status,
    headers: new Headers(),
    json: () => Promise.resolve(value),
    text: () => Promise.resolve(typeof value === "string" ? value : JSON.stringify(value)),
    blob: () => Promise.resolve(value instanceof Blob ? value : new Blob([JSON.stringify(value)])),
  };
  return part as Partial<Response> as Response;
}

/** By name: the modules, and the class with them, may have been reloaded since the test was. */
const isRefusal = (error: unknown): error is ApiError => error instanceof Error && error.name === "ApiError";

async function responseOf(answer: Answer | undefined, asked: Asked): Promise<Response> {
  try {
    const value: unknown =
      typeof answer === "function" ? await (answer as (a: Asked) => unknown)(asked) : answer;
    if (isRefusal(value)) throw value;
    // The answer belongs to the test: the page may change its copy.
    return response(answer === undefined ? 404 : 200, structuredClone(value ?? null));
  } catch (error) {
    if (!isRefusal(error) || error.status === 0) throw error;
    return response(error.status, { detail: error.message });
  }
}
