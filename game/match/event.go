package match

import (
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/internal/sentence"
)

// Kind names what an event does. The list is closed.
type Kind string

// The kinds of events.
const (
	Created  Kind = "created"  // the game begins to exist: Setup
	Joined   Kind = "joined"   // By takes the open seat: Seat; and Setup where that was yet to be settled
	Freed    Kind = "freed"    // By, at Place, gives that place of a team back before the game begins
	Moved    Kind = "moved"    // By places a stone, passes or chooses: Move
	Undone   Kind = "undone"   // By takes back up to their own last move
	Resigned Kind = "resigned" // By gives up
	Scoring  Kind = "scoring"  // the proposal of dead stones is here: Dead
	Toggled  Kind = "toggled"  // By turns the chain on Point dead or alive
	Accepted Kind = "accepted" // By agrees with the marked dead stones
	Resumed  Kind = "resumed"  // By wants to play on
	Offered  Kind = "offered"  // By offers a draw
	Agreed   Kind = "agreed"   // By agrees to the draw that the other player has offered
	Declined Kind = "declined" // By declines that offer, or takes their own back; while waiting: the seat that is kept for them

	Asked     Kind = "asked"     // By asks the other person to let them take back up to their own last move
	Granted   Kind = "granted"   // By lets the other person take back what they have asked for
	Denied    Kind = "denied"    // By does not, or takes their own request back
	Cancelled Kind = "cancelled" // By calls the game off before both have moved
	Claimed   Kind = "claimed"   // By ends the game because the other person has left: as won, or as drawn (Draw)

	Flagged  Kind = "flagged"  // By has used more time than they had
	Credited Kind = "credited" // the server was away for Time, which does not count against By, whose turn it is
	Gave     Kind = "gave"     // By gives Time to the other person
	Paused   Kind = "paused"   // By goes on leave, which stops the clocks of a correspondence game
	Unpaused Kind = "unpaused" // By is back
	Vacation Kind = "vacation" // By is on vacation for Time from now on, which stops the clocks of a correspondence game; back where that is 0
)

// InTurn says whether an event comes in the middle of a turn, which goes on after it.
func (k Kind) InTurn() bool {
	switch k {
	case Offered, Declined, Asked, Denied, Credited, Gave, Paused, Unpaused, Vacation:
		return true
	}
	return false
}

// Event is one change of a game. Kind decides which fields count, but Elapsed,
// which every event has while a clock runs. The zero fields are left out of its
// JSON, which is what a store keeps.
type Event struct {
	Kind  Kind         `json:"kind"`
	At    time.Time    `json:"at"`
	By    game.Color   `json:"by,omitempty"`    // the player, named by their seat: 1 Black, 2 White
	Move  game.Move    `json:"move,omitempty"`  // of Moved
	Point game.Point   `json:"point,omitempty"` // of Toggled
	Dead  []game.Point `json:"dead,omitempty"`  // of Scoring
	Seat  *Seat        `json:"seat,omitempty"`  // of Joined
	Setup *Setup       `json:"setup,omitempty"` // of Created, and of Joined where [Setup.Colors] left something open
	Draw  bool         `json:"draw,omitempty"`  // of Claimed
	Place int          `json:"place,omitempty"` // who of a team acts for By, from 0

	Elapsed int64        `json:"elapsed,omitempty"` // milliseconds that the player whose turn it is has used since the event before
	Left    *clock.State `json:"left,omitempty"`    // of Moved: what By has left after it, which wins over what the match would reckon
	Time    int64        `json:"time,omitempty"`    // milliseconds, of Credited, Gave and Vacation
	Planned bool         `json:"planned,omitempty"` // of Moved: By has said before what to answer, and need not be back
}

// Setup is what a game is made of. A player keeps the seat, and its name, although
// an opening may give them the other colour.
type Setup struct {
	Board   string `json:"board"` // spec
	Rules   string `json:"rules"` // canonical id
	Black   Seat   `json:"black"`
	White   Seat   `json:"white"`
	Clock   string `json:"clock,omitempty"`   // spec; "" for a game without clocks
	Rated   bool   `json:"rated,omitempty"`   // whether its result counts for its players' ratings
	Private bool   `json:"private,omitempty"` // whether only those who know its link hear of it
	Colors  Colors `json:"colors,omitempty"`  // how sides are shared out when somebody joins

	Estimates  bool `json:"estimates,omitempty"`  // whether people who play each other may ask how the game stands; never in a rated one
	NoVacation bool `json:"noVacation,omitempty"` // whether its clocks go on when a player is on vacation
	Partners   int  `json:"partners,omitempty"`   // how many people play on each side by turns, 2 to [MaxPartners]; 0 where one does
}

// Colors says how a game that waits for a second player shares out sides, and
// what else is settled only when both are known.
type Colors string

// The ways to share out sides. Whoever applies a Joined event to a game of any but
// the first says in its Setup what has come of it.
const (
	Seated   Colors = ""         // as they sit
	ByChance Colors = "chance"   // by lot
	ByRank   Colors = "handicap" // the weaker one is Black, with stones and komi by the difference; by lot where it is not known
)

// SeatKind says who sits on a seat.
type SeatKind string

// The kinds of seats.
const (
	Open   SeatKind = "open"
	Human  SeatKind = "human"
	Engine SeatKind = "engine"
)

// Seat is one player. An open seat that names a person is kept for them. Where several people
// play on a side, its seat is a Team's, and what else it says is said of the one who plays
// the side's next turn, whom a [Match] puts there.
type Seat struct {
	Kind   SeatKind `json:"kind"`
	Name   string   `json:"name,omitempty"`
	Engine string   `json:"engine,omitempty"` // engine id
	Player string   `json:"player,omitempty"` // id of the person, as the server likes it
	Bot    bool     `json:"bot,omitempty"`    // a program plays for the account
	Rank   string   `json:"rank,omitempty"`   // how strong they were when they sat down, in few characters; "" where nobody knows
	Host   bool     `json:"host,omitempty"`   // they play many games at once, and are at another board most of the time
	Extra  int64    `json:"extra,omitempty"`  // milliseconds of main time that they begin with beyond what the clock gives
	Team   Team     `json:"team,omitzero"`
}

// Refusal is the error of an event that the game does not allow now. An illegal
// move is a *game.IllegalMove instead.
type Refusal struct {
	Code string // for machines, one of the constants below
	sentence.Sentence
}

// The codes of refusals.
const (
	CodeBadEvent    = "bad-request"   // the event makes no sense in itself
	CodeNotYourTurn = "not-your-turn" // the other side is to move
	CodeGameOver    = "game-over"
	CodeWaiting     = "waiting"     // a seat is still open
	CodeSeatTaken   = "seat-taken"  // nobody can join there
	CodeNotNow      = "not-now"     // not in this phase of the game
	CodeNotAllowed  = "not-allowed" // never in this kind of game
	CodeTooLong     = "too-long"    // the log is full
	CodeTimeUp      = "time-up"     // the time of the player whose turn it is was up before
)

func (r *Refusal) Error() string { return r.Text }

// refuse returns a refusal; its id is "" where no person can meet it.
func refuse(code, id, format string, args ...any) error {
	return &Refusal{Code: code, Sentence: sentence.New(id, format, args...)}
}
