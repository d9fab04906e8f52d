package weiqi

import (
	"context"
	"sync/atomic"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// ownerPlayouts is the number of playouts for ownership on boards of usual
// size. ownerMoves bounds the work on large boards, and on dense ones, whose
// moves cost more.
const (
	ownerPlayouts = 600
	ownerMoves    = 600 * 800
)

// Ownership implements engine.OwnershipEstimator. It returns the mean over either side
// moving first, from the network where it guides searches, otherwise by playouts from pos.
func (e *Engine) Ownership(ctx context.Context, pos game.Position) ([]float64, error) {
	if r, ok := pos.Rules().(rules.Rules); ok && e.model.guides(r, pos.Board()) {
		return e.model.expected(pos)
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	r, err := e.withoutNet(pos.Board()).root(pos, &stop)
	if err != nil {
		return nil, err
	}
	s := r.newState(1)
	s.sample(ownerPlayoutsOf(pos.Board()), nil)
	return s.meanOwner(), ctx.Err()
}

// meanOwner returns the ownership of the points in the playouts of sample.
func (s *state) meanOwner() []float64 {
	own := make([]float64, s.n)
	for p := range own {
		own[p] = float64(s.owner[p]) / float64(max(1, s.endings))
	}
	return own
}

// expected returns the network's ownership, averaged over either side to move.
func (m *model) expected(pos game.Position) ([]float64, error) {
	r, err := m.root(pos, new(atomic.Bool))
	if err != nil {
		return nil, err
	}
	l, done := m.alone(r)
	defer done()
	own := make([]float64, l.n)
	for _, side := range [2]game.Color{game.Black, game.White} {
		l.Reset()
		l.last, l.last2 = noPoint, noPoint // no side has just moved
		l.SetToPlay(side)
		out := l.eval.Evaluate([]neural.Input{l.view()}, true)[0]
		l.expect(out, l.forBlack(float64(out.Win)))
		for p, o := range l.owner {
			own[p] += o / 2
		}
	}
	return own, nil
}

// alone returns a state to evaluate without a search, until done is called. A search may be running, which uses the evaluators of
// its threads.
func (m *model) alone(r *root) (l *netState, done func()) {
	e, ok := m.spare.Get().(*neural.Eval)
	if !ok {
		e = m.net.NewEval(neural.Fine)
	}
	l = newNetState(r.newState(1), m.search)
	l.eval, l.viewer.features = e, m.net.Config.Features
	return l, func() { m.spare.Put(e) }
}

// Evaluate implements engine.Evaluator.
func (e *Engine) Evaluate(pos game.Position) (v engine.Evaluation, ok bool) {
	law, ok := pos.Rules().(rules.Rules)
	if !ok || !e.model.guides(law, pos.Board()) {
		return v, false
	}
	r, err := e.model.root(pos, new(atomic.Bool))
	if err != nil {
		return v, false
	}
	l, done := e.model.alone(r)
	defer done()
	l.Reset()
	out := l.eval.Evaluate([]neural.Input{l.view()}, true)[0]
	value := l.forBlack(float64(out.Win))
	l.expect(out, value)
	v.Policy, v.Ownership = make([]float64, l.n+1), l.owner
	for p := range l.n {
		if v.Policy[p] = -1; pos.Check(game.Place(game.Point(p))) == game.Legal {
			v.Policy[p] = 0 // also a move that no search considers, such as into an eye
		}
	}
	for _, c := range l.priors(nil, out) {
		at := int(l.n) // the pass
		if c.Move >= 0 {
			at = int(c.Move)
		}
		v.Policy[at] = float64(c.Wins)
	}
	v.Value, v.Lead = float64(out.Win), l.ended-law.Komi
	if l.ToPlay() == game.White {
		v.Lead = -v.Lead
	}
	if (v.Lead > 0) != (v.Value > 0.5) {
		v.Lead = 0 // the winner is open
	}
	return v, true
}

// withoutNet is the model at full strength without its network.
func (e *Engine) withoutNet(b *board.Board) *model {
	return &model{know: full, policy: heavy, shape: e.model.shapeOf(b)}
}

// ownerPlayoutsOf is the number of playouts for ownership on a board.
func ownerPlayoutsOf(b *board.Board) int {
	return min(ownerPlayouts, max(20, ownerMoves/max(b.Len(), b.EdgeCount()/2)))
}

// sample plays the given number of playouts from the root, half of them with each
// side first, and sums the owners of points at the ends in owner. After each it calls
// ended, if not nil, with its number. It returns false if the stop flag cut it short.
func (s *state) sample(playouts int, ended func(k int)) bool {
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
		if ended != nil {
			ended(k)
		}
	}
	return true
}
