package neural

import (
	"math"

	"moyo/engine/neural/internal/kernel"
)

// Output is what a network says of a position, for the side to move.
type Output struct {
	Policy []float32 // of each point: the logarithm of its weight as a move
	Pass   float32   // that of the pass
	Owner  []float32 // of each point: from -1, the other side's, to 1
	Win    float32   // the chance to win, 0 to 1
}

// Eval judges positions with a network. It is not safe for use by several goroutines.
type Eval struct {
	net    *Net
	packed []kernel.Packed // of the layers with more than one column, as they are in layers.all
	pass   pass
	out    []Output
}

// NewEval returns what judges by the weights that n has now. Where it is exact it is slow, and
// says the same on every machine; else it may differ in the last places.
func (n *Net) NewEval(exact bool) *Eval {
	return &Eval{net: n, packed: n.pack(nil), pass: pass{blocks: make([]blockPass, 1), exact: exact}}
}

func (n *Net) pack(packed []kernel.Packed) []kernel.Packed {
	if packed == nil {
		packed = make([]kernel.Packed, len(n.layers.all))
	}
	for i, d := range n.layers.all {
		if d.to > 1 {
			packed[i].Pack(d.matrix(n.weights), d.from, d.to)
		}
	}
	return packed
}

// Judge returns what the network says of positions, and where owner is set whose each point will
// be. It is valid until the next call.
func (e *Eval) Judge(in []Input, owner bool) []Output {
	e.pass.forward(e.net, e.packed, in)
	if owner {
		e.pass.owners(e.net)
	}
	for len(e.out) < len(in) {
		e.out = append(e.out, Output{})
	}
	for i := range e.pass.spans {
		s := &e.pass.spans[i]
		e.out[i] = Output{Policy: s.rows(e.pass.policy, 1), Pass: e.pass.passes[i], Win: sigmoid(e.pass.value[i])}
		if owner {
			e.out[i].Owner = s.rows(e.pass.owner, 1)
		}
	}
	return e.out[:len(in)]
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// pass is what is computed of a batch of positions, layer by layer. Where it is kept to learn
// from there is a blockPass for each block, else one for all.
type pass struct {
	exact  bool
	spans  []span
	rows   int
	input  []float32 // what the first layer sees
	x      []float32 // the sum of the blocks
	blocks []blockPass
	chains []float32 // scratch

	last                  pooled // of x, without what is below zero
	head                  []float32
	hidden                []float32
	policy, owner, passes []float32
	value                 []float32
	scratch               []float32
}

// blockPass is what is computed in a block.
type blockPass struct {
	before []float32 // the sum of the blocks before, without what is below zero
	seen   []float32 // of it, by the first layer
	middle pooled
	look   []float32 // of middle, by the second layer
}

// pooled is rows of width numbers, and what is said of all rows of a position together.
type pooled struct {
	rows []float32
	all  []float32 // means, then the largest
}

// dense returns, in dst, what layer d makes of rows of src.
func (p *pass) dense(net *Net, packed []kernel.Packed, d dense, dst, src []float32, rows int) []float32 {
	dst = sized(dst, rows*d.to)
	if p.exact {
		kernel.MulExact(dst, src, rows, &packed[d.number])
	} else {
		kernel.Mul(dst, src, rows, &packed[d.number])
	}
	if b := d.bias(net.weights); b != nil {
		kernel.AddRow(dst, b)
	}
	return dst
}

func (p *pass) forward(net *Net, packed []kernel.Packed, in []Input) {
	c, l := net.Config, &net.layers
	p.place(in)
	planes := sized(p.scratch, p.rows*c.Inputs)
	p.scratch = planes
	for i := range p.spans {
		copy(p.spans[i].rows(planes, c.Inputs), p.spans[i].Planes)
	}
	p.input = sized(p.input, p.rows*inputReach*c.Inputs)
	p.chains = gather(p.input, p.spans, planes, c.Inputs, inputReach, p.chains)
	p.x = p.dense(net, packed, l.input, p.x, p.input, p.rows)
	for i := range l.blocks {
		p.block(net, packed, l.blocks[i], &p.blocks[i%len(p.blocks)])
	}
	p.last.rows = relu(p.last.rows, p.x)
	p.last.pool(p.spans, c.Channels)
	p.heads(net, packed)
}

// place lays the positions' points out one after the other.
func (p *pass) place(in []Input) {
	p.spans, p.rows = p.spans[:0], 0
	for i := range in {
		p.spans = append(p.spans, span{&in[i], p.rows})
		p.rows += in[i].Graph.n
	}
}

func (p *pass) block(net *Net, packed []kernel.Packed, l blockLayers, b *blockPass) {
	c := net.Config.Channels
	b.before = relu(b.before, p.x)
	b.seen = sized(b.seen, p.rows*firstReach*c)
	p.chains = gather(b.seen, p.spans, b.before, c, firstReach, p.chains)
	p.scratch = p.dense(net, packed, l.first, p.scratch, b.seen, p.rows)
	b.middle.rows = relu(b.middle.rows, p.scratch)
	b.middle.pool(p.spans, c)
	b.look = sized(b.look, p.rows*secondReach*c)
	p.chains = gather(b.look, p.spans, b.middle.rows, c, secondReach, p.chains)
	p.scratch = p.dense(net, packed, l.second, p.scratch, b.look, p.rows)
	kernel.Add(p.x[:p.rows*c], p.scratch)
	p.hidden = p.dense(net, packed, l.pool, p.hidden, b.middle.all, len(p.spans))
	p.addAll(p.x, p.hidden, c)
}

// addAll adds to each row of a position what is said of the position.
func (p *pass) addAll(rows, all []float32, width int) {
	for i := range p.spans {
		kernel.AddRow(p.spans[i].rows(rows, width), all[i*width:(i+1)*width])
	}
}

func relu(dst, src []float32) []float32 {
	dst = sized(dst, len(src))
	kernel.Relu(dst, src)
	return dst
}

// pool says of each position what all its rows, in which nothing is below zero, say together.
func (m *pooled) pool(spans []span, width int) {
	m.all = sized(m.all, len(spans)*poolReach*width)
	for i := range spans {
		s := &spans[i]
		mean, most := m.all[i*poolReach*width:][:width], m.all[(i*poolReach+1)*width:][:width]
		kernel.Pool(mean, most, s.rows(m.rows, width))
		for k := range mean {
			mean[k] /= float32(s.Graph.n)
		}
	}
}

// heads computes the outputs.
func (p *pass) heads(net *Net, packed []kernel.Packed) {
	l, w, h := &net.layers, net.weights, net.Config.Head
	n := len(p.spans)
	p.head = p.dense(net, packed, l.head, p.head, p.last.rows, p.rows)
	p.hidden = p.dense(net, packed, l.headPool, p.hidden, p.last.all, n)
	p.addAll(p.head, p.hidden, h)
	kernel.Relu(p.head, p.head)
	p.policy = sized(p.policy, p.rows)
	policy := l.policy.matrix(w)
	for r := range p.rows {
		p.policy[r] = dot(p.head[r*h:(r+1)*h], policy)
	}
	p.hidden = p.dense(net, packed, l.hidden, p.hidden, p.last.all, n)
	kernel.Relu(p.hidden, p.hidden)
	p.passes, p.value = sized(p.passes, n), sized(p.value, n)
	all := poolReach * net.Config.Channels
	for i := range n {
		p.passes[i] = dot(p.last.all[i*all:(i+1)*all], l.pass.matrix(w)) + l.pass.bias(w)[0]
		p.value[i] = dot(p.hidden[i*h:(i+1)*h], l.value.matrix(w)) + l.value.bias(w)[0]
	}
}

// owners says whose each point will be, after heads.
func (p *pass) owners(net *Net) {
	l, h := &net.layers, net.Config.Head
	owner, bias := l.owner.matrix(net.weights), l.owner.bias(net.weights)[0]
	p.owner = sized(p.owner, p.rows)
	for r := range p.rows {
		p.owner[r] = float32(math.Tanh(float64(dot(p.head[r*h:(r+1)*h], owner) + bias)))
	}
}

func dot(a, b []float32) float32 {
	sum := float32(0)
	for i, v := range b[:len(a)] {
		sum += a[i] * v
	}
	return sum
}
