// The stones of a searched position: the page knows no rules and asks the server.
import { refusalText } from "../lib/words/refusals.ts";
import { replyInWords } from "../lib/words/sentences.ts";
import { analysisPath, sentence } from "../lib/server/api.ts";
import { Connection } from "../lib/server/connection.ts";
import type { AnalysisPosition, AnalysisReply, AnalysisRequest, LibraryPosition } from "../wire.ts";

export class Looking {
  /** the last known position, shown until the next one arrives */
  position: AnalysisPosition | null = $state.raw(null);
  problem = $state("");
  /** whether it is the position that was requested last */
  current = $state(false);
  #line: Connection | null = null;
  #request: AnalysisRequest | null = null;
  #ids = 0;

  look({ board, rules, stones, toPlay, moves }: LibraryPosition): void {
    if (board !== this.#request?.board) this.position = null;
    this.problem = "";
    this.current = false;
    this.#request = {
      id: ++this.#ids,
      ...{ board, rules, stones, toPlay, moves: [...moves] },
      ...{ exclude: [], best: 0, seconds: 0 },
    };
    this.#line ??= new Connection(location.origin.replace(/^http/, "ws") + analysisPath, {
      opened: () => this.#send(),
      closed: () => undefined,
      message: (data) => this.#receive(JSON.parse(data) as AnalysisReply),
      state: () => undefined,
    });
    this.#send();
  }

  close(): void {
    this.#line?.close();
  }

  #send(): void {
    if (this.#request && !this.current) this.#line?.send(JSON.stringify(this.#request));
  }

  #receive(message: AnalysisReply): void {
    const reply = replyInWords(message);
    if (reply.id !== this.#request?.id) return;
    if (reply.problem) this.problem = sentence(refusalText(reply, reply.problem));
    if (reply.position) [this.position, this.current] = [reply.position, true];
  }
}
