package wire

// Messages of a game's WebSocket.

// ClientMessage is a client's message. Type determines which fields count:
//
//	hello   version            subscribe; get the gap since version, or a snapshot
//	join    id, color, name    take a free seat ("black", "white", or "" for any); in rengo also place,
//	                           from 1, or none for the first free one of that side
//	leave   id, color, place   in rengo, while "waiting": give back one's place (the creator calls the game off instead);
//	                           from the creator, with a color and a place: free that place
//	play    id, ply, move      place a stone, pass or choose; ply is the number of moves before it
//	resign  id                 resign; while "waiting": call the game off
//	undo    id                 take back to one's own last move (against the computer immediately; a person is asked)
//	grant   id                 accept the other person's request to take back
//	deny    id                 refuse it, or withdraw one's own request
//	abort   id                 call the game off, as long as not both have moved
//	claim   id, draw           the other person has left: end the game as won, or as drawn
//	time    id                 give the other person some time
//	pause   id                 go on leave: stop the clocks of a correspondence game
//	unpause id                 return from leave
//	toggle  id, point          scoring: the chain of that point changes between dead and alive
//	accept  id, version        scoring: agree with the marked dead stones; with a version
//	                           it is refused if marks have changed since
//	resume  id                 scoring: continue the game
//	draw    id                 offer a draw, or accept one
//	decline id                 decline a draw, or withdraw one's own offer;
//	                           "waiting": refuse a reserved seat; "finished": the same for another game
//	rematch id                 "finished": offer another game with sides swapped, or accept it
//	plan    id, ply, lines     by correspondence, during the other person's turn: the answers to play, in place
//	                           of earlier ones; each line begins with a move of theirs and ends with an answer;
//	                           no lines end the plan. At most 50 lines of 20 moves, 200 moves in the tree of all
//	stop    id                 the engine plays what it has now, or tries again after it failed
//	ping                       answered by "pong"
type ClientMessage struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Version int    `json:"version,omitempty"`
	Ply     int    `json:"ply,omitempty"`
	Move    string `json:"move,omitempty"` // a point's name, "pass" or a choice of the opening
	Point   int    `json:"point,omitempty"`
	Color   string `json:"color,omitempty"`
	Name    string `json:"name,omitempty"`
	Draw    bool   `json:"draw,omitempty"`
	Place   int    `json:"place,omitempty"` // of rengo, from 1

	Lines [][]string `json:"lines,omitempty"`
}

// ServerMessage is the server's message. Exactly the field named by Type is set: snapshot, event, ack, error,
// thinking, waiting (before the computer can think), presence, clock, rematch, plan; "pong" has none. A snapshot may
// come at any time in place of events.
type ServerMessage struct {
	Type     string    `json:"type"`
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Event    *Event    `json:"event,omitempty"`
	Ack      *Ack      `json:"ack,omitempty"`
	Error    *Error    `json:"error,omitempty"`
	Thinking *Thinking `json:"thinking,omitempty"`
	Waiting  *Waiting  `json:"waiting,omitempty"`
	Presence *Presence `json:"presence,omitempty"`
	Clock    *Running  `json:"clock,omitempty"`
	Rematch  *Rematch  `json:"rematch,omitempty"`
	Plan     *Plan     `json:"plan,omitempty"`
}

// Snapshot is the whole game at one version.
type Snapshot struct {
	Game    GameInfo  `json:"game"`
	Version int       `json:"version"`
	You     string    `json:"you"`    // your seat: "black", "white" or "" for a spectator
	Stones  string    `json:"stones"` // one character a point: '.' empty, 'x' black, 'o' white
	Moves   []string  `json:"moves"`  // points' names, "pass" and choices, from the first
	Taken   [][]Stone `json:"taken"`  // the stones that each move removed, without the one that it placed
	State   State     `json:"state"`

	Place int `json:"place,omitempty"` // of rengo: your place on that seat, from 1
}

