// Package match is one game between people or engines as a pure state machine: seats, turns, taking
// back, resigning, draw offers, the agreement on dead stones, and the players' clocks. A [Match]
// changes only by [Match.Apply], which takes an [Event] and returns what it changed. [Replay]
// rebuilds the match from the log of events. It has no goroutine and no I/O, and reads no clock:
// times come with the events. The sender of an event checks identities.
//
// A match goes through these phases:
//
//	waiting ── joined ──▶ playing ── two passes ──▶ scoring ── accepted ──▶ finished
//	                      │  ▲────────── resumed, undone ──────┘               ▲
//	                      └── resigned, agreed, flagged, claimed, game decided ┘
//
// A game can also be cancelled before both have moved.
//
// # Clocks
//
// The clock of the player to move runs while the game is being played, as soon as both players have
// joined. While the players agree on dead stones, both clocks stop. Each event contains the time
// used since the event before it (Elapsed), measured by its sender. After a flag has fallen, which
// [Match.FlagIn] predicts, the match accepts only Flagged; before that it refuses Flagged. For any
// elapsed time exactly one of the two is valid. Taking back restores no time. A clock belongs to a
// player, whichever stones they have.
//
// # Players and colours
//
// A player is named by the colour of their seat, and By in an [Event] is a player. In most games
// the player Black has the black stones. In an opening that is a dialogue ([game.Opened]) players
// place stones of both colours and may change sides. Then [Match.Turn] returns the player to move,
// [Match.ToPlay] the colour of the next stone, and [Match.Holder] the player who has the stones of
// a colour. Results use colours, as records do; [Match.Winner] returns the player.
//
// # Several people on a side
//
// In rengo (pair Go) a player is a team whose partners alternate: in a team of two the first
// partner plays the first, third and fifth turn. A pass is a turn; a move that was taken back is
// not. [Match.Next] returns the partner who plays the next turn of a side; moves of other partners
// are refused. For everything else (resigning, offers and answers, the count, time given and
// stopped) any partner acts for the side, which has one clock. The game waits until all places are
// taken.
package match

import (
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
)

// MaxEvents limits a game's log. When it is nearly full a game can only be ended.
const MaxEvents = 50_000

// Phase is the stage of a game.
type Phase string

// The phases.
const (
	Waiting  Phase = "waiting"  // for a second player
	Playing  Phase = "playing"  //
	Counting Phase = "scoring"  // the players agree on dead stones
	Finished Phase = "finished" //
)

// Match is one game. It is not safe for concurrent use.
type Match struct {
	pos      game.Position
	setup    Setup
	phase    Phase
	version  int
	created  time.Time
	updated  time.Time
	proposed bool           // the proposal of dead stones has arrived
	dead     []bool         // by point, in Counting and Finished
	accepted [3]bool        // by player
	agreed   [3]bool        // by player: whether they have accepted a count since play stopped, even if it has changed since
	offer    game.Color     // the player with an open draw offer, or Empty
	offers   [3]int         // by player: the ply of their last offer, plus one
	asked    game.Color     // the player with an open request to take back, or Empty
	asks     [3]int         // by player: the ply of their last request, plus one
	begun    bool           // both have moved, even if moves were taken back since
	next     [3]int         // by player: the place of the team member who plays next
	maker    chair          // the place of the player who made a game of teams
	freed    map[string]int // how often a player's place became free again, by their id; nil if never
	clock    clock.Spec
	left     [3]clock.State   // by player: their time at the last event
	lefts    []clock.State    // by turn: the player's time after it; empty without a clock
	paused   [3]bool          // by player: whether they are on leave
	vacation [3]time.Duration // by player: the rest of their vacation, which does not count as leave
	outcome  game.Outcome     // once Finished
	before   []game.Color     // scratch: the stones before an event
}

// Effects describes the changes of an event.
type Effects struct {
	Set     []game.Placed // stones that were added
	Clear   []game.Point  // points that became empty
	Players bool          // a seat was taken or given back
	Phase   bool          // the phase has changed
}

// New returns the match that first, a Created event, starts. b and r must be the board and rules of
// its setup.
func New(b *board.Board, r game.Rules, first Event) (*Match, error) {
	if first.Kind != Created || first.Setup == nil {
		return nil, refuse(CodeBadEvent, "", "a game begins with an event %q with its setup", Created)
	}
	if err := first.Setup.check(); err != nil {
		return nil, err
	}
	pos, err := r.New(b)
	if err != nil {
		return nil, err
	}
	spec, err := clock.Parse(first.Setup.Clock)
	if err != nil {
		return nil, refuse(CodeBadEvent, "", "%s", err)
	}
	black, white := first.Setup.Black, first.Setup.White
	m := &Match{
		clock: spec, left: [3]clock.State{game.Black: black.start(spec), game.White: white.start(spec)},
		pos: pos, setup: *first.Setup, phase: Playing, version: 1,
		created: first.At, updated: first.At, dead: make([]bool, b.Len()), before: make([]game.Color, b.Len()),
	}
	if err := m.checkTeamsGame(); err != nil {
		return nil, err
	}
	m.findMaker()
	m.seatNext()
	if m.setup.waits() {
		m.phase = Waiting
	}
	return m, nil
}

