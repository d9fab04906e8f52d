package mcts

import (
	"math"
	"runtime"

	"moyo/game"
)

// PUCT tunes a search in which positions are judged instead of played out, each
// once: the child visited next is the one with the largest
//
//	value + c chance sqrt(visits of the parent) / (1 + visits),
//	c = Explore + ExploreLog ln((visits of the parent + ExploreBase) / ExploreBase)
//
// where values are from 0 to 1, not from -1 to 1 as in the sources, whose c is
// therefore twice as large. c grows with how far the values seen in the position lie
// apart (Spread), the move played is the surest (Bound), and searches learn from what
// looks at like positions were off by (Learn).
//
// Sources: C. Rosin, "Multi-armed bandits with episode context" (2011); D. Silver
// et al., "A general reinforcement learning algorithm that masters chess, shogi
// and Go through self-play" (2018); D. J. Wu, "Accelerating self-play learning in
// Go" (2019), and KataGo (docs/KataGoMethods.md) for what is taken off the value of moves not yet
// visited, for Spread, Bound and Learn.
type PUCT struct {
	Explore     float64 // c where there are few visits
	ExploreLog  float64 // how much c grows with the logarithm of the visits
	ExploreBase float64 // visits from which on it grows
	RootExplore float64 // at the root c is so many times as large
	FPU         float64 // a move not yet visited is worth the position's value less FPU times the root of the chance of those that were
	RootFPU     float64 // FPU at the root
	Temper      float64 // chances are raised to 1/Temper: above 1 they become more even
	Spread      float64 // how much c follows the standard deviation of the values seen: 0 not, 1 in proportion
	Usual       float64 // standard deviation at which c is what is said above, and which is expected where there are no values
	Bound       float64 // the move played has the best lower bound, so many standard errors below its value; 0: the most visits
	BoundLeast  float64 // among those with so much of the most visits
	Learn       float64 // how much of what looks at like positions were off by, as their searches found, is added to a look
	// share of the chances at the root that goes to some of its moves, drawn by chance: games that are learned from try what the
	// network would not
	Noise      float64
	NoiseMoves int // how many moves those are
}

// DefaultPUCT returns what is used where the options say nothing: KataGo's, but for
// RootExplore, and not tuned since.
func DefaultPUCT() PUCT {
	return PUCT{
		Explore: 0.55, ExploreLog: 0.225, ExploreBase: 500, RootExplore: 1.2, FPU: 0.1, RootFPU: 0.05, Temper: 1,
		Spread: 0.85, Usual: 0.2, Bound: 5, BoundLeast: 0.15, Learn: 0.4,
	}
}

// Led is a State whose positions are judged instead of played out. Selection is by
// [PUCT], and neither RAVE nor [Options.ExpandAt] counts.
type Led interface {
	State
	// Judge appends the moves worth trying here, each legal with regard to the whole path, in a
	// fixed order, with their chances to be the best as Wins of one visit; none where the game has ended. value is that
	// of the position for Black from 0 to 1, exact where the game has ended. The state stays at the position, and says the
	// same of it each time, as far as moves are concerned.
	Judge(buf []Child) (children []Child, value float64)
}

// look descends to a position that nobody has judged yet, has it judged, and
// counts its value along the way. It begins again while another thread is at the position that it comes to.
func (w *worker) look() {
	for !w.tryLook() {
		if w.stop.Load() {
			return
		}
		runtime.Gosched()
	}
}

// tryLook is look once; false if another thread was at the same position.
func (w *worker) tryLook() bool {
	w.state.Reset()
	w.path = append(w.path[:0], step{firstNode, w.state.ToPlay()})
	w.tree.at(firstNode).count.Add(oneVisit)
	for {
		last := w.path[len(w.path)-1].node
		n := w.tree.at(last)
		if n.first.Load() < firstNode {
			value, ok := w.judged(n)
			if !ok {
				w.takeBack()
				return false
			}
			w.credit(value)
			w.teach(value)
			break
		}
		next := w.best(n, len(w.path) == 1)
		child := w.tree.at(next)
		child.count.Add(oneVisit)
		w.state.Play(child.move)
		w.path = append(w.path, step{next, w.state.ToPlay()})
	}
	if w.counts != nil && len(w.path) > 1 {
		w.counts.add(w.tree.at(w.path[1].node).move)
	}
	w.done.Add(1)
	return true
}

// judged has the position at the end of the path judged, puts the look right by lessons and gives n, which stands for it, its
// children. Where there are none, or no room for them, it is judged again at each visit. ok is false while another thread is at it.
func (w *worker) judged(n *node) (value float64, ok bool) {
	open := n.first.Load() != closed
	if open && !n.first.CompareAndSwap(leaf, expanding) {
		return 0, false
	}
	if open {
		n.like = w.like()
	}
	w.children, value = w.led.Judge(w.children[:0])
	if open {
		value = w.learn(n, value)
		w.plant(n, w.allowed(w.temper(w.children)))
	}
	return value, true
}

