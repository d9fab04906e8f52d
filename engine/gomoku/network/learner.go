package network

import (
	"math"
	"math/rand/v2"
	"sync"

	"moyo/engine/internal/kernel"
	"moyo/game/rules/gomoku/pattern"
)

// How it learns: the mean of the loss of the value and, so much lighter, of that of the order
// is made smaller by Adam; what a window has of its own shrinks by decay times the rate with each step.
const (
	orderLoss = 0.05
	decay     = 1
)

// Learner fits a network to samples of one board and one rule, by Adam (D. Kingma, J. Ba: "Adam: a method for stochastic
// optimization", 2015, algorithm 1). The vector of a window is the sum of one
// for the two figures that a stone of either colour would make there, and one of its own, which
// is held near nothing, so that rare windows take after their kin. Vectors are rounded as the
// finished network has them while it learns.
type Learner struct {
	l       *Layout
	figures []uint8 // by window
	p       params
	mean    params // of the gradients
	square  params // of their squares
	steps   float64
	rows    []float32 // rounded vectors by window
	bias    []float32 // rounded
	blank   []float32 // cut vectors of the points of the empty board
	workers []*worker
}

// figuresOf is how many figures a stone can make on a line, at most.
const figuresOf = 15

// params are the numbers that are learned, all in one array.
type params struct {
	all               []float32
	figure, own, bias []float32 // vectors: of two figures, of a window, of every point
	order             [2][]float32
	first, mask, base []float32 // hidden layer: from the sums of both views; from the threats; always
	second, last      []float32
}

func newParams() params {
	const c = Channels
	var p params
	sizes := []int{figuresOf * figuresOf * c, Windows * c, c, c, c, 2 * c * hidden, Masks * hidden, hidden, hidden, 1}
	n := 0
	for _, size := range sizes {
		n += size
	}
	p.all = make([]float32, n)
	at := 0
	for i, f := range []*[]float32{&p.figure, &p.own, &p.bias, &p.order[0], &p.order[1], &p.first, &p.mask, &p.base, &p.second, &p.last} {
		*f = p.all[at : at+sizes[i] : at+sizes[i]]
		at += sizes[i]
	}
	return p
}

// NewLearner returns a learner that begins with small random weights and works with so many goroutines. With one
// the result depends on the samples and the seed alone.
func NewLearner(l *Layout, t *pattern.Table, seed uint64, threads int) *Learner {
	n := &Learner{
		l: l, p: newParams(), mean: newParams(), square: newParams(), figures: make([]uint8, Windows),
		rows: make([]float32, Windows*Channels), bias: make([]float32, Channels), blank: make([]float32, l.n*Channels),
	}
	for key, w := range l.views {
		b, o := t.Kinds(uint32(key))
		n.figures[w[black]] = max(n.figures[w[black]], uint8(b)*figuresOf+uint8(o)) // keys with something beyond a wall make none
	}
	r := rand.New(rand.NewPCG(seed, 5))
	draw := func(list []float32, middle, spread float64) {
		for i := range list {
			list[i] = float32(middle + spread*r.NormFloat64())
		}
	}
	draw(n.p.figure, 0, 0.1)
	draw(n.p.bias, 0.2, 0)
	draw(n.p.first, 0, 1/math.Sqrt(2*Channels))
	draw(n.p.second, 0, 0.1)
	draw(n.p.base, 0.3, 0)
	for range max(threads, 1) {
		n.workers = append(n.workers, newWorker(l))
	}
	n.refresh()
	return n
}

// refresh makes what follows from the numbers learned.
func (n *Learner) refresh() {
	for w, f := range n.figures {
		row, own := n.rows[w*Channels:][:Channels], n.p.own[w*Channels:][:Channels]
		for i, v := range n.p.figure[int(f)*Channels:][:Channels] {
			row[i] = rounded(v + own[i])
		}
	}
	for i, v := range n.p.bias {
		n.bias[i] = rounded(v)
	}
	for p := range n.l.n {
		x := n.blank[p*Channels:][:Channels]
		copy(x, n.bias)
		for _, key := range n.l.empty[4*p : 4*p+4] {
			kernel.Add(x, n.rows[int(n.l.views[key][black])*Channels:])
		}
		for i, v := range x {
			x[i] = cut(v, 1)
		}
	}
}

func rounded(v float32) float32 { return float32(math.Round(float64(v)*unit) / unit) }

func cut(v, most float32) float32 { return max(0, min(v, most)) }

// inside says whether what is cut there still changes with v.
func inside(v, most float32) bool { return v > 0 && v < most }

// Learn takes one step by the samples that batch names, and returns how well they fitted before it.
func (n *Learner) Learn(list []Sample, batch []int, rate float64) Fit {
	fit := n.each(list, batch, true)
	n.step(float32(rate), 1/float32(len(batch)))
	return fit
}

// Measure returns how well samples fit.
func (n *Learner) Measure(list []Sample) Fit {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return n.each(list, all, false)
}

// each has the workers go through samples.
func (n *Learner) each(list []Sample, batch []int, teach bool) Fit {
	var wg sync.WaitGroup
	for i, w := range n.workers {
		wg.Go(func() {
			w.seen = tally{}
			for j := i; j < len(batch); j += len(n.workers) {
				w.learn(n, &list[batch[j]], teach)
			}
		})
	}
	wg.Wait()
	var all tally
	for _, w := range n.workers {
		all.add(w.seen)
	}
	return all.fit()
}

// step changes the numbers by the gradients that the workers have gathered, times
// scale, and forgets these.
func (n *Learner) step(rate, scale float32) {
	g := n.gather()
	n.steps++
	young := float32(1 / (1 - math.Pow(0.9, n.steps)))
	youngSquare := float32(1 / (1 - math.Pow(0.999, n.steps)))
	mean, square := n.mean.all, n.square.all
	for i, d := range g.all {
		d *= scale
		mean[i] += 0.1 * (d - mean[i])
		square[i] += 0.001 * (d*d - square[i])
		if mean[i] != 0 {
			n.p.all[i] -= rate * mean[i] * young / (float32(math.Sqrt(float64(square[i]*youngSquare))) + 1e-7)
		}
	}
	for i := range n.p.own {
		n.p.own[i] *= 1 - decay*rate
	}
	clear(g.all)
	n.refresh()
}

// gather adds up what the workers have gathered, in the first one's gradients.
func (n *Learner) gather() *params {
	first := n.workers[0]
	for _, w := range n.workers[1:] {
		kernel.Add(first.g.all, w.g.all)
		kernel.Add(first.blank, w.blank)
		clear(w.g.all)
		clear(w.blank)
	}
	g := &first.g
	for p := range n.l.n { // the points that saw no stone have but waited to be told apart
		d := first.blank[p*Channels:][:Channels]
		for i, v := range n.blank[p*Channels:][:Channels] {
			if !inside(v, 1) {
				d[i] = 0
			}
		}
		kernel.Add(g.bias, d)
		for _, key := range n.l.empty[4*p : 4*p+4] {
			kernel.Add(g.own[int(n.l.views[key][black])*Channels:][:Channels], d)
		}
		clear(d)
	}
	for w, f := range n.figures {
		kernel.Add(g.figure[int(f)*Channels:][:Channels], g.own[w*Channels:])
	}
	return g
}
