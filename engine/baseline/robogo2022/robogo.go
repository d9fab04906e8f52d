// Package robogo2022 is the engine of "Robogo" (2022), kept as a baseline: minimax
// with alpha-beta as the document intended, to a depth of 4, 5 or 6 by the number of
// free points, within two minutes. Moves are ranked by proximity: first the points
// next to a stone, then those with a gap of one point, of two, up to a third of the
// board's width. A leaf is worth the longest own line less the opponent's longest.
//
// docs/baselines.md lists the choices where the document is open.
package robogo2022

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/baseline/internal/fixed"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// DefaultTime is the time of a search without a limit.
const DefaultTime = 120 * time.Second

// Options are options of the search. The zero value follows the document.
type Options struct {
	Minimax bool // without alpha-beta cuts, for counting
}

// Engine is the baseline. The zero value is ready for use.
type Engine struct{ opt Options }

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New(opt Options) *Engine { return &Engine{opt} }

// Name returns "robogo".
func (*Engine) Name() string { return "robogo" }

// Close does nothing.
func (*Engine) Close() error { return nil }

// Search implements engine.Engine. A limit of depth replaces the engine's own.
// The error is for games without rows of stones.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if _, ok := pos.(game.Rower); !ok {
		return engine.Info{}, fmt.Errorf("robogo: %s has no rows of stones", pos.Rules().ID())
	}
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	if lim = lim.ForMove(); lim.Time <= 0 {
		lim.Time = DefaultTime
	}
	m := fixed.Method{Depth: lim.Depth, Value: lines, Order: newRanking(pos).order, Prune: !e.opt.Minimax, Even: 1}
	if m.Depth <= 0 {
		m.Depth = depthFor(free(pos))
	}
	return fixed.Search(ctx, pos, rows.Choices(pos, lim.Exclude), len(lim.Exclude) > 0, m, lim, report), nil
}

// Order returns the legal moves of pos in the order of the search; of equally
// good ones the engine plays the first.
func Order(pos game.Position) []game.Move {
	moves := pos.LegalMoves(nil)
	newRanking(pos).order(pos, moves)
	return moves
}

// depthFor returns the depth for a number of free points.
func depthFor(free int) int {
	switch {
	case free > 18:
		return 4
	case free > 12:
		return 5
	}
	return 6
}

// free returns the number of empty points.
func free(pos game.Position) int {
	n := 0
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) == game.Empty {
			n++
		}
	}
	return n
}

// lines is the value of a leaf: the longest line of the side to move less the
// opponent's.
func lines(pos game.Position) int {
	me, r := pos.ToPlay(), pos.(game.Rower)
	return r.Longest(me) - r.Longest(me.Other())
}

// ranking sorts moves by their distance from a stone.
type ranking struct {
	most   int32        // steps from a stone within which distances are compared
	centre game.Point   // counts as a stone on the empty board
	steps  []int32      // from the nearest stone, most+1 beyond most
	queue  []game.Point // scratch
}

func newRanking(pos game.Position) *ranking {
	n := pos.Board().Len()
	third := int32(math.Sqrt(float64(n))) / 3 // of the width; boards are about as wide as high
	return &ranking{most: third + 1, centre: rows.Centre(pos.Board()), steps: make([]int32, n)}
}

// order sorts moves: nearer ones first, equally near ones by point, moves
// without a stone last.
func (r *ranking) order(pos game.Position, moves []game.Move) {
	r.measure(pos)
	rank := func(m game.Move) int32 {
		if m < 0 {
			return r.most + 2
		}
		return r.steps[m]
	}
	slices.SortStableFunc(moves, func(a, b game.Move) int { return cmp.Compare(rank(a), rank(b)) })
}

// measure finds the steps along edges from every point to the nearest stone:
// one more than the gap in points.
func (r *ranking) measure(pos game.Position) {
	r.queue = r.queue[:0]
	for p := range r.steps {
		r.steps[p] = r.most + 1
		if pos.At(game.Point(p)) != game.Empty {
			r.steps[p] = 0
			r.queue = append(r.queue, game.Point(p))
		}
	}
	if len(r.queue) == 0 {
		r.steps[r.centre] = 0
		r.queue = append(r.queue, r.centre)
	}
	for i := 0; i < len(r.queue); i++ {
		p := r.queue[i]
		if r.steps[p] == r.most {
			break // the remaining points are as far
		}
		for _, q := range pos.Board().Neighbors(p) {
			if r.steps[q] > r.steps[p]+1 {
				r.steps[q] = r.steps[p] + 1
				r.queue = append(r.queue, q)
			}
		}
	}
}
