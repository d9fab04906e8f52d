package mcts

import (
	"math"
	"runtime"

	"moyo/game"
)

// PUCT tunes a search that evaluates positions instead of playing them out,
// each once. It visits next the child with the largest
//
//	value + c prior sqrt(visits of the parent) / (1 + visits),
//	c = Explore + ExploreLog ln((visits of the parent + ExploreBase) / ExploreBase)
//
// where values are from 0 to 1, not from -1 to 1 as in the sources, whose c is
// therefore twice as large. c grows with the spread of the values seen in the
// position (Spread). The move with the best lower confidence bound is played (Bound).
// Searches correct evaluations by the errors of earlier similar ones (Bias).
//
// Sources: C. Rosin, "Multi-armed bandits with episode context" (2011); D. Silver
// et al., "A general reinforcement learning algorithm that masters chess, shogi
// and Go through self-play" (2018); D. J. Wu, "Accelerating self-play learning in
// Go" (2019), and KataGo (docs/KataGoMethods.md) for FPU, Spread, Bound and Bias.
type PUCT struct {
	Explore     float64 // c at few visits
	ExploreLog  float64 // growth of c with the logarithm of the visits
	ExploreBase float64 // visits from which on it grows
	RootExplore float64 // factor of c at the root
	FPU         float64 // an unvisited move has the position's value less FPU times the root of the policy of the visited moves
	RootFPU     float64 // FPU at the root
	Temper      float64 // priors are raised to 1/Temper: above 1 they become more even
	Spread      float64 // how much c follows the standard deviation of the values: 0 not, 1 in proportion
	Usual       float64 // standard deviation for which c is as above, also assumed where no values are known
	Bound       float64 // the move with the best lower bound is played: its value less this many standard errors; 0: the most visits
	BoundLeast  float64 // among moves with at least this share of the most visits
	Bias        float64 // how much of the error of evaluations of similar positions, as searches found it, corrects an evaluation
	// share of the policy at the root that goes to some random moves, so that
	// self-play games try moves that the network would not
	Noise      float64
	NoiseMoves int // number of those moves
}

// DefaultPUCT returns the default: KataGo's constants, except for RootExplore,
// without later tuning.
func DefaultPUCT() PUCT {
	return PUCT{
		Explore: 0.55, ExploreLog: 0.225, ExploreBase: 500, RootExplore: 1.2, FPU: 0.1, RootFPU: 0.05, Temper: 1,
		Spread: 0.85, Usual: 0.2, Bound: 5, BoundLeast: 0.15, Bias: 0.4,
	}
}

// Evaluator is a State whose positions are evaluated instead of played out.
// [PUCT] selects moves; RAVE and [Options.ExpandAt] have no effect.
type Evaluator interface {
	State
	// Evaluate appends the moves worth trying, each legal after the whole path, in a fixed order. Each has its policy
	// as Wins of one visit. If the game has ended, there are no moves. value is that of the position for Black from 0
	// to 1, exact if the game has ended. The state stays at the position, and returns the same moves each time.
	Evaluate(buf []Child) (children []Child, value float64)
}

// evaluate descends to a position without an evaluation, evaluates it, and counts its
// value along the path. It starts over while another thread evaluates the same position.
func (w *worker) evaluate() {
	for !w.tryEvaluate() {
		if w.stop.Load() {
			return
		}
		runtime.Gosched()
	}
}

// tryEvaluate is evaluate once; false if another thread was at the same position.
func (w *worker) tryEvaluate() bool {
	w.state.Reset()
	w.path = append(w.path[:0], step{node: firstNode, toPlay: w.state.ToPlay()})
	w.tree.at(firstNode).count.Add(oneVisit)
	for {
		last := w.path[len(w.path)-1].node
		n := w.tree.at(last)
		if n.first.Load() < firstNode {
			value, ok := w.evaluated(n)
			if !ok {
				w.takeBack()
				return false
			}
			w.credit(value)
			w.addBias(value)
			break
		}
		w.descend(w.best(n, len(w.path) == 1))
	}
	w.done.Add(1)
	return true
}

