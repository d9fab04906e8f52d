package review

import (
	"context"

	"moyo/engine"
	"moyo/game"
)

// Retried is what an engine says of another move in the place of a bad one.
type Retried struct {
	Class   Class       // by what it loses against the better move
	Loss    float64     // of the win chance, against the better move
	Points  float64     // that it gives away, where they are counted
	Value   float64     // win chance of the side that moves, after it
	Against float64     // and after the better move
	Proven  bool        // Value is exact
	Line    []game.Move // the move, and what the engine expects to follow
}

// Right reports whether a move is as good as the better one, or nearly so.
func (r Retried) Right() bool { return r.Class == Best || r.Class == Good }

// Retry judges a move in pos by comparing it with the one that a review has found to be
// better: the engine looks at what follows each, within the same limits. The better move
// itself is always right: only a longer look could say otherwise, and one has been taken.
// The error wraps a *game.IllegalMove, or is the engine's.
func Retry(ctx context.Context, eng engine.Engine, pos game.Position, better, move game.Move, lim engine.Limits) (Retried, error) {
	side := pos.ToPlay()
	after, err := worthAfter(ctx, eng, pos, move, lim)
	if err != nil {
		return Retried{}, err
	}
	r := Retried{Value: after.For(side), Proven: after.Solved, Line: append([]game.Move{move}, after.Line...)}
	r.Class, r.Against = Best, r.Value
	if move == better || r.Proven && r.Value == 1 {
		return r, nil
	}
	best, err := worthAfter(ctx, eng, pos, better, lim)
	if err != nil {
		return Retried{}, err
	}
	r.Against = best.For(side)
	r.Loss = max(0, r.Against-r.Value)
	if best.Counted && after.Counted {
		r.Points = max(0, best.LeadOf(side)-after.LeadOf(side))
	}
	r.Class = classOf(Severity(r.Loss, r.Points))
	return r, nil
}

// Severity says how bad a move is that loses so much win chance, and so many points where
// they are counted: 1 is a blunder.
func Severity(loss, points float64) float64 { return max(loss/blunderLoss, points/blunderPoints) }

// worthAfter returns what an engine says of the position after a move.
func worthAfter(ctx context.Context, eng engine.Engine, pos game.Position, move game.Move, lim engine.Limits) (Worth, error) {
	at := pos.Clone()
	if err := at.Play(move); err != nil {
		return Worth{}, err
	}
	if out := at.Outcome(); out.Over {
		return (&Review{at: at}).over(ctx, eng, out)
	}
	w, err := search(ctx, eng, at, lim)
	if ctxErr := ctx.Err(); err == nil && ctxErr != nil {
		return Worth{}, ctxErr // what a search says that was cut short is not worth telling
	}
	return w, err
}
