package network

import (
	"math"
	"math/rand/v2"
	"sync"

	"moyo/engine/internal/kernel"
	"moyo/rules/gomoku/pattern"
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
	figures []uint8    // by window
	of      []*learned // by colour; one where both colours learn the same
	all     []float32  // numbers of all of them
	mean    []float32  // of their gradients
	square  []float32  // of the squares of these
	steps   float64
	workers []*worker
}

// learned is what is learned for a colour.
type learned struct {
	p          params
	rows       []float32 // rounded vectors by window
	startsWith []float32 // rounded bias
	blank      []float32 // cut vectors of the points of the empty board
}

// figuresOf is how many figures a stone can make on a line, at most.
const figuresOf = 15

// params are the numbers that are learned for a colour.
type params struct {
	figure, own, bias []float32 // vectors: of two figures, of a window, of every point
	order             [2][]float32
	first, mask, base []float32 // hidden layer: from the sums of both views; from the threats; always
	second, last      []float32
}

// newParams returns those of so many colours, and the array that they all lie in.
func newParams(colours int) (list []params, all []float32) {
	const c = Channels
	sizes := []int{figuresOf * figuresOf * c, Windows * c, c, c, c, 2 * c * hidden, Masks * hidden, hidden, hidden, 1}
	n := 0
	for _, size := range sizes {
		n += size
	}
	all = make([]float32, colours*n)
	list = make([]params, colours)
	at := 0
	for i := range list {
		p := &list[i]
		for i, f := range []*[]float32{&p.figure, &p.own, &p.bias, &p.order[0], &p.order[1], &p.first, &p.mask, &p.base, &p.second, &p.last} {
			*f = all[at : at+sizes[i] : at+sizes[i]]
			at += sizes[i]
		}
	}
	return list, all
}

// NewLearner returns a learner that begins with small random weights and works with so many goroutines. With one
// the result depends on the samples and the seed alone. It learns for each colour apart where the table has other rules
// for Black than for White.
func NewLearner(l *Layout, t *pattern.Table, seed uint64, threads int) *Learner {
	colours := 1
	if t.Black != t.White {
		colours = 2
	}
	list, all := newParams(colours)
	n := &Learner{l: l, figures: make([]uint8, Windows), all: all, mean: make([]float32, len(all)), square: make([]float32, len(all))}
	for key, w := range l.views {
		b, o := t.Kinds(uint32(key))
		n.figures[w[black]] = max(n.figures[w[black]], uint8(b)*figuresOf+uint8(o)) // keys with something beyond a wall make none
	}
	for _, p := range list {
		p.draw(seed)
		n.of = append(n.of, &learned{
			p: p, rows: make([]float32, Windows*Channels), startsWith: make([]float32, Channels), blank: make([]float32, l.n*Channels),
		})
	}
	for range max(threads, 1) {
		n.workers = append(n.workers, newWorker(l, colours))
	}
	n.refresh()
	return n
}

// draw sets the numbers to what learning begins with.
func (p *params) draw(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	draw := func(list []float32, middle, spread float64) {
		for i := range list {
			list[i] = float32(middle + spread*r.NormFloat64())
		}
	}
	draw(p.figure, 0, 0.1)
	draw(p.bias, 0.2, 0)
	draw(p.first, 0, 1/math.Sqrt(2*Channels))
	draw(p.second, 0, 0.1)
	draw(p.base, 0.3, 0)
}

// Begin has learning begin with a network instead.
func (n *Learner) Begin(net *Net) {
	for c, side := range n.of {
		side.begin(net.of[c], n.figures)
	}
	n.refresh()
}

// begin is the inverse of finished. What the windows of a figure have in common becomes the figure's.
func (c *learned) begin(w *weights, figures []uint8) {
	clear(c.p.figure)
	clear(c.p.base)
	count := [figuresOf * figuresOf]float32{}
	for i, f := range figures {
		count[f]++
		for j, v := range w.rows[i*Channels:][:Channels] {
			c.p.figure[int(f)*Channels+j] += (float32(v)/unit - c.p.figure[int(f)*Channels+j]) / count[f] // the mean so far
		}
	}
	for i, f := range figures {
		for j, v := range w.rows[i*Channels:][:Channels] {
			c.p.own[i*Channels+j] = float32(v)/unit - c.p.figure[int(f)*Channels+j]
		}
	}
	for i := range Channels {
		c.p.bias[i] = float32(w.bias[i]) / unit
		for v := range 2 {
			c.p.order[v][i] = float32(w.order[v][i]) / orderUnit
			for j := range hidden {
				c.p.first[(v*Channels+i)*hidden+j] = float32(w.first[v][firstAt(i, j)]) / firstUnit
			}
		}
	}
	for m := range w.mask {
		for j, v := range w.mask[m] {
			c.p.mask[m*hidden+j] = float32(v) / (sumUnit * firstUnit)
		}
	}
	for j, v := range w.second {
		c.p.second[j] = float32(v) / secondUnit
	}
	c.p.last[0] = float32(w.last) / (hiddenUnit * secondUnit)
}

// side returns what is learned for a colour.
func (n *Learner) side(colour int) *learned { return n.of[min(colour, len(n.of)-1)] }

// refresh makes what follows from the numbers learned.
func (n *Learner) refresh() {
	for _, c := range n.of {
		c.refresh(n.l, n.figures)
	}
}

func (c *learned) refresh(l *Layout, figures []uint8) {
	for w, f := range figures {
		row, own := c.rows[w*Channels:][:Channels], c.p.own[w*Channels:][:Channels]
		for i, v := range c.p.figure[int(f)*Channels:][:Channels] {
			row[i] = rounded(v + own[i])
		}
	}
	for i, v := range c.p.bias {
		c.startsWith[i] = rounded(v)
	}
	for p := range l.n {
		x := c.blank[p*Channels:][:Channels]
		copy(x, c.startsWith)
		for _, key := range l.empty[4*p : 4*p+4] {
			kernel.Add(x, c.rows[int(l.views[key][black])*Channels:])
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
	mean, square := n.mean, n.square
	for i, d := range g {
		d *= scale
		mean[i] += 0.1 * (d - mean[i])
		square[i] += 0.001 * (d*d - square[i])
		if mean[i] != 0 {
			n.all[i] -= rate * mean[i] * young / (float32(math.Sqrt(float64(square[i]*youngSquare))) + 1e-7)
		}
	}
	for _, c := range n.of {
		for i := range c.p.own {
			c.p.own[i] *= 1 - decay*rate
		}
	}
	clear(g)
	n.refresh()
}

// gather adds up what the workers have gathered, in the first one's gradients.
func (n *Learner) gather() []float32 {
	first := n.workers[0]
	for _, w := range n.workers[1:] {
		kernel.Add(first.all, w.all)
		clear(w.all)
		for c := range w.blank {
			kernel.Add(first.blank[c], w.blank[c])
			clear(w.blank[c])
		}
	}
	for c, side := range n.of {
		side.gather(n, &first.g[c], first.blank[c])
	}
	return first.all
}

// gather adds to the gradients what follows from those of windows, and from those of the points that saw no
// stone, which have but waited to be told apart.
func (c *learned) gather(n *Learner, g *params, blank []float32) {
	for p := range n.l.n {
		d := blank[p*Channels:][:Channels]
		for i, v := range c.blank[p*Channels:][:Channels] {
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
}
