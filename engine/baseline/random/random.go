// Package random plays any game by choosing uniformly among the legal moves. In
// games with points it passes only when nothing else is legal, or when a pass
// ends the game and wins it.
package random

import (
	"context"
	"math/rand/v2"
	"time"

	"moyo/engine"
	"moyo/game"
)

// Engine chooses at random. The zero value is ready for use.
type Engine struct {
	buf []game.Move
}

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New() *Engine { return &Engine{} }

// Name returns "random".
func (e *Engine) Name() string { return "random" }

// Close does nothing.
func (e *Engine) Close() error { return nil }

// Search chooses a move by the seed of the limits and the number of moves played,
// so that a seed determines a whole game, or at random if the seed is 0.
func (e *Engine) Search(_ context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	began := time.Now()
	e.buf = pos.LegalMoves(e.buf[:0])
	info := engine.Info{Move: choose(pos, e.buf, source(lim.Seed, len(pos.Moves()))), Value: 0.5, Nodes: 1}
	if info.Move != game.NoMove {
		info.PV = []game.Move{info.Move}
		info.Candidates = []engine.Candidate{{Move: info.Move, Visits: 1, Value: 0.5}}
	}
	info.Elapsed = time.Since(began)
	if report != nil {
		report(info)
	}
	return info, nil
}

func source(seed uint64, ply int) *rand.Rand {
	if seed == 0 {
		seed = rand.Uint64()
	}
	return rand.New(rand.NewPCG(seed, uint64(ply)))
}

// choose returns one of the legal moves, or NoMove.
func choose(pos game.Position, legal []game.Move, r *rand.Rand) game.Move {
	others := 0
	for _, m := range legal {
		if m != game.Pass {
			legal[others] = m
			others++
		}
	}
	switch {
	case len(legal) == 0:
		return game.NoMove
	case others == 0 || others < len(legal) && passWins(pos):
		return game.Pass
	}
	return legal[r.IntN(others)]
}

// passWins reports whether the opponent has passed and a pass wins.
func passWins(pos game.Position) bool {
	moves := pos.Moves()
	if len(moves) == 0 || moves[len(moves)-1] != game.Pass {
		return false
	}
	after := pos.Clone()
	if after.Play(game.Pass) != nil {
		return false
	}
	out := after.Outcome()
	return out.Over && out.Winner == pos.ToPlay()
}
