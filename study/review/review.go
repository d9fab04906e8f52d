// Package review analyses a finished game: the value of every position, the cost of every move, how
// well each side played, and which moves decided it. It is independent of the game: it uses an
// engine, the rules and package coach.
//
// A [Review] first evaluates every position briefly, and then those longer where much depends on
// it, until its time or its nodes are used up. It can be stopped after any evaluation. Its [Report]
// then contains the results so far and their reliability: what is proven, which bad moves a deeper
// evaluation has confirmed, and which are tentative.
//
// Each position has one value. It counts for the move before and for the move after, so that the
// gain of one side is the loss of the other.
package review

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"moyo/engine"
	"moyo/game"
)

// Options limit a review.
type Options struct {
	Time    time.Duration // total; 0 for no limit
	Nodes   int64         // total; 0 for no limit. With only nodes, a seed and one thread a review is repeatable
	Threads int           // of the engine; 0 is one
	Seed    uint64
	Winner  game.Color   // the winner, if known: one of the loser's moves may have decided the game
	Drawn   bool         // the players agreed on a draw, or cancelled the game: it has no winner, whatever the count
	Dead    []game.Point // stones that both players agreed to be dead when the game was counted
	Agreed  bool         // Dead is known
}

// How a review divides its budget. The first evaluation of all positions gets one part in
// quickShare. Each further evaluation of a position takes deeper times as long as the previous one,
// at most deepest times.
const (
	quickShare = 5
	deeper     = 4
	deepest    = 6
)

// The limits of the first evaluation for any budget.
const (
	leastTime  = 10 * time.Millisecond
	mostTime   = 500 * time.Millisecond
	leastNodes = 16
	mostNodes  = 2_000_000
)

// Review is a review in progress. It is not safe for concurrent use.
type Review struct {
	opt   Options
	at    game.Position // a position of the game, moved to the one to evaluate
	moves []game.Move
	turns []game.Turn
	judge []bool       // by move: whether it is a normal move, and not part of an opening dialogue
	found []Evaluation // by position, as the engine evaluated it
	quick engine.Limits
	left  Options // the remaining Time and Nodes
	ended bool    // nothing is left to evaluate, or no budget
}

// ErrSilent is the error for engines that do not report evaluations.
var ErrSilent = errors.New("the engine does not report evaluations")

// ErrNothing is the error for a game without moves.
var ErrNothing = errors.New("there are no moves to review")

// New returns the review of the game that ended with pos.
func New(pos game.Position, opt Options) (*Review, error) {
	r := &Review{opt: opt, left: opt, at: pos.Clone(), moves: slices.Clone(pos.Moves()), turns: pos.Turns()}
	if len(r.moves) == 0 {
		return nil, ErrNothing
	}
	r.found = make([]Evaluation, len(r.moves)+1)
	r.judge = make([]bool, len(r.moves))
	before := r.at.Clone()
	for i := range slices.Backward(r.moves) {
		before.Undo()
		opened, ok := before.(game.Opened)
		r.judge[i] = !ok || opened.Phase().Text == ""
	}
	r.quick = r.firstLimits()
	return r, nil
}

// firstLimits returns the limits of the first evaluation of a position.
func (r *Review) firstLimits() engine.Limits {
	lim := engine.Limits{Seed: r.opt.Seed, Threads: r.opt.Threads}
	shares := quickShare * len(r.found)
	if r.opt.Time > 0 {
		lim.Time = min(max(r.opt.Time/time.Duration(shares), leastTime), mostTime)
	}
	if r.opt.Nodes > 0 {
		lim.Nodes = min(max(r.opt.Nodes/int64(shares), leastNodes), mostNodes)
	}
	if lim.Time == 0 && lim.Nodes == 0 {
		lim.Time = 10 * leastTime
	}
	return lim
}

// Run evaluates positions with eng until the review's budget is used up, there is nothing more to
// evaluate, or ctx ends; it may be called again to continue. tell, if not nil, is called after each
// evaluation. The error is the engine's.
func (r *Review) Run(ctx context.Context, eng engine.Engine, tell func()) error {
	for ctx.Err() == nil && !r.ended {
		i, ok := r.next()
		if !ok {
			r.ended = true
			break
		}
		worth, err := r.evaluate(ctx, eng, i)
		if ctx.Err() != nil {
			break // an interrupted search has no reliable result
		}
		if err != nil {
			return err
		}
		r.found[i] = worth
		if tell != nil {
			tell()
		}
	}
	return nil
}

// End ends the review.
func (r *Review) End() { r.ended = true }

// next returns the next position to evaluate. First comes every position once, from the last to the
// first, since certain results at the end help with earlier positions; then those where an
// evaluation decides most.
func (r *Review) next() (i int, ok bool) {
	for i, w := range slices.Backward(r.found) {
		if w.Level == 0 {
			return i, true
		}
	}
	known := r.known()
	best, most := -1, 0.0
	for i := range r.moves {
		p := i
		if level(known[i+1]) < level(known[i]) {
			p = i + 1
		}
		l := level(known[p])
		if l >= deepest || !r.affords(l) {
			continue
		}
		if need := (max(r.severity(known, i), r.contradiction(i)) + doubt) / math.Pow(deeper, float64(l)); need > most {
			best, most = p, need
		}
	}
	return best, best >= 0
}

