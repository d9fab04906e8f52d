package neural

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// seenInput is a position with the features of a real one: half of the points are empty, and most features of a point are zero.
func seenInput(r *rand.Rand, g *Graph, inputs int) Input {
	in := randomInput(r, g, inputs)
	in.Chains = g.n / 5
	for p := range in.Chain {
		in.Chain[p] = -1
		if p < in.Chains {
			in.Chain[p] = int32(p) // no point is empty
		} else if r.IntN(8) < 3 {
			in.Chain[p] = int32(r.IntN(in.Chains))
		}
	}
	for i := range in.Planes {
		if r.IntN(4) > 0 {
			in.Planes[i] = 0
		} else if i%inputs < inputs-4 {
			in.Planes[i] = 1
		}
	}
	return in
}

// BenchmarkEvaluate evaluates one position at a time and several together, in floating point and in bytes.
func BenchmarkEvaluate(b *testing.B) {
	r := rand.New(rand.NewPCG(15, 16))
	const inputs = 36
	g := square(9, 9, identity(81))
	for _, c := range []Config{{Channels: 64, Blocks: 6}, {Channels: 64, Blocks: 6, Straight: true}} {
		c.Inputs, c.Head = inputs, 32
		net, _ := New(c, 1)
		for _, n := range []int{1, 8} {
			var in []Input
			for range n {
				in = append(in, seenInput(r, g, inputs))
			}
			for _, how := range []Arithmetic{Fine, Coarse} {
				b.Run(fmt.Sprintf("%dx%d,straight=%v,%d,coarse=%v", c.Blocks, c.Channels, c.Straight, n, how == Coarse), func(b *testing.B) {
					e := net.NewEval(how)
					for b.Loop() {
						e.Evaluate(in, false)
					}
					evaluations := float64(n) * float64(b.N)
					b.ReportMetric(float64(b.Elapsed().Microseconds())/evaluations, "µs/evaluation")
					products := evaluations * float64(net.products(81))
					b.ReportMetric(products/float64(b.Elapsed().Nanoseconds()), "GMAC/s")
				})
			}
		}
	}
}

// products returns the number of multiplications of an evaluation of a position of n points.
func (n *Net) products(points int) (count int) {
	for _, d := range n.layers.all {
		rows := 1
		if d.places != nil || d == &n.layers.head {
			rows = points
		}
		count += rows * d.from * d.to
	}
	return count
}
