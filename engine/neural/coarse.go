package neural

import "moyo/engine/internal/kernel"

// coarseWidth divides the number of channels of networks whose blocks can be computed in 8-bit integers.
const coarseWidth = 32

// coarse computes blocks in 8-bit integers. For each position it rounds the inputs of a layer, which
// are not negative, to 1/255 of their largest, and the layer's weights to 1/127 of the largest of
// their column. Everything else, above all the sum of the blocks, stays in floating point.
type coarse struct {
	packed []*kernel.PackedBytes // of layers.all; nil outside of blocks

	// Scratch: a layer's inputs of a position, the means over its chains, and the
	// gathered inputs of some points; of the rows of a position together.
	rows, chains, wide []byte
	sum, most          []float32
}

// coarsen rounds the weights of n's blocks.
func (n *Net) coarsen() *coarse {
	c := &coarse{packed: make([]*kernel.PackedBytes, len(n.layers.all))}
	c.sum, c.most = make([]float32, n.Config.Channels), make([]float32, n.Config.Channels)
	for i := range n.layers.blocks {
		for _, d := range []dense{n.layers.blocks[i].first, n.layers.blocks[i].second} {
			c.packed[d.number] = kernel.PackBytes(d.matrix(n.weights), d.from, d.to)
		}
	}
	return c
}

// coarsely reports whether layer d is computed in 8-bit integers.
func (p *pass) coarsely(d dense) bool {
	return p.coarse != nil && p.short && p.coarse.packed[d.number] != nil
}

// applyCoarsely is apply in 8-bit integers.
func (p *pass) applyCoarsely(d dense, src []float32, done func(i, at int, made []float32)) {
	c, by, width, places := p.coarse, p.coarse.packed[d.number], d.from/len(d.places), d.places
	chains := places[len(places)-1] == placeChain
	if chains {
		places = places[:len(places)-1]
	}
	around := by.Rows(0, len(places)*width)
	p.made = sized(p.made, rowChunkMost*d.to)
	for i := range p.spans {
		s := &p.spans[i]
		in := s.rows(src, width)
		unit, ones := kernel.Unit(in, c.sum, c.most)
		c.rows = sizedBytes(c.rows, len(in))
		kernel.Round(c.rows, in, ones)
		if chains {
			rest := by.Rows(len(places)*width, d.from)
			p.chainCoarsely(s, &rest, in, unit, ones)
		}
		for from, to := 0, 0; from < s.Graph.n; from = to {
			to = chunkEnd(from, s.Graph.n)
			c.gather(s.Graph, width, places, from, to)
			made := p.made[:(to-from)*d.to]
			kernel.MulBytes(made, c.wide, to-from, unit, &around)
			if chains {
				kernel.AddRows(made, p.chained, s.Chain[from:to])
			}
			done(i, s.at+from, made)
		}
	}
}

// chainCoarsely sets chained to the products of the means over chains of the rows of in and the weights in by. In bytes, 1 is ones.
func (p *pass) chainCoarsely(s *span, by *kernel.PackedBytes, in []float32, unit, ones float32) {
	c, width := p.coarse, len(in)/s.Graph.n
	p.chains = s.means(p.chains, in, 0, width, width)
	c.chains = sizedBytes(c.chains, s.Chains*width)
	kernel.Round(c.chains, p.chains, ones)
	p.chained = sized(p.chained, s.Chains*width)
	kernel.MulBytes(p.chained, c.chains, s.Chains, unit, by)
}

// gather sets the rows of wide to the places of the points from from to to, except chains.
func (c *coarse) gather(g *Graph, width int, places []place, from, to int) {
	wide := len(places) * width
	c.wide = sizedBytes(c.wide, rowChunkMost*wide)
	for i, place := range places {
		at := c.wide[i*width:]
		switch place {
		case placeOwn:
			for k := range to - from {
				copy(at[k*wide:k*wide+width], c.rows[(from+k)*width:])
			}
		case placeNear:
			kernel.SetByteSums(at, wide, c.rows, width, g.near.Part(from, to), g.near.scale)
		case placeDiagonal:
			kernel.SetByteSums(at, wide, c.rows, width, g.diagonal.Part(from, to), g.diagonal.scale)
		case placeNearGaps:
			kernel.SetByteGaps(at, wide, c.rows, width, g.nearPairs.Part(from, to), g.nearPairs.scale)
		case placeDiagonalGaps:
			kernel.SetByteGaps(at, wide, c.rows, width, g.diagonalPairs.Part(from, to), g.diagonalPairs.scale)
		}
	}
}

func sizedBytes(s []byte, n int) []byte {
	if cap(s) < n {
		return make([]byte, n)
	}
	return s[:n]
}
