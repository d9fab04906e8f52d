// Package neural contains networks that evaluate positions on any board. The
// values at a point depend on the point, its neighbours, the points diagonally
// across where the board has squares, its chain and the whole board alone. One
// set of weights therefore serves all boards of all sizes, and outputs turn
// with the board.
//
// A network is a stack of residual blocks (K. He et al., "Identity mappings in deep
// residual networks", 2016) with sums over neighbours in the place of convolutions:
// on a grid a block's weights are those of a 3×3 convolution that is equal under all
// eight symmetries. Global pooling adds the whole board (D. J. Wu, "Accelerating
// self-play learning in Go", 2019, section 3.1). The outputs are a policy over points
// and the pass, the ownership of each point, and the win probability.
package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"moyo/engine/internal/kernel"
)

// Config is the size of a network.
type Config struct {
	Inputs   int    `json:"inputs"`         // numbers for each point
	Features string `json:"told,omitempty"` // feature set, by a name that the game defines; "": all features
	Channels int    `json:"channels"`       // numbers at each point in a block; a multiple of 16
	Blocks   int    `json:"blocks"`
	Head     int    `json:"head"` // numbers at each point, and of the board, before the outputs; a multiple of 16
	// Straight networks see direction: besides sums over neighbours they gather the differences of the two at opposite sides.
	Straight bool `json:"straight,omitempty"`
	Lead     bool `json:"lead,omitempty"` // has a lead head: points by which the side to move will lead
}

// Bounds of networks.
const (
	maxInputs   = 256
	maxChannels = 512
	maxBlocks   = 64
)

func (c Config) check() error {
	switch {
	case c.Inputs < 1 || c.Inputs > maxInputs:
		return fmt.Errorf("neural: %d inputs; 1 to %d are possible", c.Inputs, maxInputs)
	case !fits(c.Channels) || !fits(c.Head):
		return fmt.Errorf("neural: %d channels and a head of %d; multiples of %d up to %d are possible",
			c.Channels, c.Head, kernel.Width, maxChannels)
	case c.Blocks < 0 || c.Blocks > maxBlocks:
		return fmt.Errorf("neural: %d blocks; 0 to %d are possible", c.Blocks, maxBlocks)
	}
	return nil
}

func fits(n int) bool { return n > 0 && n <= maxChannels && n%kernel.Width == 0 }

// Net is the weights of a network. Several goroutines may use it, each with its
// own Eval, while no training runs.
type Net struct {
	Config  Config
	weights []float32
	layers  layers
}

// Clone returns a copy, which can be trained without changing n.
func (n *Net) Clone() *Net {
	c := *n
	c.weights = slices.Clone(n.weights)
	return &c
}

// Blend moves the weights a fraction of the way to those of a network with the same configuration. Between a network and its further
// trained version is often one that has the strengths of both (M. Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
func (n *Net) Blend(to *Net, share float64) {
	for i, w := range n.weights {
		n.weights[i] = float32((1-share)*float64(w) + share*float64(to.weights[i]))
	}
}

// dense is a matrix of weights with from rows and to columns, and a bias row if
// biased. It is layer number of all; its weights begin at at.
type dense struct {
	number       int
	at, from, to int
	biased       bool
	places       []place // for a layer that gathers: what of, each from/len(places) numbers
}

func (d dense) size() int {
	if d.biased {
		return (d.from + 1) * d.to
	}
	return d.from * d.to
}

// matrix returns the weights of d, where w is all weights.
func (d dense) matrix(w []float32) []float32 { return w[d.at : d.at+d.from*d.to] }

// bias returns the bias of d, nil if it has none.
func (d dense) bias(w []float32) []float32 {
	if !d.biased {
		return nil
	}
	return w[d.at+d.from*d.to : d.at+(d.from+1)*d.to]
}

// place is what a layer gathers for each point.
type place int

const (
	placeOwn          place = iota // the point itself
	placeNear                      // the sum over its neighbours
	placeDiagonal                  // the sum over the points diagonally across
	placeNearGaps                  // the sum of the differences of neighbours at opposite sides
	placeDiagonalGaps              // the same for points diagonally across
	placeChain                     // the mean over its chain; always the last
)

// poolReach is the number of pooled values of each channel: the mean and the maximum.
const poolReach = 2

// places returns what the very first layer, and the first and second layer of each block, gather.
func (c Config) places() (input, first, second []place) {
	if c.Straight {
		input = []place{placeOwn, placeNear, placeDiagonal, placeNearGaps, placeDiagonalGaps}
		return input, append(input[:len(input):len(input)], placeChain), []place{placeOwn, placeNear, placeNearGaps}
	}
	input = []place{placeOwn, placeNear, placeDiagonal}
	return input, append(input[:len(input):len(input)], placeChain), []place{placeOwn, placeNear}
}

type blockLayers struct{ first, second, pool dense }

type layers struct {
	input                   dense
	blocks                  []blockLayers
	head, headPool          dense
	policy, ownership, pass dense
	hidden, value           dense
	lead                    dense // if Config.Lead
	all                     []*dense
}

// layout places each layer, and returns the number of weights.
func (l *layers) layout(c Config) int {
	l.blocks = make([]blockLayers, c.Blocks)
	total := 0
	put := func(d *dense, from, to int, biased bool) {
		*d = dense{number: len(l.all), at: total, from: from, to: to, biased: biased}
		total += d.size()
		l.all = append(l.all, d)
	}
	gathers := func(d *dense, places []place, width int) {
		put(d, len(places)*width, c.Channels, true)
		d.places = places
	}
	input, first, second := c.places()
	gathers(&l.input, input, c.Inputs)
	for i := range l.blocks {
		b := &l.blocks[i]
		gathers(&b.first, first, c.Channels)
		gathers(&b.second, second, c.Channels)
		put(&b.pool, poolReach*c.Channels, c.Channels, false)
	}
	put(&l.head, c.Channels, c.Head, true)
	put(&l.headPool, poolReach*c.Channels, c.Head, false)
	put(&l.policy, c.Head, 1, false)
	put(&l.ownership, c.Head, 1, true)
	put(&l.pass, poolReach*c.Channels, 1, true)
	put(&l.hidden, poolReach*c.Channels, c.Head, true)
	put(&l.value, c.Head, 1, true)
	if c.Lead {
		put(&l.lead, c.Head, 1, true)
	}
	return total
}

// New returns a network with random initial weights.
func New(c Config, seed uint64) (*Net, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	n := &Net{Config: c}
	n.weights = make([]float32, n.layers.layout(c))
	r := rand.New(rand.NewPCG(seed, 0))
	for _, d := range n.layers.all {
		// K. He et al., "Delving deep into rectifiers", 2015; a block adds little at first.
		scale := math.Sqrt(2 / float64(d.from))
		if d.to == 1 {
			scale = math.Sqrt(1 / float64(d.from))
		}
		m := d.matrix(n.weights)
		for i := range m {
			m[i] = float32(scale * r.NormFloat64())
		}
	}
	for i := range n.layers.blocks {
		b := &n.layers.blocks[i]
		for _, d := range []dense{b.second, b.pool} {
			m := d.matrix(n.weights)
			for k := range m {
				m[k] *= 0.2
			}
		}
	}
	return n, nil
}

// Len returns the number of weights.
func (n *Net) Len() int { return len(n.weights) }
