package review

import (
	"context"

	"moyo/engine"
	"moyo/game"
)

// Retried is an engine's evaluation of another move in place of a bad one.
type Retried struct {
	Class   Class       // by its loss compared with the better move
	Loss    float64     // of win probability, compared with the better move
	Points  float64     // that it loses, if they are counted
	Value   float64     // win probability of the moving side after it
	Against float64     // and after the better move
	Proven  bool        // Value is exact
	Line    []game.Move // the move, and its expected continuation
}

// Right reports whether a move is as good as the better one, or nearly so.
func (r Retried) Right() bool { return r.Class == Best || r.Class == Good }

// Retry judges a move in pos by comparing it with the better move of a review: the engine evaluates
// the positions after both, within the same limits. The better move itself is always right, since a
// longer search has confirmed it. The error wraps a *game.IllegalMove, or is the engine's.
func Retry(ctx context.Context, eng engine.Engine, pos game.Position, better, move game.Move, lim engine.Limits) (Retried, error) {
	side := pos.ToPlay()
	after, err := evaluateAfter(ctx, eng, pos, move, lim)
	if err != nil {
		return Retried{}, err
	}
	r := Retried{Value: after.For(side), Proven: after.Solved, Line: append([]game.Move{move}, after.Line...)}
	r.Class, r.Against = Best, r.Value
	if move == better || r.Proven && r.Value == 1 {
		return r, nil
	}
	best, err := evaluateAfter(ctx, eng, pos, better, lim)
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

// Severity returns how bad a move with these losses is, of win probability and of points if they
// are counted: 1 is a blunder.
func Severity(loss, points float64) float64 { return max(loss/blunderLoss, points/blunderPoints) }

// evaluateAfter returns an engine's evaluation of the position after a move.
func evaluateAfter(ctx context.Context, eng engine.Engine, pos game.Position, move game.Move, lim engine.Limits) (Evaluation, error) {
	at := pos.Clone()
	if err := at.Play(move); err != nil {
		return Evaluation{}, err
	}
	if out := at.Outcome(); out.Over {
		return (&Review{at: at}).over(ctx, eng, out)
	}
	w, err := search(ctx, eng, at, lim)
	if ctxErr := ctx.Err(); err == nil && ctxErr != nil {
		return Evaluation{}, ctxErr // an interrupted search has no reliable result
	}
	return w, err
}
