package neural

import (
	"math"
	"slices"
	"sync"

	"moyo/engine/internal/kernel"
)

// Target is the wanted output for a position, for the side to move.
type Target struct {
	Policy    []float32 // of each point: its share of the visits
	Pass      float32   // the same of the pass
	Legal     []bool    // the points among which the move is chosen; the pass is always one
	Win       float32   // 1 won, 0 lost, or between
	Lead      float32   // points; unused without a lead head
	Ownership []float32 // of each point at the end: 1 its own, -1 the opponent's
}

// Loss is the mean error of a network against targets.
type Loss struct {
	Policy, Win float64 // nats; Policy is Least or more
	Least       float64 // nats: the Policy of a perfect network, the entropy of the targets
	Value       float64 // error of the win probability
	Ownership   float64 // squared error
	Lead        float64 // error of the lead in points
	First       float64 // how often the most visited move had the largest weight
}

// Plus returns l + n·o.
func (l Loss) Plus(o Loss, n float64) Loss {
	return Loss{
		Policy: l.Policy + n*o.Policy, Win: l.Win + n*o.Win, Least: l.Least + n*o.Least, Value: l.Value + n*o.Value,
		Ownership: l.Ownership + n*o.Ownership, Lead: l.Lead + n*o.Lead, First: l.First + n*o.First,
	}
}

// Over returns l divided by n.
func (l Loss) Over(n float64) Loss { return Loss{}.Plus(l, 1/n) }

// The weights of the parts of the loss.
const (
	winWeight       = 1.0
	ownershipWeight = 1.5
	leadWeight      = 0.3
	leadUnit        = 10 // points per unit of the lead's output; errors beyond one unit count linearly (Huber 1964)
)

// Trainer fits the weights of a network to targets by Adam with decoupled weight decay
// (I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).
type Trainer struct {
	net            *Net
	Rate, Decay    float64
	step           int
	mean, square   []float32
	keep           float64         // decay of the average per step; 0: no average
	average        []float32       // moving average of the weights
	packed, turned []kernel.Packed // turned: the transposes, for the backward pass
	workers        []*worker
}

// worker computes gradients on one goroutine.
type worker struct {
	pass                pass
	gradient            []float32
	loss                Loss
	dx, dmid, dwide     []float32
	dall, dhidden       []float32
	dpolicy, downership []float32
}

// NewTrainer returns a trainer of n with the given number of goroutines. keep is the
// decay per step of an exponential moving average of the weights; 0 for no average.
func NewTrainer(n *Net, threads int, keep float64) *Trainer {
	t := &Trainer{net: n, Rate: 1e-3, Decay: 1e-4, mean: make([]float32, n.Len()), square: make([]float32, n.Len()), keep: keep}
	if keep > 0 {
		t.average = slices.Clone(n.weights)
	}
	for range max(1, threads) {
		t.workers = append(t.workers, &worker{
			pass: pass{keep: true, blocks: make([]blockPass, max(1, n.Config.Blocks))}, gradient: make([]float32, n.Len()),
		})
	}
	return t
}

// Step trains with one batch, and returns the loss before the step.
func (t *Trainer) Step(in []Input, want []Target) Loss {
	t.gradient(in, want)
	first := t.workers[0]
	total := first.loss
	for _, p := range t.workers[1:] {
		kernel.Add(first.gradient, p.gradient)
		total = total.Plus(p.loss, 1)
	}
	t.adam(first.gradient, 1/float32(len(in)))
	keep := float32(min(t.keep, float64(t.step)/float64(t.step+10))) // forget the first weights soon
	for i := range t.average {
		t.average[i] = keep*t.average[i] + (1-keep)*t.net.weights[i]
	}
	return total.Over(float64(len(in)))
}

// Result returns a copy of the trained network: the average, if there is one.
func (t *Trainer) Result() *Net {
	n := t.net.Clone()
	if t.average != nil {
		copy(n.weights, t.average)
	}
	return n
}

