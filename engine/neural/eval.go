package neural

import (
	"math"

	"moyo/engine/internal/kernel"
)

// Output is what a network says of a position, for the side to move.
type Output struct {
	Policy []float32 // of each point: the logarithm of its weight as a move
	Pass   float32   // that of the pass
	Owner  []float32 // of each point: from -1, the other side's, to 1
	Win    float32   // the chance to win, 0 to 1
	Lead   float32   // points, of networks that say it; else 0
}

// Arithmetic is how a network is computed.
type Arithmetic int

const (
	Exact  Arithmetic = iota // slowly, and the same on every machine
	Fine                     // by vectors; the last places may differ
	Coarse                   // blocks in whole numbers of eight bits where that is faster, else as Fine
)

// Eval judges positions with a network. It is not safe for use by several goroutines.
type Eval struct {
	net    *Net
	packed []kernel.Packed // of the layers with more than one column, as they are in layers.all
	pass   pass
	out    []Output
}

// Vectors says whether networks are computed by vectors here. Without, a look takes some twenty times as long.
func Vectors() bool { return kernel.Vectors() }

// NewEval returns what judges by the weights that n has now.
func (n *Net) NewEval(how Arithmetic) *Eval {
	e := &Eval{net: n, packed: n.pack(nil), pass: pass{blocks: make([]blockPass, 1), exact: how == Exact}}
	if how == Coarse && kernel.Bytes() && n.Config.Channels%coarseWidth == 0 {
		e.pass.coarse = n.coarsen()
	}
	return e
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
		if e.net.Config.Lead {
			e.out[i].Lead = leadUnit * e.pass.leads[i]
		}
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
	keep   bool    // what layers see, too
	coarse *coarse // nil where blocks are computed like all else
	spans  []span
	rows   int
	short  bool      // the boards' links are so few that bytes can add them up
	input  []float32 // what the first layer sees
	x      []float32 // the sum of the blocks
	blocks []blockPass

	// Scratch: the means over chains and what a layer makes of them; what it sees of some rows, and makes of it.
	chains, chained []float32
	wide, made      []float32

	last                  pooled // of x, without what is below zero
	head                  []float32
	hidden                []float32
	policy, owner, passes []float32
	value, leads          []float32
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
	p.mul(dst, src, rows, &packed[d.number])
	if b := d.bias(net.weights); b != nil {
		kernel.AddRow(dst, b)
	}
	return dst
}

func (p *pass) mul(dst, src []float32, rows int, by *kernel.Packed) {
	if p.exact {
		kernel.MulExact(dst, src, rows, by)
	} else {
		kernel.Mul(dst, src, rows, by)
	}
}

func (p *pass) forward(net *Net, packed []kernel.Packed, in []Input) {
	c, l := net.Config, &net.layers
	p.place(in)
	planes := sized(p.scratch, p.rows*c.Inputs)
	p.scratch = planes
	for i := range p.spans {
		copy(p.spans[i].rows(planes, c.Inputs), p.spans[i].Planes)
	}
	p.x, p.hidden = sized(p.x, p.rows*c.Channels), sized(p.hidden, len(p.spans)*c.Channels)
	clear(p.x)
	clear(p.hidden)
	p.input = p.look(packed, l.input, p.input, planes, p.grow(net, l.input, 0))
	for i := range l.blocks {
		p.block(net, packed, i)
	}
	p.last.pool(p.spans, c.Channels)
	p.heads(net, packed)
}

// grow returns what adds to x what layer d made of some rows of position i and what hidden says of all of them, and
// keeps what is not below zero for block next.
func (p *pass) grow(net *Net, d dense, next int) func(i, at int, made []float32) {
	c, bias, above := d.to, d.bias(net.weights), &p.last.rows
	if next < len(net.layers.blocks) {
		above = &p.blocks[next%len(p.blocks)].before
	}
	*above = sized(*above, p.rows*c)
	return func(i, at int, made []float32) {
		kernel.Grow(p.x[at*c:at*c+len(made)], (*above)[at*c:], made, bias, p.hidden[i*c:(i+1)*c])
	}
}

// rowsSeen is how many rows a layer sees at once where what it sees is not kept: they and a panel of the weights fit
// into the nearest cache of usual processors.
const (
	rowsSeen = 4 * kernel.RowsAtOnce
	rowsMost = rowsSeen + kernel.RowsAtOnce - 1 // and the few that are left
)

// some returns where the rows that are seen with those from from on end, among n. What is left would be
// multiplied row by row.
func some(from, n int) int {
	if to := from + rowsSeen; to+kernel.RowsAtOnce <= n {
		return to
	}
	return n
}

