package weiqi

import (
	"context"
	"slices"
	"sync/atomic"

	"moyo/game"
)

// ownerPlayouts is how many playouts ownership is taken from on boards of usual
// size, and ownerMoves bounds the work on large ones and on dense ones, whose
// moves cost more.
const (
	ownerPlayouts = 600
	ownerMoves    = 600 * 800
)

// Ownership implements engine.Owner by playouts from pos, half of them with
// either side to move first: what each point was in the end, on average.
func (e *Engine) Ownership(ctx context.Context, pos game.Position) ([]float64, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	m := &model{know: full, policy: heavy, shape: e.model.shapeOf(pos.Board())}
	r, err := m.root(pos, &stop)
	if err != nil {
		return nil, err
	}
	s := r.newState(1)
	s.sample(min(ownerPlayouts, max(20, ownerMoves/max(pos.Board().Len(), pos.Board().EdgeCount()/2))))
	own := make([]float64, s.n)
	for p := range own {
		own[p] = float64(s.owner[p]) / float64(max(1, s.endings))
	}
	return own, ctx.Err()
}

// sample plays so many playouts from the root, each side first in half of them,
// and sums in owner whose each point is in the end. It returns false if the stop
// flag cut it short.
func (s *state) sample(playouts int) bool {
	s.owner = make([]int32, s.n)
	s.endings = 0
	for k := range playouts {
		s.Reset()
		s.last, s.last2 = noPoint, noPoint // no side has just moved
		s.SetToPlay(game.Black)
		if k%2 == 1 {
			s.SetToPlay(game.White)
		}
		if !s.playOut(nil) {
			return false
		}
		s.Area(s.ends)
		for p, c := range s.ends {
			s.owner[p] += [...]int32{game.Black: 1, game.White: -1}[c]
		}
		s.endings++
	}
	return true
}

// deadBelow is the share of the playouts in which a living chain keeps its
// points at least.
const deadBelow = 0.35

// Dead implements engine.DeadStones: the chains whose points were the
// opponent's in most playouts.
func (e *Engine) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	own, err := e.Ownership(ctx, pos)
	if err != nil {
		return nil, err
	}
	chains, ok := pos.(game.Chainer)
	if !ok {
		return nil, nil
	}
	var dead []game.Point
	met := make([]bool, len(own))
	for p := range game.Point(len(own)) {
		if met[p] || pos.At(p) == game.Empty {
			continue
		}
		stones, _ := chains.Chain(p)
		sum := 0.0
		for _, q := range stones {
			met[q] = true
			sum += own[q]
		}
		share := 0.5 + 0.5*sum/float64(len(stones)) // Black's
		if pos.At(p) == game.White {
			share = 1 - share
		}
		if share < deadBelow {
			dead = append(dead, stones...)
		}
	}
	slices.Sort(dead)
	return dead, nil
}