// gradient computes each worker's share of the gradient of the batch.
func (t *Trainer) gradient(in []Input, want []Target) {
	t.packed = t.net.pack(t.packed)
	if t.turned == nil {
		t.turned = make([]kernel.Packed, len(t.packed))
	}
	for i, d := range t.net.layers.all {
		if d.to > 1 && i > 0 {
			t.turned[i].PackTransposed(d.matrix(t.net.weights), d.from, d.to)
		}
	}
	var wg sync.WaitGroup
	for i, p := range t.workers {
		from, to := i*len(in)/len(t.workers), (i+1)*len(in)/len(t.workers)
		wg.Go(func() { p.learn(t, in[from:to], want[from:to]) })
	}
	wg.Wait()
}

func (t *Trainer) adam(gradient []float32, scale float32) {
	const b1, b2, tiny = 0.9, 0.999, 1e-8
	t.step++
	rate := t.Rate * math.Sqrt(1-math.Pow(b2, float64(t.step))) / (1 - math.Pow(b1, float64(t.step)))
	decay := float32(t.Rate * t.Decay)
	for i, g := range gradient {
		g *= scale
		t.mean[i] += (1 - b1) * (g - t.mean[i])
		t.square[i] += (1 - b2) * (g*g - t.square[i])
		t.net.weights[i] -= float32(rate)*t.mean[i]/(float32(math.Sqrt(float64(t.square[i])))+tiny) + decay*t.net.weights[i]
	}
}

// learn computes the outputs of each position and propagates the gradient back through all layers.
func (p *worker) learn(t *Trainer, in []Input, want []Target) {
	clear(p.gradient)
	p.loss = Loss{}
	for i := range in { // one at a time: the values to keep stay in the nearer caches
		p.pass.forward(t.net, t.packed, in[i:i+1])
		p.pass.computeOwnership(t.net)
		p.heads(t, want[i:i+1])
		for k := len(t.net.layers.blocks) - 1; k >= 0; k-- {
			p.block(t, t.net.layers.blocks[k], &p.pass.blocks[k])
		}
		p.layer(t.net.layers.input, p.pass.input, p.dx, p.pass.rows)
	}
}

// layer adds to the gradient of d, whose outputs have the gradient dy; src is its input.
func (p *worker) layer(d dense, src, dy []float32, rows int) {
	kernel.AddOuter(d.matrix(p.gradient), src[:rows*d.from], dy[:rows*d.to], d.from, d.to)
	if b := d.bias(p.gradient); b != nil {
		for r := range rows {
			kernel.Add(b, dy[r*d.to:(r+1)*d.to])
		}
	}
}

// back returns the gradient of d's input.
func (p *worker) back(t *Trainer, d dense, dst, dy []float32, rows int) []float32 {
	dst = sized(dst, rows*d.from)
	kernel.Mul(dst, dy, rows, &t.turned[d.number])
	return dst
}

// block propagates back through a block.
func (p *worker) block(t *Trainer, l blockLayers, b *blockPass) {
	c, rows, n := t.net.Config.Channels, p.pass.rows, len(p.pass.spans)
	p.sums(c, p.dx)
	p.layer(l.second, b.secondInput, p.dx, rows)
	p.layer(l.pool, b.middle.all, p.dhidden, n)
	p.dwide = p.back(t, l.second, p.dwide, p.dx, rows)
	p.dmid = sized(p.dmid, rows*c)
	clear(p.dmid)
	p.pass.chains = scatter(p.dmid, b.middle.rows, p.pass.spans, p.dwide, c, l.second.places, p.pass.chains)
	p.dall = p.back(t, l.pool, p.dall, p.dhidden, n)
	b.middle.unpool(p.pass.spans, p.dmid, p.dall, c)
	kernel.Mask(p.dmid, b.middle.rows)
	p.layer(l.first, b.firstInput, p.dmid, rows)
	p.dwide = p.back(t, l.first, p.dwide, p.dmid, rows)
	clear(p.dmid)
	p.pass.chains = scatter(p.dmid, b.before, p.pass.spans, p.dwide, c, l.first.places, p.pass.chains)
	kernel.Mask(p.dmid, b.before)
	kernel.Add(p.dx, p.dmid)
}

