package network

import (
	"math"
	"math/rand/v2"
	"sync"

	"moyo/engine/internal/kernel"
	"moyo/game/rules/gomoku/pattern"
)

// Constants of training: Adam minimizes the mean loss of the value plus orderLoss times
// that of the order; a window's own vector decays by decay times the rate per step.
const (
	orderLoss = 0.05
	decay     = 1
)

// Trainer fits a network to samples of one board and one rule, by Adam (D. Kingma, J. Ba: "Adam: a
// method for stochastic optimization", 2015, algorithm 1). The vector of a window is the sum of one for
// the two figures that a stone of either colour would make there, and of its own, which decay holds near
// zero, so that rare windows follow similar ones. Training rounds vectors as the finished network does.
type Trainer struct {
	l       *Layout
	figures []uint8 // by window
	p       params
	mean    params // of the gradients
	square  params // of their squares
	steps   float64
	rows    []float32 // rounded vectors by window
	bias    []float32 // rounded
	blank   []float32 // clipped vectors of the points of the empty board
	workers []*worker
}

// figuresOf is the largest number of figures that a stone can make on a line.
const figuresOf = 15

// params are the trained numbers, all in one array.
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

// NewTrainer returns a trainer with small random weights and the given number of
// goroutines. With one the result depends on the samples and the seed alone.
func NewTrainer(l *Layout, t *pattern.Table, seed uint64, threads int) *Trainer {
	n := &Trainer{
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

// refresh recomputes what is derived from the trained numbers.
func (n *Trainer) refresh() {
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

// inside reports whether the clipped value still changes with v.
func inside(v, most float32) bool { return v > 0 && v < most }

// Step trains with the samples that batch indexes, and returns their fit before the step.
func (n *Trainer) Step(list []Sample, batch []int, rate float64) Fit {
	fit := n.each(list, batch, true)
	n.step(float32(rate), 1/float32(len(batch)))
	return fit
}

// Measure returns how well samples fit.
func (n *Trainer) Measure(list []Sample) Fit {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return n.each(list, all, false)
}

// each distributes samples over the workers.
func (n *Trainer) each(list []Sample, batch []int, train bool) Fit {
	var wg sync.WaitGroup
	for i, w := range n.workers {
		wg.Go(func() {
			w.seen = tally{}
			for j := i; j < len(batch); j += len(n.workers) {
				w.run(n, &list[batch[j]], train)
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

// step updates the numbers by the workers' gradients, times scale, and clears
// these.
func (n *Trainer) step(rate, scale float32) {
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

// gather sums the workers' gradients in those of the first.
func (n *Trainer) gather() *params {
	first := n.workers[0]
	for _, w := range n.workers[1:] {
		kernel.Add(first.g.all, w.g.all)
		kernel.Add(first.blank, w.blank)
		clear(w.g.all)
		clear(w.blank)
	}
	g := &first.g
	for p := range n.l.n { // add the points without stones in view, whose gradients are equal
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
