// Package review looks back at a game: what every position was worth, what every move
// cost, how well each side played, and which moves decided it. It knows no game: all that
// it says comes from an engine, the rules and package coach.
//
// A [Review] looks at every position for a moment first, and then longer at those where
// much depends on it, until its time or its nodes are spent. It can be stopped after any
// look, and its [Report] says then what is known, and how well: what is proven, which moves
// were found bad by a deeper look too, and which only may be.
//
// One value is kept for each position. It counts for the move before and for the move
// after alike, so that what one side wins the other loses.
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

// Options bound a review.
type Options struct {
	Time    time.Duration // in all; 0 does not bound
	Nodes   int64         // in all; 0 does not bound. With nodes alone, a seed and one thread a review is repeatable
	Threads int           // of the engine; 0 is one
	Seed    uint64
	Winner  game.Color   // who has won, where that is known: of the loser's moves one may have decided it
	Drawn   bool         // the players agreed on a draw, or called the game off: nobody has won, whatever a count would say
	Dead    []game.Point // stones that both players took to be dead where the game ended by a count
	Agreed  bool         // Dead is known
}

// How a review shares out what it may spend: the first look at all positions gets one
// part in quickShare, and each further look at a position takes deeper times as long as
// the one before it. No position is looked at more often than deepest says.
const (
	quickShare = 5
	deeper     = 4
	deepest    = 6
)

// The bounds of the first look, which no budget changes.
const (
	leastTime  = 10 * time.Millisecond
	mostTime   = 500 * time.Millisecond
	leastNodes = 16
	mostNodes  = 2_000_000
)

// Review is a game that is being reviewed. It is not safe for use by several goroutines.
type Review struct {
	opt   Options
	at    game.Position // moved to the position that is looked at
	moves []game.Move
	turns []game.Turn
	judge []bool  // by move: whether it was a move of the game proper, and none of a dialogue that opens it
	found []Worth // by position, as the engine said
	quick engine.Limits
	left  Options // what is left of Time and Nodes
	ended bool    // nothing is left to look at, or to spend
}

// ErrSilent is the error of engines that choose moves and do not say what they are worth.
var ErrSilent = errors.New("the engine does not say what positions are worth")

// ErrNothing is the error of a review of a game without moves.
var ErrNothing = errors.New("there are no moves to review")

// New returns the review of the game that pos is the end of.
func New(pos game.Position, opt Options) (*Review, error) {
	r := &Review{opt: opt, left: opt, at: pos.Clone(), moves: slices.Clone(pos.Moves()), turns: pos.Turns()}
	if len(r.moves) == 0 {
		return nil, ErrNothing
	}
	r.found = make([]Worth, len(r.moves)+1)
	r.judge = make([]bool, len(r.moves))
	before := r.at.Clone()
	for i := range slices.Backward(r.moves) {
		before.Undo()
		opened, ok := before.(game.Opened)
		r.judge[i] = !ok || opened.Phase().Text == ""
	}
	r.quick = r.firstLook()
	return r, nil
}

// firstLook returns the limits of the first look at a position.
func (r *Review) firstLook() engine.Limits {
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

// Run looks at positions with eng until the review's time or nodes are spent, there is
// nothing more to look at, or ctx ends; it may be called again to go on. tell, if not nil,
// is called after each look. The error is the engine's.
func (r *Review) Run(ctx context.Context, eng engine.Engine, tell func()) error {
	for ctx.Err() == nil && !r.ended {
		i, ok := r.next()
		if !ok {
			r.ended = true
			break
		}
		worth, err := r.look(ctx, eng, i)
		if ctx.Err() != nil {
			break // what a search says that was cut short is not worth telling
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

// End says that nothing more will be looked at.
func (r *Review) End() { r.ended = true }

// next returns the position to look at now: every one once, from the last to the first,
// since what is certain at the end helps with what was before; then those where a look
// settles most.
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

// contradiction returns by how much the searches before and after move i contradict each other, in blunders: the engine likes its own
// move less after it, or any move more.
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

// doubt is how much is expected of a move in which the looks so far have seen nothing.
const doubt = 0.05

// level returns how well a value is known: a deeper look can add nothing to what is certain.
func level(w Worth) int {
	if w.Solved || w.Over {
		return deepest
	}
	return w.Level
}

// affords reports whether a look at a position that has been looked at so often would be
// within what is left.
func (r *Review) affords(times int) bool {
	lim := r.deeper(times)
	return (r.opt.Time == 0 || lim.Time <= r.left.Time) &&
		(r.opt.Nodes == 0 || lim.Nodes <= r.left.Nodes) && (r.opt.Time > 0 || r.opt.Nodes > 0)
}

// deeper returns the limits of a look at a position that has been looked at so often.
func (r *Review) deeper(times int) engine.Limits {
	lim := r.quick
	for range times {
		lim.Time, lim.Nodes = lim.Time*deeper, lim.Nodes*deeper
	}
	return lim
}

// look searches a position.
func (r *Review) look(ctx context.Context, eng engine.Engine, i int) (Worth, error) {
	r.goTo(i)
	before := r.found[i]
	if out := r.at.Outcome(); out.Over {
		return r.over(ctx, eng, out)
	}
	began := time.Now()
	w, err := search(ctx, eng, r.at, r.deeper(before.Level))
	if err != nil {
		return Worth{}, err
	}
	r.left.Time -= time.Since(began)
	r.left.Nodes -= max(w.Nodes, 1)
	w.Level, w.Nodes = before.Level+1, before.Nodes+w.Nodes
	return w, nil
}

// search returns what an engine says of a position that is not over.
func search(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (Worth, error) {
	info, err := eng.Search(ctx, pos, lim, func(engine.Info) {})
	if err != nil {
		return Worth{}, err
	}
	if len(info.Candidates) == 0 && !info.Solved && !info.Book && info.Value == 0.5 && info.Depth == 0 {
		return Worth{}, ErrSilent
	}
	w := worthOf(info, pos.ToPlay())
	w.Level, w.Nodes = 1, info.Nodes
	return w, nil
}

// Before returns the position before a move of the game that pos is the end of; i counts
// from 0. Where a game ended and was resumed for the move it goes on there.
func Before(pos game.Position, i int) game.Position {
	r := &Review{at: pos.Clone(), moves: slices.Clone(pos.Moves()), turns: pos.Turns()}
	r.goTo(i)
	return r.at
}

// goTo moves to the position before move i. Where moves follow on the end of a game, it
// was resumed there.
func (r *Review) goTo(i int) {
	for len(r.at.Moves()) > i && r.at.Undo() {
	}
	for n := len(r.at.Moves()); n < i; n++ {
		r.resume(n)
		_ = r.at.Play(r.moves[n]) // as it was played
	}
	if i < len(r.moves) {
		r.resume(i)
	}
}

// resume readies the position for move i: the game goes on, with the side that made it.
func (r *Review) resume(i int) {
	game.Resume(r.at)
	if t, ok := r.at.(game.Turner); ok && r.at.ToPlay() != r.turns[i].Color {
		t.SetToPlay(r.turns[i].Color)
	}
}

// over returns the value of the end. A count is what the players agree on, and the engine
// guesses which stones they took to be dead where that is not known.
func (r *Review) over(ctx context.Context, eng engine.Engine, out game.Outcome) (Worth, error) {
	w := Worth{Level: 1, Over: true, Black: 0.5, Best: game.NoMove}
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
