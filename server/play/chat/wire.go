package chat

import "moyo/server/base/wire"

// Chat in games and studies.

// ChatRequest is what a client sends over /api/games/{id}/chat/ws and
// /api/studies/{id}/chat/ws. Type decides which fields count:
//
//	hello                  asks for "rooms", then a "history" of each room that may be read;
//	                       send it again whenever the game has begun or ended
//	say    id, room, text  says a line; answered by "said" or "error"
//	ping                   answered by "pong"
type ChatRequest struct {
	Type string `json:"type"`
	ID   string `json:"id,omitempty"`
	Room string `json:"room,omitempty"` // "players" or "watchers"; in a study "study"
	Text string `json:"text,omitempty"`
}

// ChatMessage is what the server sends. Exactly the field named by Type is set: rooms, history, line, said, error. "removed" has
// the line as it is now, "pong" no field.
type ChatMessage struct {
	Type    string         `json:"type"`
	Rooms   []ChatRoom     `json:"rooms,omitempty"`
	History *ChatHistory   `json:"history,omitempty"`
	Line    *wire.ChatLine `json:"line,omitempty"`
	Said    *ChatSaid      `json:"said,omitempty"`
	Error   *wire.Error    `json:"error,omitempty"`
}

// ChatRoom describes the user's rights in a room. The room "players" belongs to the players of the game; in rengo partners have
// no room of their own. The room "watchers" belongs to spectators and, after the game, to all. A study has one room, "study".
type ChatRoom struct {
	Room    string `json:"room"`
	Read    bool   `json:"read"`
	Write   bool   `json:"write"`
	Why     string `json:"why"`                              // a sentence, if the user may not read or write
	Refusal string `json:"refusal,omitempty" ts:"RefusalID"` // its id, for the page
}

// ChatHistory is the answer of GET /api/games/{id}/chat?room=ROOM&before=ID, and of /api/studies/{id}/chat?before=ID: the last
// lines of a room before that line, or the latest ones.
type ChatHistory struct {
	Room  string          `json:"room"`
	Lines []wire.ChatLine `json:"lines"` // oldest first
	More  bool            `json:"more"`  // whether there are earlier lines
}

// ChatSaid confirms a line.
type ChatSaid struct {
	ID   string `json:"id"`
	Line int    `json:"line"`
}
