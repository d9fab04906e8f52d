// Package capturefive is the engines' knowledge of games of captures and rows:
// the values of rows and chains, which moves deserve a search, and how fours
// force although stones of a row can be captured. The engines search with
// package alphabeta, on any board with lines of up to about 400 points.
package capturefive

import (
	"fmt"

	"moyo/engine/alphabeta"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/capturefive"
	"moyo/game/rules/capturefive/fast"
)

// Kind describes the engines of Capture Five. Its extra is the search for lines
// of fours at the leaves.
var Kind = player.Kind{
	Name: "alphabeta", Memory: 128 << 20, Table: 0.6, Search: alphabeta.Default(), Extra: "fours",
	Levels: levels, Unit: orderUnit, Book: bookLevel, Scale: scale,
	Game: func(opt player.Options) player.Game { return &model{opt: opt} },
}

// Options are the resources and the playing strength of an engine.
type Options = player.Options

// New returns an engine.
func New(opt Options) *player.Engine { return Kind.New(opt) }

// fastOptions returns the rules of pos for the fast board, and whether it
// supports them.
func fastOptions(pos game.Position) (fast.Options, bool) {
	p, ok := pos.(*rules.Position)
	if !ok {
		return fast.Options{}, false
	}
	o := p.Options()
	ko := map[rules.Ko]fast.Ko{rules.PositionalKo: fast.Positional, rules.SituationalKo: fast.Situational, rules.SimpleKo: fast.Simple}[o.Ko]
	return fast.Options{N: o.N, All: o.Lines == rules.AllLines, Captures: o.Captures, Ko: ko, Pass: o.Pass}, true
}

// Plays reports whether an engine can play pos: its board may be too large.
func Plays(pos game.Position) bool {
	opt, ok := fastOptions(pos)
	if !ok || pos.Board().Len() > 500 { // too large: do not build its lines
		return false
	}
	_, err := fast.New(pos.Board(), opt)
	return err == nil
}

// model is an engine's knowledge of the game that it plays. It implements
// player.Game.
type model struct {
	opt    Options
	b      *fast.Board
	rules  string // of b, and its board
	w      *weights
	forced *forcedTable
}

// Prepare implements player.Game.
func (m *model) Prepare(pos game.Position) (changed bool, err error) {
	opt, ok := fastOptions(pos)
	if !ok {
		return false, fmt.Errorf("plays games of captures and rows, not %s", pos.Rules().ID())
	}
	id := pos.Rules().ID() + " " + pos.Board().Spec()
	if m.b != nil && m.rules == id {
		return false, nil
	}
	b, err := fast.New(pos.Board(), opt)
	if err != nil {
		return false, err
	}
	m.b, m.rules, m.w, m.forced = b, id, newWeights(opt), newForcedTable()
	return true, nil
}

// Book implements player.Game.
func (m *model) Book(pos game.Position) *book.Book {
	return shelf.Book(bookName(pos.(*rules.Position).Options()), pos.Board())
}

// Root implements player.Game. Weak levels begin in the middle: after few
// positions the best first move is unclear. At full strength the first move is
// searched: on small boards other points win sooner.
func (m *model) Root(pos game.Position) player.Root {
	m.b.Load(pos)
	s := newState(m.b, m.w, m.forced)
	s.plain = m.opt.Plain
	first := s.winning()
	if m.opt.Level > 0 && m.opt.Level < player.Levels && m.b.Empties() == m.b.Len() {
		first = []alphabeta.Move{{Point: int32(player.Central(pos.Board()))}}
	}
	return player.Root{
		State:    s,
		Moves:    [][]alphabeta.Move{first, s.Moves(nil), s.anywhere(nil)},
		Turns:    max(12, min(30, m.b.Empties()/3)),
		Hash:     pos.Hash(),
		Unproved: !m.proves(),
	}
}

// winning returns the moves that win immediately.
func (s *state) winning() []alphabeta.Move {
	var list []alphabeta.Move
	for _, p := range s.finishers(s.b.ToPlay(), nil) {
		list = append(list, alphabeta.Move{Point: int32(p)})
	}
	return list
}

// proves reports whether wins that a search finds are proved. Under superko they
// are not quite: the table's results may come from another path, and superko may
// forbid a move on this one.
func (m *model) proves() bool {
	opt := m.b.Options()
	return !opt.Captures || opt.Ko == fast.Simple
}

// Forget implements player.Game.
func (m *model) Forget() { *m.forced = forcedTable{} }
