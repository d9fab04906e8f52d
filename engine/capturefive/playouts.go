package capturefive

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"moyo/engine/mcts"
	"moyo/game"
	"moyo/game/rules/capturefive/fast"
)

// NewMCTS returns Monte-Carlo tree search for these games: the order of moves
// gives the priors, and playouts are random except that they win and stop
// immediate wins.
func NewMCTS(opt mcts.Options) *mcts.Engine { return mcts.New(treeModel{}, opt) }

// treeModel is an mcts.Model.
type treeModel struct{}

// Root implements mcts.Model.
func (treeModel) Root(pos game.Position, stop *atomic.Bool) (mcts.Root, error) {
	opt, ok := fastOptions(pos)
	if !ok {
		return nil, fmt.Errorf("mcts: plays games of captures and rows, not %s", pos.Rules().ID())
	}
	b, err := fast.New(pos.Board(), opt)
	if err != nil {
		return nil, fmt.Errorf("mcts: %w", err)
	}
	b.Load(pos)
	return &root{b: b, w: newWeights(opt), stop: stop}, nil
}

// root is a position being searched.
type root struct {
	b    *fast.Board
	w    *weights
	stop *atomic.Bool
}

// State implements mcts.Root.
func (r *root) State(seed uint64) mcts.State {
	p := &rollout{state: *newState(r.b.Clone(), r.w, nil), stop: r.stop, rng: rand.NewPCG(seed, 0)}
	p.base = p.b.Ply()
	for q := range uint16(p.b.Len()) {
		p.points = append(p.points, q)
	}
	return p
}

// Shortcut implements mcts.Root.
func (r *root) Shortcut() (game.Move, float64, bool) {
	s := newState(r.b.Clone(), r.w, nil)
	if win := s.finishers(s.b.ToPlay(), nil); len(win) > 0 {
		return game.Place(game.Point(win[0])), 1, true
	}
	return game.NoMove, 0, false
}

// rollout is a position that a thread moves through the tree and playouts.
type rollout struct {
	state
	stop   *atomic.Bool
	rng    *rand.PCG
	base   int
	points []uint16 // all points, in an order that changes
}

// Reset implements mcts.State.
func (p *rollout) Reset() {
	for p.b.Ply() > p.base {
		p.b.Undo()
	}
}

// ToPlay implements mcts.State.
func (p *rollout) ToPlay() game.Color { return p.b.ToPlay() }

// Play implements mcts.State.
func (p *rollout) Play(m game.Move) { p.state.Play(int32(m)) }

// Terminal implements mcts.State.
func (p *rollout) Terminal() bool {
	return p.b.Won() != game.Empty || p.b.Drawn() || !p.b.Options().Pass && p.b.Blocked()
}

// Expand implements mcts.State.
func (p *rollout) Expand(buf []mcts.Child) []mcts.Child {
	me := p.b.ToPlay()
	moves := p.finishers(me, nil)
	if len(moves) == 0 && p.Threatened() {
		moves = append(moves, p.answers()...)
	}
	if len(moves) == 0 {
		for q := range uint16(p.b.Len()) {
			if p.b.Legal(q) {
				moves = append(moves, q)
			}
		}
	}
	for _, q := range moves {
		buf = append(buf, child(game.Place(game.Point(q)), p.move(q).Score))
	}
	if len(buf) == 0 {
		buf = append(buf, mcts.Child{Move: game.Pass, Visits: 1, Wins: 0.5})
	}
	return buf
}

// priorVisits is the weight of the order of moves, in playouts.
const priorVisits = 12

// child returns a move with a prior by its place in the order.
func child(m game.Move, order int32) mcts.Child {
	good := 1 / (1 + math.Exp(-float64(order-150)/200))
	return mcts.Child{Move: m, Visits: priorVisits, Wins: float32(priorVisits * (0.25 + 0.5*good))}
}

// Rollout implements mcts.State.
func (p *rollout) Rollout(first []game.Color) (float64, bool) {
	for range 3 * p.b.Len() {
		switch p.b.Won() {
		case game.Black:
			return 1, true
		case game.White:
			return 0, true
		}
		q := p.sample()
		if q == fast.None {
			return 0.5, true
		}
		if first[q] == game.Empty {
			first[q] = p.b.ToPlay()
		}
		p.b.Play(q)
		if p.b.Ply()&31 == 0 && p.stop.Load() {
			return 0, false
		}
	}
	return 0.5, true
}

// sample returns the move of a playout: one that wins, or one that stops the
// opponent from winning, or a random legal point, if possible not an eye; None
// if no point is legal.
func (p *rollout) sample() uint16 {
	me := p.b.ToPlay()
	if p.finish = p.finishers(me, p.finish[:0]); len(p.finish) > 0 {
		return p.finish[0]
	}
	p.finish = p.finishers(me.Other(), p.finish[:0])
	for _, q := range p.finish {
		if p.b.Legal(q) {
			return q
		}
	}
	last := fast.None
	for n := len(p.points); n > 0; n-- {
		i := int(p.rng.Uint64() % uint64(n))
		p.points[i], p.points[n-1] = p.points[n-1], p.points[i]
		q := p.points[n-1]
		if !p.b.Legal(q) {
			continue
		}
		if !p.isEye(q, me) {
			return q
		}
		last = q
	}
	return last
}

// isEye reports whether all neighbours of q are stones of c.
func (p *rollout) isEye(q uint16, c game.Color) bool {
	if !p.b.Options().Captures {
		return false
	}
	for _, x := range p.b.Neighbors(q) {
		if p.b.At(uint16(x)) != c {
			return false
		}
	}
	return true
}