// Event is one change of the game. Kind is one of:
//
//   - "joined", or "freed" (a place of rengo, before the game begins)
//   - "moved", "undone", "asked" (to take back), "granted" or "denied"
//   - "resigned", "claimed" (the other has left), "flagged" (time ran out) or "cancelled" (called off)
//   - "scoring" (with proposed dead stones), "toggled", "accepted" or "resumed"
//   - "offered" (a draw), "declined" or "agreed"
//   - "credited" (the server was away, which does not count), "gave" (time to the other), "paused", "unpaused" or "vacation"
//
// State.Phase tells whether the game is over. Set and Clear turn the stones before the event into the stones after
// it.
type Event struct {
	Version int       `json:"version"`
	Kind    string    `json:"kind"`
	By      string    `json:"by"`              // a seat: "black", "white" or ""
	Place   int       `json:"place,omitempty"` // of rengo: place of the player, from 1; absent for events that no person causes
	Move    string    `json:"move"`            // of "moved"
	Title   string    `json:"title"`           // of "moved" by a choice: the text of its button
	Words   *Sentence `json:"words,omitempty"` // Title, for the page
	Set     []Stone   `json:"set"`
	Clear   []int     `json:"clear"`
	Plies   int       `json:"plies"` // moves in the list after the event ("undone" shortens it)
	// milliseconds: of "credited", how long the server was away; of "gave", how much; of "vacation", for how long, 0
	// for its end
	Time  int       `json:"time,omitempty"`
	Game  *GameInfo `json:"game,omitempty"` // if players or the status changed
	State State     `json:"state"`
}

// Stone is a placed stone.
type Stone struct {
	Point int    `json:"point"`
	Color string `json:"color"`
}

// Ack confirms that the command with an id is on disk, as the given version.
type Ack struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	You     string `json:"you"`             // the client's seat, as in Snapshot; a "join" changes it
	Place   int    `json:"place,omitempty"` // of rengo, as in Snapshot
}

// Error is the refusal of a command. Text is a sentence for people. Code is for programs, and one of:
//
//   - the reason of an illegal move: "off-board", "occupied", "suicide", "ko", "forbidden", "floating", "taking",
//     "no-such-move", "opening", "game-over", "not-your-turn"
//   - a refusal of the game: "waiting", "seat-taken", "not-now", "not-allowed", "too-long", "time-up"
//   - "bad-request", "not-a-player", "not-found", "out-of-step", "too-many", "internal"
//   - "engine", without an id: the computer failed
type Error struct {
	ID      string   `json:"id,omitempty"`
	Code    string   `json:"code"`
	Text    string   `json:"text"`
	Refusal string   `json:"refusal,omitempty" ts:"RefusalID"` // id of the text, if the page has its own
	Places  []string `json:"places,omitempty"`                 // values of its places
}

// Plan has the planned answers of one player in a correspondence game, and is sent to that player only. It contains
// the remaining part of each line. It changes with each move. A move outside its lines, or taking back, ends it.
type Plan struct {
	Ply     int        `json:"ply"`     // number of moves before the first of each line
	Lines   [][]string `json:"lines"`   // each begins with a move of the other player
	Dropped string     `json:"dropped"` // an answer that was not allowed, which has ended the plan; else ""
}

// Rematch is an offer of another game between the same players, with sides swapped. In rengo the places of each side
// move on by one, and all players must accept.
type Rematch struct {
	By    string  `json:"by"`              // the seat that offers it, "" without an offer; in rengo the seat of the first to want it
	Game  string  `json:"game"`            // its id when all have accepted
	Wants *Places `json:"wants,omitempty"` // of rengo: the players who want it
}

// Places has a flag for each place of both sides, in rengo.
type Places struct {
	Black []bool `json:"black"`
	White []bool `json:"white"`
}

// Presence reports which players have the game open.
type Presence struct {
	Black    bool `json:"black"` // in rengo: at least one of them
	White    bool `json:"white"`
	Watchers int  `json:"watchers"`

	Partners *Places `json:"partners,omitempty"` // of rengo: by player
	// the player who may soon claim the game because the other has left, or null
	Claim *Claim `json:"claim"`
}

// Claim is a player's right to claim the game, now or later.
type Claim struct {
	By string `json:"by"` // their seat
	In int    `json:"in"` // milliseconds until then, 0 for now
}