// Replay returns the match that results from a log of events.
func Replay(b *board.Board, r game.Rules, log []Event) (*Match, error) {
	if len(log) == 0 {
		return nil, refuse(CodeBadEvent, "", "the log of the game is empty")
	}
	m, err := New(b, r, log[0])
	if err != nil {
		return nil, fmt.Errorf("event 1 (%s): %w", log[0].Kind, err)
	}
	for i, e := range log[1:] {
		if _, err := m.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", i+2, e.Kind, err)
		}
	}
	return m, nil
}

// check checks a setup.
func (s *Setup) check() error {
	if err := s.checkTeams(); err != nil {
		return err
	}
	for _, seat := range []Seat{s.Black, s.White} {
		switch {
		case s.Partners > 0: // its places are checked instead
		case seat.Kind != Open && seat.Kind != Human && seat.Kind != Engine:
			return refuse(CodeBadEvent, "", "a seat is %q, %q or %q, not %q", Open, Human, Engine, seat.Kind)
		case seat.Extra != 0 && !s.hasMain():
			return refuse(CodeBadEvent, "", "only a clock with main time can give one player more")
		case seat.Extra < 0 || seat.Extra > int64(MaxExtra/time.Millisecond):
			return refuse(CodeBadEvent, "", "a player starts with at most %s more than the clock gives", MaxExtra)
		case seat.Kind == Engine && seat.Engine == "":
			return refuse(CodeBadEvent, "", "the seat of an engine has no engine")
		}
	}
	if s.Colors != Seated && s.Colors != ByChance && s.Colors != ByRank {
		return refuse(CodeBadEvent, "", "unknown way %q to assign colours", s.Colors)
	}
	if s.Partners == 0 && s.Black.Kind == Open && s.White.Kind == Open {
		return refuse(CodeBadEvent, "", "a game needs a player on one of its seats")
	}
	return nil
}

// MaxExtra limits the time that one player gets in addition to the clock's.
const MaxExtra = 12 * time.Hour

// hasMain reports whether the clock of a setup has main time, which one player can get more of.
func (s *Setup) hasMain() bool {
	spec, err := clock.Parse(s.Clock)
	return err == nil && spec.HasMain()
}

// start returns the initial time of a seat.
func (s Seat) start(spec clock.Spec) clock.State {
	st := spec.Start()
	st.Main += time.Duration(s.Extra) * time.Millisecond
	return st
}

// Apply applies an event, or refuses it and leaves the match unchanged. The error is a *Refusal or
// a *game.IllegalMove.
func (m *Match) Apply(e Event) (Effects, error) {
	if m.version >= MaxEvents-4 && !ends[e.Kind] {
		return Effects{}, refuse(CodeTooLong, "game.tooLong",
			"this game has become too long: accept the score, agree to a draw or resign")
	}
	apply, ok := handlers[e.Kind]
	if !ok {
		return Effects{}, refuse(CodeBadEvent, "", "unknown event %q", e.Kind)
	}
	if e.Kind != Scoring && e.By != game.Black && e.By != game.White {
		return Effects{}, refuse(CodeBadEvent, "", "the event %q has no side", e.Kind)
	}
	if m.phase == Finished {
		return Effects{}, refuse(CodeGameOver, "game.over", "The game is over.")
	}
	for p := range m.before {
		m.before[p] = m.pos.At(game.Point(p))
	}
	if err := m.checkPlace(e); err != nil {
		return Effects{}, err
	}
	phase, left, vacation := m.phase, m.left, m.vacation
	var err error
	if m.left, err = m.tick(e); err == nil {
		m.rest(e)
		err = apply(m, e)
	}
	if err != nil {
		m.left, m.vacation = left, vacation
		return Effects{}, err
	}
	m.version++
	m.updated = e.At
	m.seatNext()
	fx := Effects{Players: e.Kind == Joined || e.Kind == Freed, Phase: m.phase != phase}
	for p, was := range m.before {
		switch is := m.pos.At(game.Point(p)); {
		case is == was:
		case is == game.Empty:
			fx.Clear = append(fx.Clear, game.Point(p))
		default:
			fx.Set = append(fx.Set, game.Placed{Point: game.Point(p), Color: is})
		}
	}
	return fx, nil
}

// ends are the events that are accepted even by a log that is nearly full.
var ends = map[Kind]bool{
	Resigned: true, Scoring: true, Accepted: true, Agreed: true, Flagged: true, Claimed: true, Cancelled: true,
	Freed: true, // players that leave for good give up their place, however long the log is
}

// handlers contains the handler of each kind of event. A handler checks everything before it
// changes anything.
var handlers = map[Kind]func(*Match, Event) error{
	Joined:   (*Match).join,
	Freed:    (*Match).free,
	Moved:    (*Match).move,
	Undone:   (*Match).undo,
	Resigned: (*Match).resign,
	Scoring:  (*Match).propose,
	Toggled:  (*Match).toggle,
	Accepted: (*Match).accept,
	Resumed:  (*Match).resume,
	Offered:  (*Match).offerDraw,
	Agreed:   (*Match).agree,
	Declined: (*Match).decline,

	Asked:     (*Match).ask,
	Granted:   (*Match).grant,
	Denied:    (*Match).deny,
	Cancelled: (*Match).cancel,
	Claimed:   (*Match).claim,

	Flagged:  (*Match).flag,
	Credited: (*Match).credit,
	Gave:     (*Match).give,
	Paused:   (*Match).pause,
	Unpaused: (*Match).unpause,
	Vacation: (*Match).vacate,
}

func (m *Match) seat(c game.Color) *Seat {
	if c == game.Black {
		return &m.setup.Black
	}
	return &m.setup.White
}