// look hands to done what layer d makes of rows of src, some at a time: those of position i, from
// row at on. It returns what the layer has seen, in the place of seen, where that is kept.
func (p *pass) look(packed []kernel.Packed, d dense, seen, src []float32, done func(i, at int, made []float32)) []float32 {
	if p.coarsely(d) {
		p.lookCoarsely(d, src, done)
		return seen
	}
	if p.keep {
		seen = sized(seen, p.rows*d.from)
	}
	p.wide, p.made = sized(p.wide, rowsMost*d.from), sized(p.made, rowsMost*d.to)
	for i := range p.spans {
		s := &p.spans[i]
		v := p.viewing(&packed[d.number], d, s, src)
		for from, to := 0, 0; from < s.Graph.n; from = to {
			to = some(from, s.Graph.n)
			wide := p.wide
			if p.keep {
				wide = seen[(s.at+from)*d.from:]
			}
			done(i, s.at+from, p.see(&v, wide, from, to))
		}
	}
	return seen
}

// place lays the positions' points out one after the other.
func (p *pass) place(in []Input) {
	p.spans, p.rows, p.short = p.spans[:0], 0, true
	for i := range in {
		p.short = p.short && in[i].Graph.short
		p.spans = append(p.spans, span{&in[i], p.rows})
		p.rows += in[i].Graph.n
	}
}

// viewing is how a layer looks at a position.
type viewing struct {
	*span
	in      []float32 // the position's rows
	width   int       // of them
	sees    []place
	by      kernel.Packed
	to      int  // numbers that it makes of a row
	chained bool // what it makes of chains is added to the rows
}

// viewing returns how layer d, packed as by, looks at rows of src. What its weights make of the mean over a chain is
// computed once for the chain and not for each point of it, except where it is kept or has to be exact.
func (p *pass) viewing(by *kernel.Packed, d dense, s *span, src []float32) viewing {
	width, last := d.from/len(d.sees), len(d.sees)-1
	v := viewing{span: s, in: s.rows(src, width), width: width, sees: d.sees, by: *by, to: d.to}
	if d.sees[last] != placeChain {
		return v
	}
	p.chains = s.means(p.chains, v.in, 0, width, width)
	if p.keep || p.exact {
		return v
	}
	v.chained, v.sees, v.by = true, d.sees[:last], by.Rows(0, last*width)
	p.chained = sized(p.chained, s.Chains*d.to)
	rest := by.Rows(last*width, d.from)
	kernel.Mul(p.chained, p.chains, s.Chains, &rest)
	return v
}

// see gathers what v says of the points from from to to in wide, and returns the product.
func (p *pass) see(v *viewing, wide []float32, from, to int) []float32 {
	v.gather(wide, v.in, v.width, v.sees, from, to, p.chains)
	made := p.made[:(to-from)*v.to]
	p.mul(made, wide, to-from, &v.by)
	if v.chained {
		kernel.AddRows(made, p.chained, v.Chain[from:to])
	}
	return made
}

func (p *pass) block(net *Net, packed []kernel.Packed, i int) {
	c, l, b := net.Config.Channels, net.layers.blocks[i], &p.blocks[i%len(p.blocks)]
	bias := l.first.bias(net.weights)
	b.middle.rows = sized(b.middle.rows, p.rows*c)
	b.seen = p.look(packed, l.first, b.seen, b.before, func(_, at int, made []float32) {
		kernel.ReluSum(b.middle.rows[at*c:at*c+len(made)], made, bias)
	})
	b.middle.pool(p.spans, c)
	p.hidden = p.dense(net, packed, l.pool, p.hidden, b.middle.all, len(p.spans))
	b.look = p.look(packed, l.second, b.look, b.middle.rows, p.grow(net, l.second, i+1))
}

// addAll adds to each row of a position what is said of the position.
func (p *pass) addAll(rows, all []float32, width int) {
	for i := range p.spans {
		kernel.AddRow(p.spans[i].rows(rows, width), all[i*width:(i+1)*width])
	}
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
	p.passes, p.value, p.leads = sized(p.passes, n), sized(p.value, n), sized(p.leads, n)
	all := poolReach * net.Config.Channels
	for i := range n {
		p.passes[i] = dot(p.last.all[i*all:(i+1)*all], l.pass.matrix(w)) + l.pass.bias(w)[0]
		p.value[i] = dot(p.hidden[i*h:(i+1)*h], l.value.matrix(w)) + l.value.bias(w)[0]
		if net.Config.Lead {
			p.leads[i] = dot(p.hidden[i*h:(i+1)*h], l.lead.matrix(w)) + l.lead.bias(w)[0]
		}
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
