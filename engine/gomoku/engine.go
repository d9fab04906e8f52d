// Package gomoku is the engines' knowledge of n in a row: evaluation, which
// moves deserve a search and in what order, and how fours force. The engines
// search with package alphabeta, on any board with lines and under every rule of
// package game/rules/gomoku.
package gomoku

import (
	"fmt"

	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/gomoku/network"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
)

// Kind describes the engines of n in a row.
var Kind = player.Kind{
	Name: "alphabeta", Memory: 128 << 20, Table: 0.6, Search: alphabeta.Default(),
	Levels: levels, Unit: orderUnit, Book: player.Levels, Scale: scale, Extra: "network",
	Game: func(opt player.Options) player.Game {
		return &model{bare: opt.NoBook, plain: opt.Plain || opt.Level > 0 && opt.Level < player.Levels}
	},
}

// Options are the resources and the playing strength of an engine.
type Options = player.Options

// New returns an engine.
func New(opt Options) *player.Engine { return Kind.New(opt) }

// Plays reports whether an engine can play under the options: it has no tables
// for long rows.
func Plays(opt rules.Options) bool {
	_, err := pattern.TableFor(opt.Rule.String(), opt.N)
	return err == nil
}

// model is an engine's knowledge of the game that it plays. It implements
// player.Game.
type model struct {
	b     *pattern.Board
	board *board.Board  // of b
	rule  rules.Options // of b
	w     *Weights
	fours *foursTable
	net   *network.Accumulator // nil without a network
	bare  bool                 // searches for opening proposals instead of using prepared ones
	plain bool                 // without a network
}

// Prepare implements player.Game.
func (m *model) Prepare(pos game.Position) (changed bool, err error) {
	p, ok := pos.(*rules.Position)
	if !ok {
		return false, fmt.Errorf("plays n in a row, not %s", pos.Rules().ID())
	}
	opt := p.Options()
	if m.b != nil && m.board.Spec() == p.Board().Spec() && m.rule.Rule == opt.Rule && m.rule.N == opt.N {
		return false, nil
	}
	table, err := pattern.TableFor(opt.Rule.String(), opt.N)
	if err != nil {
		return false, err
	}
	b, err := pattern.New(p.Board(), table)
	if err != nil {
		return false, err
	}
	*m = model{b: b, board: p.Board(), rule: opt, w: WeightsFor(opt.Rule), fours: &foursTable{}, bare: m.bare, plain: m.plain}
	b.Weigh(&m.w.Values)
	if opt.N == 5 && !m.plain {
		if l := network.NewLayout(b); l != nil {
			m.net = NetworkFor(opt.Rule).New(l)
		}
	}
	return true, nil
}

// load sets the pattern board to a prepared position.
func (m *model) load(p game.Position) *state {
	for m.b.Stones() > 0 {
		m.b.Undo()
	}
	for q := range game.Point(p.Board().Len()) {
		if c := p.At(q); c != game.Empty {
			m.b.Place(q, int(c))
		}
	}
	s := newState(m.b, m.w, int(p.ToPlay()), m.fours)
	s.net = m.net
	return s
}

// Book implements player.Game.
func (m *model) Book(game.Position) *book.Book {
	if m.rule.N != 5 {
		return nil
	}
	return shelf.Book(m.rule.Rule.String(), m.board)
}

// Root implements player.Game. On an empty board the search takes the middle,
// and after a lone stone far from the middle also the points around the middle:
// moves close to a stone at the edge are not all that deserve a search.
func (m *model) Root(pos game.Position) player.Root {
	s := m.load(pos)
	var first []alphabeta.Move
	switch middle := player.Central(m.board); {
	case m.b.Stones() == 0:
		first = append(first, s.move(middle))
	case m.b.Stones() == 1 && !m.b.IsNear(middle):
		first = m.inside(s, s.developing(nil))
	}
	moves, anywhere := s.Moves(nil), s.refine(s.anywhere(nil))
	if len(moves) == 1 && moves[0].Lost > 0 { // a single move represents all: users and weak levels choose among them
		moves = anywhere
	}
	return player.Root{
		State: s,
		Moves: [][]alphabeta.Move{first, moves, s.refine(s.developing(nil)), anywhere, s.refine(s.empty())},
		Turns: max(12, min(30, (m.b.Len()-m.b.Stones())/6)),
		Hash:  m.b.Hash(),
		Vague: m.b.Line(pattern.Black).Ban && !m.b.Simple(), // on closed lines the tables may wrongly call a point forbidden
	}
}

// inside appends the points that are not close to the only stone and at most
// half as far from the middle.
func (m *model) inside(s *state, buf []alphabeta.Move) []alphabeta.Move {
	off := func(p board.Point) float64 {
		c := m.board.Coord(p)
		return c[0]*c[0] + c[1]*c[1] + c[2]*c[2]
	}
	lone, _ := s.b.Stone(0)
	s.points = s.points[:0]
	for p := range board.Point(s.b.Len()) {
		if !s.b.IsNear(p) && off(p) <= off(lone)/4 {
			s.points = append(s.points, p)
		}
	}
	return s.append(buf, s.points)
}

// Forget implements player.Game. The table of fours is for one search anyway.
func (m *model) Forget() {}
