// The lists of games, kept fresh by the server's stream of events.
import type { Lobby } from "../wire.ts";
import { getLobby, lobbyPath } from "./api.ts";

export class LiveLobby {
  lists: Lobby | null = $state.raw(null);
  problem = $state("");
  #stream: EventSource;

  constructor() {
    // The stream's first message is the list as it is; the request beside it
    // gives an error in words where there is one.
    this.#stream = new EventSource(lobbyPath);
    this.#stream.onmessage = (e: MessageEvent<string>) => this.#take(JSON.parse(e.data) as Lobby);
    getLobby()
      .then((lists) => {
        if (!this.lists) this.#take(lists);
      })
      .catch((error: Error) => (this.problem = error.message));
  }

  close(): void {
    this.#stream.close();
  }

  #take(lists: Lobby): void {
    this.lists = lists;
    this.problem = "";
  }
}
