package wire

// Messages of quick pairing, over the WebSocket /api/pairing/ws.

// PairingRequest is a client's message. Type "seek" looks for an opponent now, and replaces the connection's previous
// request. "stop" ends it, as does closing the connection. "ping" is answered by "pong".
type PairingRequest struct {
	Type  string `json:"type"`
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id
	Clock string `json:"clock"` // spec, "" for none
	Rated bool   `json:"rated"`
	Near  bool   `json:"near"` // prefer opponents near one's own rating; the range widens with time
	Bots  bool   `json:"bots"` // with programs too; programs always play each other
	Name  string `json:"name"` // of a guest, may be empty
}

// PairingReply is the server's message: "waiting" immediately and after changes, "paired" with the game, "stopped",
// or "error". The last three end the request.
type PairingReply struct {
	Type    string `json:"type"`
	Waiting int    `json:"waiting"` // number of players with this request, including the client
	Game    string `json:"game"`    // of "paired": id
	Error   *Error `json:"error,omitempty"`
}
