// Package match is one game between people or engines as a pure state machine:
// who sits where, whose turn it is, taking back, giving up, offers of a draw, and
// the agreement on dead stones at the end, and the players' clocks. A [Match] changes only by
// [Match.Apply], which takes an [Event] and reports what it changed; the log of events rebuilds it
// exactly ([Replay]). It has no goroutine and no I/O, and reads no clock: times come with the
// events, and identities are checked by whoever sends them.
//
// A match goes through these phases:
//
//	waiting ── joined ──▶ playing ── two passes ──▶ scoring ── accepted ──▶ finished
//	                      │  ▲────────── resumed, undone ──────┘               ▲
//	                      └── resigned, agreed, flagged, claimed, game decided ┘
//
// A game can be called off, too, before both have moved.
//
// # Clocks
//
// The clock of the player whose turn it is runs while the game is being played,
// from the moment in which both are there; while dead stones are agreed on, both
// stand. Each event says how much time was used since the one before it
// (Elapsed), measured by whoever sends it. Once a flag has fallen, which
// [Match.FlagIn] foretells, no event but Flagged is taken, and before that none
// such: for any time used exactly one of the two is right. Taking back gives no
// time back. Players have their clocks as they have their seats, whichever
// stones they have.
//
// # Players and colours
//
// A player is named by the colour that they sat down with, which is the name of
// their seat, and who acts in an [Event] is a player. In most games the player
// Black has the black stones. In an opening that is a dialogue ([game.Opened])
// players place stones of both colours and may change sides: then [Match.Turn]
// says whose turn it is, [Match.ToPlay] which colour comes next, and
// [Match.Holder] which player has the stones of a colour. Results speak of
// colours, as records do; [Match.Winner] is the player.
//
// # Several people on a side
//
// In rengo (pair Go) a player is a team, whose partners play its turns one after the other:
// the first, third, fifth turn of a side of two is the first one's. A pass is a turn, and
// what was taken back was none. [Match.Next] is who plays the next turn of a side, and a move
// of anybody else is refused. All else (resigning, offers and answers, the count, time given
// and stopped) any partner does for the side, which has one clock. The game waits until all places
// are taken.
package match

import (
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
)

// MaxEvents bounds a game's log. When it is nearly full a game can only be ended.
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

// Match is one game. It is not safe for use by several goroutines.
type Match struct {
	pos      game.Position
	setup    Setup
	phase    Phase
	version  int
	created  time.Time
	updated  time.Time
	proposed bool           // the proposal of dead stones is here
	dead     []bool         // by point, in Counting and Finished
	accepted [3]bool        // by player
	agreed   [3]bool        // by player: whether they have accepted a count since play stopped, be it changed since
	offer    game.Color     // the player whose offer of a draw stands, or Empty
	offers   [3]int         // by player: the ply of their last offer, plus one
	asked    game.Color     // the player who asks to take back, or Empty
	asks     [3]int         // by player: the ply of their last asking, plus one
	begun    bool           // both have moved, be that taken back since
	next     [3]int         // by player: the place of who plays its next turn, of a team
	maker    chair          // who made a game of teams
	freed    map[string]int // how often a person's place became free again, by their id; nil for none
	clock    clock.Spec
	left     [3]clock.State   // by player: what they had left at the last event
	lefts    []clock.State    // by turn: what its player had left after it; empty without a clock
	paused   [3]bool          // by player: whether they are on leave
	vacation [3]time.Duration // by player: what is left of their vacation, which is none of the game's leave
	outcome  game.Outcome     // once Finished
	before   []game.Color     // scratch: the stones before an event
}

// Effects says what an event changed.
type Effects struct {
	Set     []game.Placed // stones that are there now and were not
	Clear   []game.Point  // points that are empty now and were not
	Players bool          // a seat was taken, or given back
	Phase   bool          // the phase is another one
}

// New returns the match that first, a Created event, begins. b and r are the
// board and rules that its setup names.
func New(b *board.Board, r game.Rules, first Event) (*Match, error) {
	if first.Kind != Created || first.Setup == nil {
		return nil, refuse(CodeBadEvent, "", "a game begins with an event %q that holds its setup", Created)
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

// Replay returns the match that a log of events leads to.
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

// check says what is wrong with a setup.
func (s *Setup) check() error {
	if err := s.checkTeams(); err != nil {
		return err
	}
	for _, seat := range []Seat{s.Black, s.White} {
		switch {
		case s.Partners > 0: // their places say who sits there
		case seat.Kind != Open && seat.Kind != Human && seat.Kind != Engine:
			return refuse(CodeBadEvent, "", "a seat is %q, %q or %q, not %q", Open, Human, Engine, seat.Kind)
		case seat.Extra != 0 && !s.hasMain():
			return refuse(CodeBadEvent, "", "only a clock with main time can have more of it for one player")
		case seat.Extra < 0 || seat.Extra > int64(MaxExtra/time.Millisecond):
			return refuse(CodeBadEvent, "", "a player begins with at most %s more than the clock gives", MaxExtra)
		case seat.Kind == Engine && seat.Engine == "":
			return refuse(CodeBadEvent, "", "the seat of an engine names no engine")
		}
	}
	if s.Colors != Seated && s.Colors != ByChance && s.Colors != ByRank {
		return refuse(CodeBadEvent, "", "there is no way %q to share out sides", s.Colors)
	}
	if s.Partners == 0 && s.Black.Kind == Open && s.White.Kind == Open {
		return refuse(CodeBadEvent, "", "a game needs somebody on one of its seats")
	}
	return nil
}

// MaxExtra bounds what one player may begin with beyond what the clock gives.
const MaxExtra = 12 * time.Hour

// hasMain says whether the clock of a setup counts main time, of which a player can have more.
func (s *Setup) hasMain() bool {
	spec, err := clock.Parse(s.Clock)
	return err == nil && spec.HasMain()
}

// start returns what somebody on a seat begins with.
func (s Seat) start(spec clock.Spec) clock.State {
	st := spec.Start()
	st.Main += time.Duration(s.Extra) * time.Millisecond
	return st
}

// Apply applies one event, or refuses it and leaves the match as it was. The
// error is a *Refusal or a *game.IllegalMove.
func (m *Match) Apply(e Event) (Effects, error) {
	if m.version >= MaxEvents-4 && !ends[e.Kind] {
		return Effects{}, refuse(CodeTooLong, "game.tooLong",
			"this game has become too long to go on: accept the score, agree to a draw or resign")
	}
	apply, ok := handlers[e.Kind]
	if !ok {
		return Effects{}, refuse(CodeBadEvent, "", "there is no event %q", e.Kind)
	}
	if e.Kind != Scoring && e.By != game.Black && e.By != game.White {
		return Effects{}, refuse(CodeBadEvent, "", "the event %q names no side", e.Kind)
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

// ends are the events that are taken even into a log that is nearly full.
var ends = map[Kind]bool{
	Resigned: true, Scoring: true, Accepted: true, Agreed: true, Flagged: true, Claimed: true, Cancelled: true,
	Freed: true, // whoever goes for good leaves their place, however long others have made the log
}

// handlers holds what each kind of event does. A handler checks everything
// before it changes anything.
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
