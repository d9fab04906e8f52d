package neural

import (
	"math"

	"moyo/engine/internal/kernel"
)

// Output is a network's output for a position, for the side to move.
type Output struct {
	Policy    []float32 // of each point: the logarithm of its weight as a move
	Pass      float32   // the same of the pass
	Ownership []float32 // of each point: -1 the opponent's to 1 its own
	Win       float32   // win probability, 0 to 1
	Lead      float32   // points; 0 if the network has no lead head
}

// Arithmetic is how a network's outputs are computed.
type Arithmetic int

const (
	Exact  Arithmetic = iota // slow, with the same results on every machine
	Fine                     // with vector instructions; the last digits may differ
	Coarse                   // blocks in 8-bit integers where that is faster, otherwise as Fine
)

// Eval evaluates positions with a network. It is not safe for use by several goroutines.
type Eval struct {
	net    *Net
	packed []kernel.Packed // of the layers with more than one column, as they are in layers.all
	pass   pass
	out    []Output
}

// Vectors reports whether networks use vector instructions here. Without them
// an evaluation takes twenty times as long.
func Vectors() bool { return kernel.Vectors() }

// NewEval returns an evaluator with n's current weights.
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

// Evaluate returns the network's outputs for positions, with ownership only if
// it is asked for. They are valid until the next call.
func (e *Eval) Evaluate(in []Input, owner bool) []Output {
	e.pass.forward(e.net, e.packed, in)
	if owner {
		e.pass.computeOwnership(e.net)
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
			e.out[i].Ownership = s.rows(e.pass.ownership, 1)
		}
	}
	return e.out[:len(in)]
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// pass is the computation of a batch of positions, layer by layer. If training
// keeps its values, each block has its own blockPass; otherwise all share one.
type pass struct {
	exact  bool
	keep   bool    // layers' inputs as well
	coarse *coarse // nil if blocks are computed in floating point
	spans  []span
	rows   int
	short  bool      // the boards have few enough links for bytes to add them up
	input  []float32 // gathered by the first layer
	x      []float32 // the sum of the blocks
	blocks []blockPass

	// Scratch: the means over chains and a layer's products with them; the gathered inputs of some rows, and their products.
	chains, chained []float32
	wide, made      []float32

	last                      pooled // of x, after ReLU
	head                      []float32
	hidden                    []float32
	policy, ownership, passes []float32
	value, leads              []float32
	scratch                   []float32
}

// blockPass is the values of one block.
type blockPass struct {
	before      []float32 // the sum of the earlier blocks, after ReLU
	firstInput  []float32 // gathered from it by the first layer
	middle      pooled
	secondInput []float32 // gathered from middle by the second layer
}

// pooled is rows of width numbers, and their pooled values for each position.
type pooled struct {
	rows []float32
	all  []float32 // means, then maxima
}

// dense returns the output of layer d for rows of src, in dst.
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
	p.input = p.apply(packed, l.input, p.input, planes, p.grow(net, l.input, 0))
	for i := range l.blocks {
		p.block(net, packed, i)
	}
	p.last.pool(p.spans, c.Channels)
	p.heads(net, packed)
}

// grow returns a function that adds to x the products of layer d for some rows of
// position i, the bias and hidden, and stores the ReLU of the sum for block next.
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

// rowChunk is how many rows a layer computes at a time if their inputs are not kept:
// they and a panel of the weights fit into the nearest cache of usual processors.
const (
	rowChunk     = 4 * kernel.RowsAtOnce
	rowChunkMost = rowChunk + kernel.RowsAtOnce - 1 // with the few that are left
)

// chunkEnd returns the end of the chunk of rows, among n, that begins at from. A rest too
// small for the kernel joins the last chunk, since it would be multiplied row by row.
func chunkEnd(from, n int) int {
	if to := from + rowChunk; to+kernel.RowsAtOnce <= n {
		return to
	}
	return n
}

