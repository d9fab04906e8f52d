package wire

// The messages of quick pairing, over the WebSocket /api/pairing/ws.

// PairingRequest is what a client sends. Type "seek" looks for somebody to play
// with at once, in place of what the connection was looking for before; "stop"
// ends that, as does closing the connection; "ping" is answered by "pong".
type PairingRequest struct {
	Type  string `json:"type"`
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id
	Clock string `json:"clock"` // spec, "" for none
	Rated bool   `json:"rated"`
	Near  bool   `json:"near"` // near one's own rating first; the range widens with time
	Bots  bool   `json:"bots"` // with programs too; these always do
	Name  string `json:"name"` // of a guest, may be empty
}

// PairingReply is what the server sends: "waiting" at once and whenever it has
// changed, "paired" with the game, "stopped", or "error". After the last three
// nothing is looked for.
type PairingReply struct {
	Type    string `json:"type"`
	Waiting int    `json:"waiting"` // how many look for the same, this one included
	Game    string `json:"game"`    // of "paired": id
	Error   *Error `json:"error,omitempty"`
}