// temper makes the chances of children more or less even, and one together.
func (w *worker) temper(children []Child) []Child {
	sum := float32(0)
	for i := range children {
		if t := w.opt.PUCT.Temper; t > 0 && t != 1 {
			children[i].Wins = float32(math.Pow(float64(children[i].Wins), 1/t))
		}
		sum += children[i].Wins
	}
	for i := range children {
		if children[i].Visits = 1; sum > 0 {
			children[i].Wins /= sum
		} else {
			children[i].Wins = 1 / float32(len(children))
		}
	}
	return children
}

// credit counts a value for Black along the path, also at the root, where it is that of the side that does not move.
// It is rounded up or down by chance, so that the mean of values that are finer than the counters is right.
func (w *worker) credit(value float64) {
	black := uint64(value*unit + w.rng.float())
	sums := [3]uint64{game.Black: black, game.White: unit - black}
	side := w.path[0].toPlay.Other()
	for _, s := range w.path {
		n := w.tree.at(s.node)
		n.count.Add(sums[side])
		n.rave.Add(sums[side] * sums[side])
		side = s.toPlay
	}
}

// best returns the child of n to descend to. Children are stored in random
// order, so the first of equals will do.
func (w *worker) best(n *node, isRoot bool) uint32 {
	visits, mean, squares := n.spread(1) // but for the one that goes on
	blocks := w.tree.children(n)
	chance, all := seen(&blocks)
	if all && w.widen(n, blocks[0]) {
		blocks = w.tree.children(n)
	}
	unvisited, explore := w.opt.PUCT.terms(visits, 1-mean, chance, isRoot)
	explore *= w.opt.PUCT.wider(visits, squares)
	share, noise, noisy := 1.0, 0.0, [2]int{}
	if isRoot {
		share, noise, noisy = w.opt.PUCT.noise(w.noised)
	}
	most, in, at := math.Inf(-1), 0, 0
	for b, block := range blocks {
		for k := range block {
			v, won := unpack(block[k].count.Load())
			u := unvisited
			if v > 0 {
				u = won / v
			}
			chance := share * float64(block[k].pw)
			if k < noisy[b] {
				chance += noise
			}
			if u += explore * chance / (1 + v); u > most {
				most, in, at = u, b, k
			}
		}
	}
	return w.tree.index(n, in, at)
}

// seen returns the chances of the nodes that were visited, together, and whether all were.
func seen(blocks *[2][]node) (chance float64, all bool) {
	sum, all := float32(0), true
	for _, block := range blocks {
		for k := range block {
			if block[k].visits() > 0 {
				sum += block[k].pw
			} else {
				all = false
			}
		}
	}
	return float64(sum), all
}

// terms returns what a move that was not visited is worth, and what the chance of a move is
// multiplied with, in a position of that value with so many visits. seen is the chance of its moves that were visited.
func (p *PUCT) terms(visits, value, seen float64, isRoot bool) (unvisited, explore float64) {
	explore, fpu := p.Explore, p.FPU
	if p.ExploreBase > 0 {
		explore += p.ExploreLog * math.Log((visits+p.ExploreBase)/p.ExploreBase)
	}
	if isRoot {
		explore, fpu = explore*p.RootExplore, p.RootFPU
	}
	return value - fpu*math.Sqrt(seen), explore * math.Sqrt(visits)
}

// noise returns what the chances of the root's moves are multiplied with, and what is added to those of the first of its
// likely moves and of the others, which are any, as children are stored in random order (Silver et al. 2018 add a draw from a
// Dirichlet distribution to all).
func (p *PUCT) noise(moves [2]int) (share, noise float64, noisy [2]int) {
	if p.Noise <= 0 || moves[0]+moves[1] < 1 {
		return 1, 0, noisy
	}
	return 1 - p.Noise, p.Noise / float64(moves[0]+moves[1]), moves
}

// drawNoisy draws how many of the root's likely moves, and of the others, get noise.
func (w *worker) drawNoisy(likely, others int) {
	w.noised = [2]int{}
	if w.opt.PUCT.Noise <= 0 {
		return
	}
	for range min(w.opt.PUCT.NoiseMoves, likely+others) {
		left := [2]int{likely - w.noised[0], others - w.noised[1]}
		if w.rng.below(left[0]+left[1]) < left[0] {
			w.noised[0]++
		} else {
			w.noised[1]++
		}
	}
}

// usualVisits is as how many visits the usual standard deviation counts.
const usualVisits = 2

// wider returns what c is multiplied with where the squared distances of so many values from their mean have that sum.
func (p *PUCT) wider(visits, squares float64) float64 {
	if p.Spread == 0 || p.Usual <= 0 {
		return 1
	}
	deviation := math.Sqrt((squares + usualVisits*p.Usual*p.Usual) / (usualVisits + visits - 1))
	return 1 + p.Spread*(deviation/p.Usual-1)
}
