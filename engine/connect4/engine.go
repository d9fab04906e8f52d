// Package connect4 is the engines' knowledge of Connect Four. The engines play
// perfectly if package solve/connect4 finds the value of a position in time.
// Otherwise, on large boards and for rows of other lengths, they search with
// package alphabeta.
package connect4

import (
	"fmt"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/connect4"
	solve "moyo/solve/connect4"
)

// Kind describes the engines of Connect Four. Its extra is the solver.
var Kind = player.Kind{
	Name: "connect four", Memory: 256 << 20, Table: 1. / 8, Search: searchDefault(), Extra: "solve",
	Levels: levels, Unit: orderUnit, Scale: scale,
	Game: func(opt player.Options) player.Game { return &model{opt: opt} },
}

// searchDefault returns how package alphabeta searches by default.
func searchDefault() alphabeta.Options {
	o := alphabeta.Default()
	o.NullMove = false // a side often prefers not to move
	return o
}

// scale is the score of a win probability of 73 %.
const scale = 40

// Options are the resources and the playing strength of an engine.
type Options = player.Options

// model is an engine's knowledge of the game that it plays. It implements
// player.Game and player.Chooser.
type model struct {
	opt     Options
	field   *field
	solver  *solve.Solver
	threads int // of solver
}

// Prepare implements player.Game.
func (m *model) Prepare(pos game.Position) (changed bool, err error) {
	p, ok := pos.(*rules.Position)
	if !ok {
		return false, fmt.Errorf("does not play %s", pos.Rules().ID())
	}
	w, h, _ := p.Board().Grid()
	if f := m.field; f != nil && f.w == w && f.h == h && f.n == p.Need() {
		return false, nil
	}
	m.field, m.solver = newField(w, h, p.Need()), nil
	return true, nil
}

// Book implements player.Game: the connect4.Book contains scores, not moves.
func (m *model) Book(game.Position) *book.Book { return nil }

// Root implements player.Game.
func (m *model) Root(pos game.Position) player.Root {
	s := newState(m.field, pos.(*rules.Position))
	return player.Root{State: s, Moves: [][]alphabeta.Move{s.all(nil)}, Turns: s.left/2 + 2, Hash: pos.Hash()}
}

// Forget implements player.Game. The solver keeps nothing.
func (m *model) Forget() {}

// firstTime is the time of a first move without a limit: players do not like to
// wait for it, and it matters little.
const firstTime = 700 * time.Millisecond

// Choose implements player.Chooser: at full strength the move comes from the
// solver if it supports the position.
func (m *model) Choose(e *player.Engine, t player.Turn) (engine.Info, bool) {
	if !e.Full(t.Lim) {
		return engine.Info{}, false
	}
	p := t.Pos.(*rules.Position)
	root := m.Root(p)
	moves := root.Choices(p, t.Lim.Exclude)
	t.Lim = bounded(t.Lim, p.Board().Len()-root.State.(*state).left)
	if !m.solvable(p) || t.Lim.Depth != 0 {
		return e.Think(t, root, moves), true
	}
	return m.exact(e, t, root, moves), true
}

// bounded returns the limits of a search after the given number of stones.
func bounded(lim engine.Limits, stones int) engine.Limits {
	unbounded := lim.Time == 0 && lim.Nodes == 0 && lim.Depth == 0 && !lim.Clock.Counts()
	if unbounded && stones <= 1 {
		lim.Time = firstTime
	}
	return lim
}
