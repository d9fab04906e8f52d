package chat

import "moyo/server/base/wire"

// What people say in games and studies.

// ChatRequest is what a client sends over /api/games/{id}/chat/ws and
// /api/studies/{id}/chat/ws. Type decides which fields count:
//
//	hello                  what there is to read: "rooms", then a "history" of each room that may be read;
//	                       again whenever the game has begun or ended
//	say    id, room, text  say a line; answered by "said" or "error"
//	ping                   answered by "pong"
type ChatRequest struct {
	Type string `json:"type"`
	ID   string `json:"id,omitempty"`
	Room string `json:"room,omitempty"` // "players" or "watchers", in a study "study"
	Text string `json:"text,omitempty"`
}

// ChatMessage is what the server sends. Exactly the field named by Type is set:
// rooms, history, line, said, error; "removed" has the line as it is now, and
// "pong" nothing.
type ChatMessage struct {
	Type    string         `json:"type"`
	Rooms   []ChatRoom     `json:"rooms,omitempty"`
	History *ChatHistory   `json:"history,omitempty"`
	Line    *wire.ChatLine `json:"line,omitempty"`
	Said    *ChatSaid      `json:"said,omitempty"`
	Error   *wire.Error    `json:"error,omitempty"`
}

// ChatRoom says what whoever asks may do in a room. The room "players" belongs to
// the players of the game (in rengo all of both sides: partners have none of their own), the room "watchers" to everybody else and, after
// the game, to all. A study has one room, "study".
type ChatRoom struct {
	Room    string `json:"room"`
	Read    bool   `json:"read"`
	Write   bool   `json:"write"`
	Why     string `json:"why"`                              // a sentence, where they may not read or write
	Refusal string `json:"refusal,omitempty" ts:"RefusalID"` // id of it, for the page
}

// ChatHistory is the answer of GET /api/games/{id}/chat?room=ROOM&before=ID, and of
// /api/studies/{id}/chat?before=ID: the last lines of a room before that one, or the last of all.
type ChatHistory struct {
	Room  string          `json:"room"`
	Lines []wire.ChatLine `json:"lines"` // in the order of time
	More  bool            `json:"more"`  // whether there are earlier ones
}

// ChatSaid answers a line that was taken.
type ChatSaid struct {
	ID   string `json:"id"`
	Line int    `json:"line"`
}
