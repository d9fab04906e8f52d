package neural

import (
	"errors"
	"slices"
)

// Grow returns a network with configuration c that gives the same answers as n, but has room to learn more: c has the same inputs,
// and nothing less than n. What is new is random where it reads what n computes, and zero where n reads it (T. Chen et al., "Net2Net:
// Accelerating learning via knowledge transfer", 2016).
func (n *Net) Grow(c Config, seed uint64) (*Net, error) {
	o := n.Config
	less := c.Channels < o.Channels || c.Blocks < o.Blocks || c.Head < o.Head || o.Straight && !c.Straight || o.Lead && !c.Lead
	if less || c.Inputs != o.Inputs {
		return nil, errors.New("neural: a network cannot grow into one with other inputs, or less of something")
	}
	g, err := New(c, seed)
	if err != nil {
		return nil, err
	}
	from, to := &n.layers, &g.layers
	pooled := make([]place, poolReach) // means and the largest are widened like places
	for i := range pooled {
		pooled[i] = place(i)
	}
	widen := func(from, to dense, old, new []place) { g.widen(n, from, to, old, new) }
	widen(from.input, to.input, from.input.sees, to.input.sees)
	for i, t := range to.blocks {
		if i < o.Blocks {
			f := from.blocks[i]
			widen(f.first, t.first, f.first.sees, t.first.sees)
			widen(f.second, t.second, f.second.sees, t.second.sees)
			widen(f.pool, t.pool, pooled, pooled)
			continue
		}
		clear(g.weights[t.second.at:][:t.second.size()])
		clear(g.weights[t.pool.at:][:t.pool.size()])
	}
	point := []place{placeOwn}
	widen(from.head, to.head, point, point)
	widen(from.headPool, to.headPool, pooled, pooled)
	widen(from.policy, to.policy, point, point)
	widen(from.owner, to.owner, point, point)
	widen(from.pass, to.pass, pooled, pooled)
	widen(from.hidden, to.hidden, pooled, pooled)
	widen(from.value, to.value, point, point)
	if o.Lead {
		widen(from.lead, to.lead, point, point)
	}
	return g, nil
}

// Ignore makes the answers of n independent of some inputs, until it learns of them.
func (n *Net) Ignore(inputs ...int) {
	d := n.layers.input
	m := d.matrix(n.weights)
	for place := range d.sees {
		for _, k := range inputs {
			clear(m[(place*n.Config.Inputs+k)*d.to:][:d.to])
		}
	}
}

// widen sets the weights of layer d of g to those of layer o of n: columns that n has see nothing new, and others, where new
// channels are learned, keep what is random of them.
func (g *Net) widen(n *Net, o, d dense, old, new []place) {
	from, to := o.matrix(n.weights), d.matrix(g.weights)
	oldWidth, newWidth := o.from/len(old), d.from/len(new)
	for i, place := range new {
		at := slices.Index(old, place)
		for k := range newWidth {
			row := to[(i*newWidth+k)*d.to:][:o.to]
			if at < 0 || k >= oldWidth {
				clear(row)
			} else {
				copy(row, from[(at*oldWidth+k)*o.to:][:o.to])
			}
		}
	}
	if b := d.bias(g.weights); b != nil {
		copy(b, o.bias(n.weights))
	}
}
