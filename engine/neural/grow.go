package neural

import (
	"errors"
	"slices"
)

// Grow returns a network with configuration c that has the same outputs as n but can learn more. c has the
// same inputs and at least the size of n. New weights are random where they read n's values, and zero where
// n's layers read them (T. Chen et al., "Net2Net: Accelerating learning via knowledge transfer", 2016).
func (n *Net) Grow(c Config, seed uint64) (*Net, error) {
	o := n.Config
	less := c.Channels < o.Channels || c.Blocks < o.Blocks || c.Head < o.Head || o.Straight && !c.Straight || o.Lead && !c.Lead
	if less || c.Inputs != o.Inputs {
		return nil, errors.New("neural: a network can only grow: inputs must stay, and no size may shrink")
	}
	g, err := New(c, seed)
	if err != nil {
		return nil, err
	}
	from, to := &n.layers, &g.layers
	pooled := make([]place, poolReach) // means and maxima are widened like places
	for i := range pooled {
		pooled[i] = place(i)
	}
	widen := func(from, to dense, old, new []place) { g.widen(n, from, to, old, new) }
	widen(from.input, to.input, from.input.places, to.input.places)
	for i, t := range to.blocks {
		if i < o.Blocks {
			f := from.blocks[i]
			widen(f.first, t.first, f.first.places, t.first.places)
			widen(f.second, t.second, f.second.places, t.second.places)
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
	widen(from.ownership, to.ownership, point, point)
	widen(from.pass, to.pass, pooled, pooled)
	widen(from.hidden, to.hidden, pooled, pooled)
	widen(from.value, to.value, point, point)
	if o.Lead {
		widen(from.lead, to.lead, point, point)
	}
	return g, nil
}

// Ignore makes the outputs of n independent of some inputs, until training changes that.
func (n *Net) Ignore(inputs ...int) {
	d := n.layers.input
	m := d.matrix(n.weights)
	for place := range d.places {
		for _, k := range inputs {
			clear(m[(place*n.Config.Inputs+k)*d.to:][:d.to])
		}
	}
}

// widen sets the weights of layer d of g to those of layer o of n. n's columns
// get zeros for new inputs; new columns keep their random weights.
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
