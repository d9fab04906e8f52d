package gtp

import (
	"fmt"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
)

// session is the game of a conversation. The position follows from the rules
// and the events.
type session struct {
	cfg    Config
	board  *board.Board
	verts  *Vertices
	rules  game.Rules
	komi   float64 // as set by the client
	bonus  string  // White's points for handicap stones: "0", "N" or "N-1"
	stands bool    // area scoring keeps dead stones: KataGo's friendlyPassOk is false
	taxed  bool    // points in seki do not count: KataGo's tax is SEKI
	events []event
	pos    game.Position
	clock  timing
	bounds bounds
	free   int        // handicap stones placed
	turn   game.Color // side to move, if the client has set it since the last event
}

// event is a move, or a setup of stones.
type event struct {
	color  game.Color
	move   game.Move
	setup  bool
	stones []game.Placed // of a setup, with color to play
}

// maxEvents bounds a game; every board fills earlier.
const maxEvents = 200_000

func newSession(cfg Config) (*session, error) {
	b, err := cfg.Board(cfg.StartBoard)
	if err != nil {
		return nil, err
	}
	r, err := cfg.Rules(cfg.StartRules)
	if err != nil {
		return nil, err
	}
	s := &session{cfg: cfg, bonus: "0", bounds: newBounds(cfg.Limits)}
	s.komi, _ = KomiOf(r.ID())
	return s, s.start(b, r)
}

// start begins an empty game on b by r, or leaves everything unchanged.
func (s *session) start(b *board.Board, r game.Rules) error {
	pos, err := r.New(b)
	if err != nil {
		return err
	}
	if b != s.board {
		s.board, s.verts = b, NewVertices(b)
	}
	s.rules, s.pos, s.events, s.free, s.turn = r, pos, nil, 0, game.Empty
	s.clock.restart()
	return nil
}

// apply adds an event. On failure the position stays unchanged.
func (s *session) apply(e event) error { return s.applyAll([]event{e}) }

// applyAll adds events in order, or none of them if one fails.
func (s *session) applyAll(events []event) error {
	if len(s.events)+len(events) > maxEvents {
		return errTooLong
	}
	pos := s.pos.Clone()
	for _, e := range events {
		if err := applyTo(pos, e); err != nil {
			return err
		}
	}
	s.pos, s.turn = pos, game.Empty
	s.events = append(s.events, events...)
	return nil
}

// applyTo changes pos by the event.
func applyTo(pos game.Position, e event) error {
	if e.setup {
		setter, ok := pos.(game.Setter)
		if !ok {
			return errNoSetup
		}
		return setter.Set(e.stones, e.color)
	}
	if err := HandTurn(pos, e.color); err != nil {
		return err
	}
	return pos.Play(e.move)
}

// HandTurn makes c the side to move: GTP lets either side play at any time,
// also after both have passed.
func HandTurn(pos game.Position, c game.Color) error {
	if pos.ToPlay() == game.Empty {
		scorer, ok := pos.(game.Scorer)
		if !ok || !scorer.Resume() {
			return errOver
		}
	}
	if pos.ToPlay() == c {
		return nil
	}
	t, ok := pos.(game.Turner)
	if !ok {
		return fmt.Errorf("it is %s's turn", pos.ToPlay())
	}
	t.SetToPlay(c)
	return nil
}

// replay makes the position of the events under the rules.
func (s *session) replay(r game.Rules, events []event) (game.Position, error) {
	pos, err := r.New(s.board)
	if err != nil {
		return nil, err
	}
	for i, e := range events {
		if err := applyTo(pos, e); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return pos, nil
}

// undo takes back the last n moves, or returns false if there are fewer.
func (s *session) undo(n int) bool {
	rest := len(s.events) - n
	if rest < 0 || slices.ContainsFunc(s.events[rest:], func(e event) bool { return e.setup }) {
		return false
	}
	pos, err := s.replay(s.rules, s.events[:rest])
	if err != nil {
		return false
	}
	for _, e := range s.events[rest:] {
		s.clock.undone(e.color)
	}
	s.pos, s.events, s.turn = pos, s.events[:rest], game.Empty
	return true
}

// toPlay is the side to move, also when the game is over.
func (s *session) toPlay() game.Color {
	if s.turn != game.Empty {
		return s.turn
	}
	if c := s.pos.ToPlay(); c != game.Empty {
		return c
	}
	if n := len(s.events); n > 0 && !s.events[n-1].setup {
		return s.events[n-1].color.Other()
	}
	return game.Black
}

// empty reports whether no stone is on the board.
func (s *session) empty() bool {
	for p := range game.Point(s.board.Len()) {
		if s.pos.At(p) != game.Empty {
			return false
		}
	}
	return true
}

// stones returns the points of a colour.
func (s *session) stones(c game.Color) (points []game.Point) {
	for p := range game.Point(s.board.Len()) {
		if s.pos.At(p) == c {
			points = append(points, p)
		}
	}
	return points
}

// ParseColor parses a colour argument.
func ParseColor(word string) (game.Color, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return game.Black, nil
	case "w", "white":
		return game.White, nil
	}
	return game.Empty, errSyntax
}
