// The values of columns on a board whose stones fall: asks the solver about the shown position.
import type { ColumnValue } from "../../board/state.ts";
import { analysisPath } from "../../lib/server/api.ts";
import { Connection } from "../../lib/server/connection.ts";
import type { AnalysisReply, AnalysisRequest, Board } from "../../wire.ts";
import { columnValues } from "./columnvalues.ts";
import type { Context } from "./context.ts";

/** The solver's time limit, in seconds; it finishes sooner if it can see the end. */
const LOOK = 10;

export class Columns {
  values: readonly ColumnValue[] = $state.raw([]);
  #line: Connection | null = null;
  #request: AnalysisRequest | null = null;
  #board: Board | null = null;
  #asked = "";
  #ids = 0;

  /** Evaluates the columns after these moves. */
  look(board: Board, { board: spec, rules, moves }: Context): void {
    const asked = [spec, rules, ...moves].join(" ");
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#board = board;
    this.values = [];
    this.#request = {
      id: ++this.#ids,
      board: spec,
      rules,
      stones: "",
      toPlay: "",
      moves: [...moves],
      exclude: [],
      best: board.width,
      seconds: LOOK,
    };
    this.#line ??= new Connection(location.origin.replace(/^http/, "ws") + analysisPath, {
      opened: () => this.#send(),
      closed: () => {},
      message: (data) => this.#receive(JSON.parse(data) as AnalysisReply),
      state: () => {},
    });
    this.#send();
  }

  /** Shows nothing, and stops the solver. */
  stop(): void {
    if (!this.#asked) return;
    this.#asked = "";
    this.values = [];
    if (!this.#request) return;
    this.#request = { ...this.#request, id: ++this.#ids, seconds: 0 };
    this.#send();
  }

  close(): void {
    this.#line?.close();
  }

  #send(): void {
    if (this.#request) this.#line?.send(JSON.stringify(this.#request));
  }

  #receive(reply: AnalysisReply): void {
    if (reply.id !== this.#request?.id || !this.#board) return;
    if (reply.problem) this.stop(); // and asks again when they are next shown
    if (!reply.thinking) return;
    this.values = columnValues(this.#board, reply.thinking.candidates);
  }
}
