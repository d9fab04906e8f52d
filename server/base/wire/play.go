package wire

// The messages of a game's WebSocket.

// ClientMessage is what a client sends. Type decides which fields count:
//
//	hello   version            subscribe; get the gap since version, or a snapshot
//	join    id, color, name    take a free seat ("black", "white", or "" for any); in rengo also place,
//	                           from 1, or none for the first free one of that side
//	leave   id, color, place   in rengo, while "waiting": give one's place back (who made the game calls it off instead);
//	                           of who made the game, with a color and a place: send somebody away from there
//	play    id, ply, move      place a stone, pass or choose; ply is the number of moves before it
//	resign  id                 give up; while "waiting": call the game off
//	undo    id                 take back to one's own last move (against the computer at once; a person is asked)
//	grant   id                 let the other person take back what they have asked for
//	deny    id                 do not, or take one's own request back
//	abort   id                 call the game off, as long as not both have moved
//	claim   id, draw           the other person has left: end the game as won, or as drawn
//	time    id                 give the other person some time
//	pause   id                 go on leave: stop the clocks of a correspondence game
//	unpause id                 be back
//	toggle  id, point          scoring: the chain of that point changes between dead and alive
//	accept  id, version        scoring: agree with the marked dead stones; with a version
//	                           it is refused where marks have changed since
//	resume  id                 scoring: go on playing
//	draw    id                 offer a draw, or agree to the one that is offered
//	decline id                 do not agree to the draw that is offered, or take one's own offer back;
//	                           "waiting": do not take the seat that is kept for one; "finished": the same for another game
//	rematch id                 "finished": offer another game with sides swapped, or agree to it
//	plan    id, ply, lines     by correspondence, during the other person's turn: what shall be answered, in place
//	                           of what was said before; each line begins with a move of theirs and ends with an answer;
//	                           none for no lines. At most 50 lines of 20 moves, 200 moves in the tree of all
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

// ServerMessage is what the server sends. Exactly the field named by Type is
// set: snapshot, event, ack, error, thinking, waiting (before the computer can think),
// presence, clock, rematch, plan; "pong" has none.
// A snapshot may come at any time, in place of events.
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
	You     string    `json:"you"`    // your seat: "black", "white" or "" for one who watches
	Stones  string    `json:"stones"` // one character a point: '.' empty, 'x' black, 'o' white
	Moves   []string  `json:"moves"`  // points' names, "pass" and choices, from the first
	Taken   [][]Stone `json:"taken"`  // the stones that left the board with each move, beside the one that it placed
	State   State     `json:"state"`

	Place int `json:"place,omitempty"` // of rengo: your place on that seat, from 1
}

// Event is one change of the game. Kind is "joined", "freed" (a place of rengo, before the game begins), "moved", "undone",
// "resigned", "scoring" (the proposal of dead stones is here), "toggled",
// "accepted", "resumed", "offered" (a draw), "declined", "agreed", "asked" (to
// take back), "granted", "denied", "cancelled" (called off), "claimed" (the other
// has left), "flagged" (time ran out), "credited" (the server was away, which does
// not count), "gave" (time to the other), "paused", "unpaused" or "vacation". Whether the game
// is over is told by State.Phase. Set and Clear turn the stones before it into the
// stones after it.
type Event struct {
	Version int       `json:"version"`
	Kind    string    `json:"kind"`
	By      string    `json:"by"`              // a seat: "black", "white" or ""
	Place   int       `json:"place,omitempty"` // of rengo: who of that seat did it, by their place from 1; absent for what no person did
	Move    string    `json:"move"`            // of "moved"
	Title   string    `json:"title"`           // of "moved" by a choice: the words of its button
	Words   *Sentence `json:"words,omitempty"` // of Title, for the page
	Set     []Stone   `json:"set"`
	Clear   []int     `json:"clear"`
	Plies   int       `json:"plies"` // moves in the list after the event ("undone" shortens it)
	// milliseconds: of "credited", how long the server was away; of "gave", how much; of "vacation", for how long, 0 for not any more
	Time  int       `json:"time,omitempty"`
	Game  *GameInfo `json:"game,omitempty"` // where players or the status changed
	State State     `json:"state"`
}

// Stone is a stone placed.
type Stone struct {
	Point int    `json:"point"`
	Color string `json:"color"`
}

// Ack says that the command of that id is on disk, as the given version.
type Ack struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	You     string `json:"you"`             // the seat of the one who asked, as in Snapshot; a "join" changes it
	Place   int    `json:"place,omitempty"` // of rengo, as in Snapshot
}

// Error answers a command that was refused. Code is for machines: an illegal
// move's reason ("off-board", "occupied", "suicide", "ko", "forbidden",
// "floating", "taking", "no-such-move", "opening", "game-over",
// "not-your-turn"), what the game does not allow now ("waiting", "seat-taken",
// "not-now", "not-allowed", "too-long", "time-up"), or "bad-request", "not-a-player",
// "not-found", "out-of-step", "too-many", "engine" (without an id: the computer
// failed), "internal". Text is a sentence for people.
type Error struct {
	ID      string   `json:"id,omitempty"`
	Code    string   `json:"code"`
	Text    string   `json:"text"`
	Refusal string   `json:"refusal,omitempty" ts:"RefusalID"` // id of the text, where the page has words for it
	Places  []string `json:"places,omitempty"`                 // what fills the places of those
}

// Plan is what a game by correspondence shall answer for one of its players, who alone
// hears of it: what is still to come of each line. It changes with each move, and any that
// no line has, or that is taken back, ends it.
type Plan struct {
	Ply     int        `json:"ply"`     // number of moves before the first of each line
	Lines   [][]string `json:"lines"`   // each begins with a move of the other player's
	Dropped string     `json:"dropped"` // the answer that was not allowed, so that there are no lines any more; else ""
}

// Rematch tells of another game between the same players, with sides swapped. In rengo the
// places of each side move on by one, and all have to want it.
type Rematch struct {
	By    string  `json:"by"`              // the seat that offers it, "" for none (any more); in rengo of whoever wanted it first
	Game  string  `json:"game"`            // its id, once all want it
	Wants *Places `json:"wants,omitempty"` // of rengo: who wants it
}

// Places says something of each place of both sides, in rengo.
type Places struct {
	Black []bool `json:"black"`
	White []bool `json:"white"`
}

// Presence tells who has the game open.
type Presence struct {
	Black    bool `json:"black"` // in rengo: whether any of them has
	White    bool `json:"white"`
	Watchers int  `json:"watchers"`

	Partners *Places `json:"partners,omitempty"` // of rengo: who of them
	// Claim says who may soon claim the game because the other has left; else null.
	Claim *Claim `json:"claim"`
}

// Claim says that a player may claim the game, now or in a while.
type Claim struct {
	By string `json:"by"` // the seat of the one who may
	In int    `json:"in"` // milliseconds until then, 0 for now
}