// evaluated evaluates the position at the end of the path, corrects the value and gives its node n its children.
// If it has none, or no memory is left, each visit evaluates it again. ok is false while another thread is at it.
func (w *worker) evaluated(n *node) (value float64, ok bool) {
	open := n.first.Load() != closed
	if open && !n.first.CompareAndSwap(leaf, expanding) {
		return 0, false
	}
	if open {
		n.bias = w.biasKey()
	}
	w.children, value = w.evaluator.Evaluate(w.children[:0])
	if open {
		value = w.correct(n, value)
		w.plant(n, w.allowed(w.temper(w.children, 1)))
	}
	return value, true
}

// temper raises the priors of children to 1/(Temper*more), and normalizes them. A factor of 0 or less is 1.
func (w *worker) temper(children []Child, more float64) []Child {
	t := w.opt.PUCT.Temper
	if t <= 0 {
		t = 1
	}
	if more > 0 {
		t *= more
	}
	sum, most := float32(0), float32(0)
	for _, c := range children {
		most = max(most, c.Wins)
	}
	for i := range children {
		if t != 1 && most > 0 { // relative to the best, so that not all become 0
			children[i].Wins = float32(math.Pow(float64(children[i].Wins/most), 1/t))
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

// credit counts a value for Black, and the state's lead, along the path, including the root, whose value is that of the side that
// does not move. It rounds up or down at random, so that the mean of values finer than the counters is right.
func (w *worker) credit(value float64) {
	black := uint64(value*unit + w.rng.float())
	sums := [3]uint64{game.Black: black, game.White: unit - black}
	side, lead := w.path[0].toPlay.Other(), w.lead()
	w.results.Lock()
	defer w.results.Unlock()
	w.noteOwners()
	for _, s := range w.path {
		n := w.tree.at(s.node)
		n.lead.Add(lead)
		n.count.Add(sums[side])
		n.rave.Add(sums[side] * sums[side])
		side = s.toPlay
	}
}

// best returns the child of n to descend to. The order of children is random,
// so the first of equals will do.
func (w *worker) best(n *node, isRoot bool) uint32 {
	visits, mean, squares := n.spread(1) // except for the visit under way
	blocks := w.tree.children(n)
	prior, all := seen(&blocks)
	if all && w.widen(n, blocks[0]) {
		blocks = w.tree.children(n)
	}
	unvisited, explore := w.opt.PUCT.terms(visits, 1-mean, prior, isRoot)
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
			prior := share * float64(block[k].pw)
			if k < noisy[b] {
				prior += noise
			}
			if u += explore * prior / (1 + v); u > most {
				most, in, at = u, b, k
			}
		}
	}
	return w.tree.index(n, in, at)
}

// seen returns the sum of the priors of the visited nodes, and whether all were visited.
func seen(blocks *[2][]node) (prior float64, all bool) {
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

// terms returns the value of an unvisited move, and the factor of a move's prior, in a
// position of the given value and visits. seen is the sum of the priors of the visited moves.
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

// noise returns the factor of the priors of the root's moves, and what is added to those
// of the first of its likely moves and of the others. These are random, as the order of
// children is (Silver et al. 2018 add a draw from a Dirichlet distribution to all).
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

// usualVisits is the weight of PUCT.Usual in visits.
const usualVisits = 2

// wider returns the factor of c for a number of values with that sum of squared distances from their mean.
func (p *PUCT) wider(visits, squares float64) float64 {
	if p.Spread == 0 || p.Usual <= 0 {
		return 1
	}
	deviation := math.Sqrt((squares + usualVisits*p.Usual*p.Usual) / (usualVisits + visits - 1))
	return 1 + p.Spread*(deviation/p.Usual-1)
}