// sums sets dhidden to the sums over each position's rows.
func (p *worker) sums(width int, rows []float32) {
	p.dhidden = sized(p.dhidden, len(p.pass.spans)*width)
	clear(p.dhidden)
	for i := range p.pass.spans {
		s := &p.pass.spans[i]
		for r := range s.Graph.n {
			kernel.Add(p.dhidden[i*width:(i+1)*width], rows[(s.at+r)*width:(s.at+r+1)*width])
		}
	}
}

// unpool adds the gradient of the pooled values, all, to rows.
func (m *pooled) unpool(spans []span, rows, all []float32, width int) {
	for i := range spans {
		s := &spans[i]
		mean, most := all[i*poolReach*width:][:width], all[(i*poolReach+1)*width:][:width]
		for k := range mean {
			mean[k] /= float32(s.Graph.n)
		}
		for r := range s.Graph.n {
			kernel.Add(rows[(s.at+r)*width:(s.at+r+1)*width], mean)
		}
		for k, v := range m.all[(i*poolReach+1)*width:][:width] {
			for r := range s.Graph.n {
				if at := (s.at+r)*width + k; m.rows[at] == v { // the first of the maxima
					rows[at] += most[k]
					break
				}
			}
		}
	}
}

// heads propagates back through the outputs, and sets dx.
func (p *worker) heads(t *Trainer, want []Target) {
	l, w, g, c, h := &t.net.layers, t.net.weights, p.gradient, t.net.Config.Channels, t.net.Config.Head
	n, rows := len(p.pass.spans), p.pass.rows
	all := poolReach * c
	dpass, dvalue, dlead := p.evaluate(t.net, want)

	p.dall = sized(p.dall, n*all) // gradient of the pooled values
	clear(p.dall)
	dhidden := sized(p.dhidden, n*h)
	for i := range n {
		board := p.pass.last.all[i*all : (i+1)*all]
		accumulate(l.pass.matrix(g), board, dpass[i])
		l.pass.bias(g)[0] += dpass[i]
		accumulate(p.dall[i*all:(i+1)*all], l.pass.matrix(w), dpass[i])
		hidden := p.pass.hidden[i*h : (i+1)*h]
		accumulate(l.value.matrix(g), hidden, dvalue[i])
		l.value.bias(g)[0] += dvalue[i]
		for k, v := range l.value.matrix(w) {
			dhidden[i*h+k] = v * dvalue[i]
		}
		if t.net.Config.Lead {
			accumulate(l.lead.matrix(g), hidden, dlead[i])
			l.lead.bias(g)[0] += dlead[i]
			accumulate(dhidden[i*h:(i+1)*h], l.lead.matrix(w), dlead[i])
		}
	}
	kernel.Mask(dhidden, p.pass.hidden[:n*h])
	p.layer(l.hidden, p.pass.last.all, dhidden, n)
	p.dwide = p.back(t, l.hidden, p.dwide, dhidden, n)
	kernel.Add(p.dall, p.dwide)
	p.dhidden = dhidden

	p.dmid = sized(p.dmid, rows*h) // gradient of the head's rows
	policy, owner := l.policy.matrix(w), l.ownership.matrix(w)
	for r := range rows {
		row, d := p.pass.head[r*h:(r+1)*h], p.dmid[r*h:(r+1)*h]
		accumulate(l.policy.matrix(g), row, p.dpolicy[r])
		accumulate(l.ownership.matrix(g), row, p.downership[r])
		l.ownership.bias(g)[0] += p.downership[r]
		for k := range d {
			d[k] = p.dpolicy[r]*policy[k] + p.downership[r]*owner[k]
		}
	}
	kernel.Mask(p.dmid, p.pass.head[:rows*h])
	p.layer(l.head, p.pass.last.rows, p.dmid, rows)
	p.sums(h, p.dmid)
	p.layer(l.headPool, p.pass.last.all, p.dhidden, n)
	p.dwide = p.back(t, l.headPool, p.dwide, p.dhidden, n)
	kernel.Add(p.dall, p.dwide)
	p.dx = p.back(t, l.head, p.dx, p.dmid, rows)
	p.pass.last.unpool(p.pass.spans, p.dx, p.dall, c)
	kernel.Mask(p.dx, p.pass.last.rows)
}