// contradiction returns how much the searches before and after move i contradict each other, in blunders: the engine
// evaluates its own move lower after it, or any move higher.
func (r *Review) contradiction(i int) float64 {
	if !r.judge[i] || !isEstimate(r.found[i]) || !isEstimate(r.found[i+1]) {
		return 0
	}
	lost := r.lost(r.found[i], r.found[i+1], i)
	if lost > 0 && r.found[i].Best != r.moves[i] {
		return 0
	}
	return math.Abs(lost)
}

// doubt is the expected loss of a move in which no evaluation has found one.
const doubt = 0.05

// level returns how well a value is known: certain values cannot be improved.
func level(w Evaluation) int {
	if w.Solved || w.Over {
		return deepest
	}
	return w.Level
}

// affords reports whether another evaluation of a position that has had times evaluations is within
// the remaining budget.
func (r *Review) affords(times int) bool {
	lim := r.deeper(times)
	return (r.opt.Time == 0 || lim.Time <= r.left.Time) &&
		(r.opt.Nodes == 0 || lim.Nodes <= r.left.Nodes) && (r.opt.Time > 0 || r.opt.Nodes > 0)
}

// deeper returns the limits of the next evaluation of a position that has had times evaluations.
func (r *Review) deeper(times int) engine.Limits {
	lim := r.quick
	for range times {
		lim.Time, lim.Nodes = lim.Time*deeper, lim.Nodes*deeper
	}
	return lim
}

// evaluate evaluates a position.
func (r *Review) evaluate(ctx context.Context, eng engine.Engine, i int) (Evaluation, error) {
	r.goTo(i)
	before := r.found[i]
	if out := r.at.Outcome(); out.Over {
		return r.over(ctx, eng, out)
	}
	began := time.Now()
	w, err := search(ctx, eng, r.at, r.deeper(before.Level))
	if err != nil {
		return Evaluation{}, err
	}
	r.left.Time -= time.Since(began)
	r.left.Nodes -= max(w.Nodes, 1)
	w.Level, w.Nodes = before.Level+1, before.Nodes+w.Nodes
	return w, nil
}

// search returns an engine's evaluation of a position that is not over.
func search(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (Evaluation, error) {
	info, err := eng.Search(ctx, pos, lim, func(engine.Info) {})
	if err != nil {
		return Evaluation{}, err
	}
	if len(info.Candidates) == 0 && !info.Solved && !info.Book && info.Value == 0.5 && info.Depth == 0 {
		return Evaluation{}, ErrSilent
	}
	w := evaluationOf(info, pos.ToPlay())
	w.Level, w.Nodes = 1, info.Nodes
	return w, nil
}

// Before returns the position before move i, from 0, of the game that ended with pos. If a game
// ended and was resumed for the move, the position is the resumed one.
func Before(pos game.Position, i int) game.Position {
	r := &Review{at: pos.Clone(), moves: slices.Clone(pos.Moves()), turns: pos.Turns()}
	r.goTo(i)
	return r.at
}

// goTo moves to the position before move i. If moves follow the end of a game, it was resumed
// there.
func (r *Review) goTo(i int) {
	for len(r.at.Moves()) > i && r.at.Undo() {
	}
	for n := len(r.at.Moves()); n < i; n++ {
		r.resume(n)
		_ = r.at.Play(r.moves[n]) // it was legal in the game
	}
	if i < len(r.moves) {
		r.resume(i)
	}
}

// resume prepares the position for move i: the game continues, with the side that made it.
func (r *Review) resume(i int) {
	game.Resume(r.at)
	if t, ok := r.at.(game.Turner); ok && r.at.ToPlay() != r.turns[i].Color {
		t.SetToPlay(r.turns[i].Color)
	}
}

// over returns the value of the end. For a count it uses the dead stones that the players agreed on
// or, if these are unknown, the engine's.
func (r *Review) over(ctx context.Context, eng engine.Engine, out game.Outcome) (Evaluation, error) {
	w := Evaluation{Level: 1, Over: true, Black: 0.5, Best: game.NoMove}
	if s, ok := r.at.(game.Scorer); ok {
		dead := r.opt.Dead
		if d, ok := eng.(engine.DeadStones); ok && !r.opt.Agreed {
			var err error
			if dead, err = d.Dead(ctx, r.at); err != nil {
				return w, err
			}
		}
		score := s.Score(dead)
		out = score.Outcome()
		w.Lead, w.Counted = score.Black-score.White, true
	} else {
		w.Solved = true
	}
	switch out.Winner {
	case game.Black:
		w.Black = 1
	case game.White:
		w.Black = 0
	}
	return w, nil
}