// apply calls done with the outputs of layer d for rows of src, some at a time: those of position
// i, from row at on. It returns the gathered inputs, in the memory of seen, if they are kept.
func (p *pass) apply(packed []kernel.Packed, d dense, seen, src []float32, done func(i, at int, made []float32)) []float32 {
	if p.coarsely(d) {
		p.applyCoarsely(d, src, done)
		return seen
	}
	if p.keep {
		seen = sized(seen, p.rows*d.from)
	}
	p.wide, p.made = sized(p.wide, rowChunkMost*d.from), sized(p.made, rowChunkMost*d.to)
	for i := range p.spans {
		s := &p.spans[i]
		v := p.layerInput(&packed[d.number], d, s, src)
		for from, to := 0, 0; from < s.Graph.n; from = to {
			to = chunkEnd(from, s.Graph.n)
			wide := p.wide
			if p.keep {
				wide = seen[(s.at+from)*d.from:]
			}
			done(i, s.at+from, p.product(&v, wide, from, to))
		}
	}
	return seen
}

// place assigns rows to the positions, one after the other.
func (p *pass) place(in []Input) {
	p.spans, p.rows, p.short = p.spans[:0], 0, true
	for i := range in {
		p.short = p.short && in[i].Graph.short
		p.spans = append(p.spans, span{&in[i], p.rows})
		p.rows += in[i].Graph.n
	}
}

// layerInput is how a layer reads a position.
type layerInput struct {
	*span
	in      []float32 // the position's rows
	width   int       // of them
	places  []place
	by      kernel.Packed
	to      int  // outputs for a row
	chained bool // the products of chains are added to the rows
}

// layerInput returns how layer d, packed as by, reads rows of src. It computes the products of the mean over a
// chain once for the chain and not for each of its points, unless inputs are kept or results have to be exact.
func (p *pass) layerInput(by *kernel.Packed, d dense, s *span, src []float32) layerInput {
	width, last := d.from/len(d.places), len(d.places)-1
	v := layerInput{span: s, in: s.rows(src, width), width: width, places: d.places, by: *by, to: d.to}
	if d.places[last] != placeChain {
		return v
	}
	p.chains = s.means(p.chains, v.in, 0, width, width)
	if p.keep || p.exact {
		return v
	}
	v.chained, v.places, v.by = true, d.places[:last], by.Rows(0, last*width)
	p.chained = sized(p.chained, s.Chains*d.to)
	rest := by.Rows(last*width, d.from)
	kernel.Mul(p.chained, p.chains, s.Chains, &rest)
	return v
}

// product gathers the points from from to to in wide, and returns their product.
func (p *pass) product(v *layerInput, wide []float32, from, to int) []float32 {
	v.gather(wide, v.in, v.width, v.places, from, to, p.chains)
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
	b.firstInput = p.apply(packed, l.first, b.firstInput, b.before, func(_, at int, made []float32) {
		kernel.ReluSum(b.middle.rows[at*c:at*c+len(made)], made, bias)
	})
	b.middle.pool(p.spans, c)
	p.hidden = p.dense(net, packed, l.pool, p.hidden, b.middle.all, len(p.spans))
	b.secondInput = p.apply(packed, l.second, b.secondInput, b.middle.rows, p.grow(net, l.second, i+1))
}

// addAll adds to each row of a position the position's row of all.
func (p *pass) addAll(rows, all []float32, width int) {
	for i := range p.spans {
		kernel.AddRow(p.spans[i].rows(rows, width), all[i*width:(i+1)*width])
	}
}

// pool sets all to the means and maxima of each position's rows, which are not negative.
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

// computeOwnership computes the ownership, after heads.
func (p *pass) computeOwnership(net *Net) {
	l, h := &net.layers, net.Config.Head
	owner, bias := l.ownership.matrix(net.weights), l.ownership.bias(net.weights)[0]
	p.ownership = sized(p.ownership, p.rows)
	for r := range p.rows {
		p.ownership[r] = float32(math.Tanh(float64(dot(p.head[r*h:(r+1)*h], owner) + bias)))
	}
}

func dot(a, b []float32) float32 {
	sum := float32(0)
	for i, v := range b[:len(a)] {
		sum += a[i] * v
	}
	return sum
}