// accumulate adds x·v to sum.
func accumulate(sum, v []float32, x float32) {
	for i, y := range v {
		sum[i] += x * y
	}
}

// evaluate adds to the loss, and returns its gradient by each output of a
// position; dpolicy and downer get those of points.
func (p *worker) evaluate(net *Net, want []Target) (dpass, dvalue, dlead []float32) {
	p.dpolicy, p.downership = sized(p.dpolicy, p.pass.rows), sized(p.downership, p.pass.rows)
	dpass, dvalue, dlead = make([]float32, len(want)), make([]float32, len(want)), make([]float32, len(want))
	for i := range want {
		s, w := &p.pass.spans[i], &want[i]
		dpass[i] = p.evaluatePolicy(s, w, p.pass.passes[i])
		win := sigmoid(p.pass.value[i])
		p.loss.Win -= float64(w.Win)*math.Log(float64(win)+1e-9) + float64(1-w.Win)*math.Log(1-float64(win)+1e-9)
		p.loss.Value += math.Abs(float64(win - w.Win))
		dvalue[i] = winWeight * (win - w.Win)
		if net.Config.Lead {
			off := p.pass.leads[i] - w.Lead/leadUnit
			p.loss.Lead += leadUnit * math.Abs(float64(off))
			dlead[i] = leadWeight * min(max(off, -1), 1)
		}
		own, down := s.rows(p.pass.ownership, 1), s.rows(p.downership, 1)
		for q, o := range own {
			d := o - w.Ownership[q]
			p.loss.Ownership += float64(d*d) / float64(s.Graph.n)
			down[q] = ownershipWeight * 2 * d * (1 - o*o) / float32(s.Graph.n)
		}
	}
	return dpass, dvalue, dlead
}

// evaluatePolicy does the same for the policy of a position, and returns the gradient by the pass.
func (p *worker) evaluatePolicy(s *span, w *Target, pass float32) (dpass float32) {
	logits, d := s.rows(p.pass.policy, 1), s.rows(p.dpolicy, 1)
	most, bestAt := pass, -1
	wanted, wantedAt := w.Pass, -1
	for q, v := range logits {
		if w.Legal[q] {
			if v > most {
				most, bestAt = v, q
			}
			if w.Policy[q] > wanted {
				wanted, wantedAt = w.Policy[q], q
			}
		}
	}
	if bestAt == wantedAt {
		p.loss.First++
	}
	for _, share := range w.Policy {
		p.loss.Least += entropyTerm(share)
	}
	p.loss.Least += entropyTerm(w.Pass)
	e := math.Exp(float64(pass - most))
	sum := e
	for q, v := range logits {
		d[q] = 0
		if w.Legal[q] {
			x := math.Exp(float64(v - most))
			d[q] = float32(x)
			sum += x
		}
	}
	log := math.Log(sum)
	for q, v := range logits {
		if w.Legal[q] {
			p.loss.Policy -= float64(w.Policy[q]) * (float64(v-most) - log)
			d[q] = float32(float64(d[q])/sum) - w.Policy[q]
		}
	}
	p.loss.Policy -= float64(w.Pass) * (float64(pass-most) - log)
	return float32(e/sum) - w.Pass
}

// entropyTerm is the term of a share in the entropy of a distribution, in nats.
func entropyTerm(share float32) float64 {
	if share <= 0 {
		return 0
	}
	return -float64(share) * math.Log(float64(share))
}

// Loss returns the loss of the network that Result returns, without training.
func (t *Trainer) Loss(in []Input, want []Target) Loss {
	p, net := t.workers[0], t.net
	if t.average != nil {
		net = t.Result()
	}
	t.packed = net.pack(t.packed)
	p.pass.forward(net, t.packed, in)
	p.pass.computeOwnership(net)
	p.loss = Loss{}
	p.evaluate(net, want)
	return p.loss.Over(float64(len(in)))
}
