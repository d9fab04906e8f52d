package network

import (
	"math"

	"moyo/engine/internal/kernel"
)

// worker is one goroutine's state in training.
type worker struct {
	g     params    // gradients
	blank []float32 // those of points with empty windows, views added
	seen  tally

	keys   []uint16 // the side to move is Black
	stones []bool
	busy   []int        // empty points with a stone in a window
	idle   []int        // those without
	x      [2][]float32 // clipped vectors by point, in the views of the side to move and the other
	sum    [2 * Channels]float32
	pre    [hidden]float32
	logits []float64
	asked  []int // by point, 1 + its index into a sample's moves
}

func newWorker(l *Layout) *worker {
	w := &worker{
		g: newParams(), blank: make([]float32, l.n*Channels), keys: make([]uint16, len(l.empty)),
		stones: make([]bool, l.n), logits: make([]float64, l.n), asked: make([]int, l.n),
	}
	for view := range w.x {
		w.x[view] = make([]float32, l.n*Channels)
	}
	return w
}

// run adds a sample's fit and, if train is set, its gradients.
func (w *worker) run(n *Trainer, s *Sample, train bool) {
	w.lay(n.l, s)
	w.evaluate(n)
	chance := 1 / (1 + math.Exp(-float64(w.value(n, s))))
	want := float64(s.Want)
	const tiny = 1e-9
	w.seen.value -= want*math.Log(chance+tiny) + (1-want)*math.Log(1-chance+tiny)
	w.seen.values++
	if len(s.Moves) > 0 {
		w.order(n, s)
	}
	if train {
		w.train(n, s, float32(chance-want))
	}
}

// lay puts the stones into the windows.
func (w *worker) lay(l *Layout, s *Sample) {
	copy(w.keys, l.empty)
	clear(w.stones)
	for i, q := range s.Stones {
		w.stones[q] = true
		colour := uint16(own)
		if (len(s.Stones)-i)&1 == 1 { // the last stone is the opponent's
			colour = enemy
		}
		for _, v := range l.seen[l.from[q]:l.from[q+1]] {
			w.keys[v.key] ^= colour << v.shift
		}
	}
	w.busy, w.idle = w.busy[:0], w.idle[:0]
	for p, stone := range w.stones {
		switch {
		case stone:
		case [4]uint16(w.keys[4*p:]) == [4]uint16(l.empty[4*p:]):
			w.idle = append(w.idle, p)
		default:
			w.busy = append(w.busy, p)
		}
	}
}

// evaluate computes the vectors of all points and their sums.
func (w *worker) evaluate(n *Trainer) {
	clear(w.sum[:])
	for _, p := range w.idle {
		b := n.blank[p*Channels:][:Channels]
		for view := range w.x {
			copy(w.x[view][p*Channels:], b)
			kernel.Add(w.sum[view*Channels:][:Channels], b)
		}
	}
	for _, p := range w.busy {
		for view := range w.x {
			x := w.x[view][p*Channels:][:Channels]
			copy(x, n.bias)
			for _, key := range w.keys[4*p : 4*p+4] {
				kernel.Add(x, n.rows[int(n.l.views[key][view])*Channels:])
			}
			for i, v := range x {
				x[i] = cut(v, 1)
			}
			kernel.Add(w.sum[view*Channels:][:Channels], x)
		}
	}
	for i := range w.sum {
		w.sum[i] /= share
	}
}

// value returns the value for the side to move, in logits.
func (w *worker) value(n *Trainer, s *Sample) float32 {
	copy(w.pre[:], n.p.base)
	kernel.Add(w.pre[:], n.p.mask[int(s.Mask)*hidden:])
	for i, x := range w.sum {
		for j, f := range n.p.first[i*hidden:][:hidden] {
			w.pre[j] += x * f
		}
	}
	v := s.Base + n.p.last[0]
	for j, x := range w.pre {
		v += cut(x, most) * n.p.second[j]
	}
	return v
}

// order adds the fit of the order of moves and computes the gradients of its logits.
func (w *worker) order(n *Trainer, s *Sample) {
	logits := w.logits[:len(s.Moves)]
	top, sum := math.Inf(-1), 0.0
	for i, m := range s.Moves {
		v := s.Prior[i]
		for view, x := range w.x {
			weights := n.p.order[view]
			for j, a := range x[int(m)*Channels:][:Channels] {
				v += a * weights[j]
			}
		}
		logits[i] = float64(v)
		top = max(top, logits[i])
	}
	if logits[s.Best] >= top {
		w.seen.first++
	}
	for i, v := range logits {
		logits[i] = math.Exp(v - top)
		sum += logits[i]
	}
	for i := range logits {
		logits[i] /= sum
	}
	w.seen.order -= math.Log(logits[s.Best] + 1e-9)
	w.seen.orders++
	logits[s.Best]--
}

// train adds the gradients of a sample, given that of its value.
func (w *worker) train(n *Trainer, s *Sample, d float32) {
	dsum := w.trainValue(n, s, d)
	for i, m := range s.Moves {
		w.asked[m] = i + 1
	}
	for _, p := range w.busy {
		w.trainPoint(n, p, &dsum)
	}
	var both [Channels]float32
	copy(both[:], dsum[:])
	kernel.Add(both[:], dsum[Channels:])
	for _, p := range w.idle {
		if w.asked[p] > 0 {
			w.trainPoint(n, p, &dsum)
		} else {
			kernel.Add(w.blank[p*Channels:][:Channels], both[:])
		}
	}
	for _, m := range s.Moves {
		w.asked[m] = 0
	}
}

// trainValue adds the gradients of the hidden layer and the layers after it,
// and returns those of the sums.
func (w *worker) trainValue(n *Trainer, s *Sample, d float32) (dsum [2 * Channels]float32) {
	g := &w.g
	g.last[0] += d
	var dpre [hidden]float32
	for j, x := range w.pre {
		g.second[j] += d * cut(x, most)
		if inside(x, most) {
			dpre[j] = d * n.p.second[j]
		}
	}
	kernel.Add(g.base, dpre[:])
	kernel.Add(g.mask[int(s.Mask)*hidden:][:hidden], dpre[:])
	for i, x := range w.sum {
		back := float32(0)
		f, gf := n.p.first[i*hidden:][:hidden], g.first[i*hidden:][:hidden]
		for j, e := range dpre {
			back += e * f[j]
			gf[j] += e * x
		}
		dsum[i] = back / share
	}
	return dsum
}

// trainPoint adds the gradients of the vectors of a point, given those of the sums.
func (w *worker) trainPoint(n *Trainer, p int, dsum *[2 * Channels]float32) {
	for view := range w.x {
		x := w.x[view][p*Channels:][:Channels]
		d := [Channels]float32(dsum[view*Channels:])
		if i := w.asked[p]; i > 0 {
			e := orderLoss * float32(w.logits[i-1])
			weights, g := n.p.order[view], w.g.order[view]
			for j := range d {
				d[j] += e * weights[j]
				g[j] += e * x[j]
			}
		}
		for j, v := range x {
			if !inside(v, 1) {
				d[j] = 0
			}
		}
		kernel.Add(w.g.bias, d[:])
		for _, key := range w.keys[4*p : 4*p+4] {
			kernel.Add(w.g.own[int(n.l.views[key][view])*Channels:][:Channels], d[:])
		}
	}
}
