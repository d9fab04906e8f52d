// Package minimax is the textbook engine for every game: all moves to a fixed
// depth by alpha-beta, without table, move ordering or deepening. It is a
// baseline, and an oracle for searches that must find the same values.
package minimax

import (
	"context"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/engine/baseline/internal/fixed"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// DefaultDepth is the depth without a limit, DefaultTime the time of a search
// without any limit.
const (
	DefaultDepth = 3
	DefaultTime  = 10 * time.Second
)

// Options are options of the search.
type Options struct {
	Plain bool // minimax without alpha-beta cuts, with the same result
}

// Engine is the baseline. The zero value is ready for use.
type Engine struct{ opt Options }

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New(opt Options) *Engine { return &Engine{opt} }

// Name returns "minimax".
func (*Engine) Name() string { return "minimax" }

// Close does nothing.
func (*Engine) Close() error { return nil }

// Search implements engine.Engine. The error is for positions in an opening in
// which turns do not alternate.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if o, ok := pos.(game.Opened); ok && o.Phase().Text != "" {
		return engine.Info{}, fmt.Errorf("minimax: does not support the opening of %s", pos.Rules().ID())
	}
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	if lim = lim.ForMove(); lim.Time <= 0 && lim.Nodes <= 0 {
		lim.Time = DefaultTime
	}
	m := fixed.Method{Depth: lim.Depth, Value: Value, Prune: !e.opt.Plain, Even: 2}
	if m.Depth <= 0 {
		m.Depth = DefaultDepth
	}
	return fixed.Search(ctx, pos, rows.Choices(pos, lim.Exclude), len(lim.Exclude) > 0, m, lim, report), nil
}

// Value is the value of an unfinished position for the side to move: the
// difference of the longest rows, of the points, or of the captured stones, the
// first that the game has.
func Value(pos game.Position) int {
	me := pos.ToPlay()
	if r, ok := pos.(game.Rower); ok {
		return r.Longest(me) - r.Longest(me.Other())
	}
	if s, ok := pos.(game.Scorer); ok {
		count := s.Score(nil)
		if me == game.White {
			return int(count.White - count.Black)
		}
		return int(count.Black - count.White)
	}
	if c, ok := pos.(game.Capturer); ok {
		return c.Captures(me) - c.Captures(me.Other())
	}
	return 0
}
