package match

import (
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/internal/sentence"
)

// Kind is the kind of an event. The list is closed.
type Kind string

// The kinds of events.
const (
	Created  Kind = "created"  // the game is created: Setup
	Joined   Kind = "joined"   // By takes the open seat: Seat; and Setup if it leaves something to settle
	Freed    Kind = "freed"    // By gives the seat at Place of a team back before the game begins
	Moved    Kind = "moved"    // By places a stone, passes or chooses: Move
	Undone   Kind = "undone"   // By takes back up to their own last move
	Resigned Kind = "resigned" // By gives up
	Scoring  Kind = "scoring"  // the proposal of dead stones has arrived: Dead
	Toggled  Kind = "toggled"  // By marks the chain on Point dead or alive
	Accepted Kind = "accepted" // By agrees with the marked dead stones
	Resumed  Kind = "resumed"  // By wants to play on
	Offered  Kind = "offered"  // By offers a draw
	Agreed   Kind = "agreed"   // By accepts the draw that the other player has offered
	Declined Kind = "declined" // By declines that offer, or withdraws their own; while waiting: declines the seat reserved for them

	Asked     Kind = "asked"     // By asks the opponent to let them take back up to their own last move
	Granted   Kind = "granted"   // By lets the opponent take back what they asked for
	Denied    Kind = "denied"    // By refuses, or withdraws their own request
	Cancelled Kind = "cancelled" // By cancels the game before both have moved
	Claimed   Kind = "claimed"   // By ends the game because the opponent has left: as won, or as drawn (Draw)

	Flagged  Kind = "flagged"  // By has used more time than they had
	Credited Kind = "credited" // the server was down for Time, which does not count against By, whose turn it is
	Gave     Kind = "gave"     // By gives Time to the opponent
	Paused   Kind = "paused"   // By takes leave, which stops the clocks of a correspondence game
	Unpaused Kind = "unpaused" // By ends their leave
	Vacation Kind = "vacation" // By is on vacation for Time from now on, which stops the clocks of a correspondence game; 0 ends it
)

// InTurn reports whether the event happens in the middle of a turn that continues after it.
func (k Kind) InTurn() bool {
	switch k {
	case Offered, Declined, Asked, Denied, Credited, Gave, Paused, Unpaused, Vacation:
		return true
	}
	return false
}

// Event is one change of a game. Kind decides which fields are used; only Elapsed is used by every
// event while a clock runs. Its JSON, which stores keep, leaves out zero fields.
type Event struct {
	Kind  Kind         `json:"kind"`
	At    time.Time    `json:"at"`
	By    game.Color   `json:"by,omitempty"`    // the player, named by their seat: 1 Black, 2 White
	Move  game.Move    `json:"move,omitempty"`  // of Moved
	Point game.Point   `json:"point,omitempty"` // of Toggled
	Dead  []game.Point `json:"dead,omitempty"`  // of Scoring
	Seat  *Seat        `json:"seat,omitempty"`  // of Joined
	Setup *Setup       `json:"setup,omitempty"` // of Created, and of Joined if [Setup.Colors] left something open
	Draw  bool         `json:"draw,omitempty"`  // of Claimed
	Place int          `json:"place,omitempty"` // place of the member of a team that acts for By, from 0

	Elapsed int64        `json:"elapsed,omitempty"` // milliseconds used by the player to move since the previous event
	Left    *clock.State `json:"left,omitempty"`    // of Moved: the remaining time of By after it; it overrides the computed time
	Time    int64        `json:"time,omitempty"`    // milliseconds, of Credited, Gave and Vacation
	Planned bool         `json:"planned,omitempty"` // of Moved: a planned answer, which does not end a leave
}

// Setup is the settings of a game. Players keep their seats, and the names of their seats, even if
// an opening gives them the other colour.
type Setup struct {
	Board   string `json:"board"` // spec
	Rules   string `json:"rules"` // canonical id
	Black   Seat   `json:"black"`
	White   Seat   `json:"white"`
	Clock   string `json:"clock,omitempty"`   // spec; "" for a game without clocks
	Rated   bool   `json:"rated,omitempty"`   // whether the result counts for ratings
	Private bool   `json:"private,omitempty"` // whether the game is visible only to those with its link
	Colors  Colors `json:"colors,omitempty"`  // how colours are assigned when the second player joins

	Estimates  bool `json:"estimates,omitempty"`  // whether players may ask for an estimate of the score; never in rated games
	NoVacation bool `json:"noVacation,omitempty"` // whether the clocks run during vacations
	Partners   int  `json:"partners,omitempty"`   // number of players who alternate on each side, 2 to [MaxPartners]; 0 for one
}

// Colors is how a game assigns colours, and other settings that depend on both players, when the
// second player joins.
type Colors string

// The ways to assign colours. For all but the first, a Joined event contains the result in its
// Setup.
const (
	Seated   Colors = ""         // by seat
	ByChance Colors = "chance"   // randomly
	ByRank   Colors = "handicap" // the weaker player is Black, with handicap and komi by the difference; randomly if it is unknown
)

// SeatKind is the kind of player on a seat.
type SeatKind string

// The kinds of seats.
const (
	Open   SeatKind = "open"
	Human  SeatKind = "human"
	Engine SeatKind = "engine"
)

// Seat is one player. An open seat that names a player is reserved for them. If several people play
// on a side, Team lists them, and the other fields describe the one who plays the side's next turn,
// as set by a [Match].
type Seat struct {
	Kind   SeatKind `json:"kind"`
	Name   string   `json:"name,omitempty"`
	Engine string   `json:"engine,omitempty"` // engine id
	Player string   `json:"player,omitempty"` // id of the player, as chosen by the server
	Bot    bool     `json:"bot,omitempty"`    // a program plays for the account
	Rank   string   `json:"rank,omitempty"`   // strength when they joined, in few characters; "" if unknown
	Host   bool     `json:"host,omitempty"`   // they play many games at the same time, and are mostly at other boards
	Extra  int64    `json:"extra,omitempty"`  // milliseconds of main time in addition to the clock's
	Team   Team     `json:"team,omitzero"`
}

// Refusal is the error for an event that the game does not allow now. An illegal move is a
// *game.IllegalMove instead.
type Refusal struct {
	Code string // for machines, one of the constants below
	sentence.Sentence
}

// The codes of refusals.
const (
	CodeBadEvent    = "bad-request"   // the event is invalid in itself
	CodeNotYourTurn = "not-your-turn" // the other side is to move
	CodeGameOver    = "game-over"
	CodeWaiting     = "waiting"     // a seat is still open
	CodeSeatTaken   = "seat-taken"  // the seat cannot be taken
	CodeNotNow      = "not-now"     // not in this phase of the game
	CodeNotAllowed  = "not-allowed" // never in this kind of game
	CodeTooLong     = "too-long"    // the log is full
	CodeTimeUp      = "time-up"     // the time of the player to move was already up
)

func (r *Refusal) Error() string { return r.Text }

// refuse returns a refusal. Its id is "" if no user can see it.
func refuse(code, id, format string, args ...any) error {
	return &Refusal{Code: code, Sentence: sentence.New(id, format, args...)}
}
