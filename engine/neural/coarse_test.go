package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"moyo/engine/internal/kernel"
)

// coarseNet returns a network whose blocks can be computed in 8-bit integers, and positions on boards of several sizes.
func coarseNet(t *testing.T) (*Net, []Input) {
	t.Helper()
	if !kernel.Bytes() {
		t.Skip("the processor has no products of bytes")
	}
	const inputs = 30
	net, err := New(Config{Inputs: inputs, Channels: 2 * coarseWidth, Blocks: 3, Head: 32, Straight: true, Lead: true}, 7)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(41, 42))
	var in []Input
	for size := 2; size < 12; size++ {
		in = append(in, randomInput(r, square(5, size, identity(5*size)), inputs))
	}
	return net, in
}

// off sums the differences of outputs, and their sizes.
func off(a, b Output) (apart, size float64) {
	add := func(x, y float32) { apart, size = apart+math.Abs(float64(x-y)), size+math.Abs(float64(y)) }
	add(a.Win-0.5, b.Win-0.5)
	add(a.Pass, b.Pass)
	for p := range a.Policy {
		add(a.Policy[p], b.Policy[p])
		add(a.Ownership[p], b.Ownership[p])
	}
	return apart, size
}

// TestCoarse compares 8-bit with floating-point results. Every place that a
// layer gathers counts: without it the difference would be larger.
func TestCoarse(t *testing.T) {
	net, in := coarseNet(t)
	fine, e := net.NewEval(Fine), net.NewEval(Coarse)
	for i := range in {
		apart, size := off(e.Evaluate(in[i:i+1], true)[0], fine.Evaluate(in[i:i+1], true)[0])
		if apart == 0 || apart > 0.06*size {
			t.Errorf("position %d of %d points: %.4f of %.4f off", i, in[i].Graph.n, apart, size)
		}
		less := in[i]
		less.Chain = append([]int32(nil), less.Chain...)
		for p := range less.Chain {
			less.Chain[p] = -1
		}
		less.Chains = 0
		if other, _ := off(e.Evaluate([]Input{less}, true)[0], fine.Evaluate(in[i:i+1], true)[0]); other < 2*apart {
			t.Errorf("position %d: %.4f off without chains, %.4f with them", i, other, apart)
		}
	}
}

// TestCoarseBatch evaluates positions together, each with its own scales, with exactly the results of one by one.
func TestCoarseBatch(t *testing.T) {
	net, in := coarseNet(t)
	compareAlone(t, net.NewEval(Coarse), net.NewEval(Coarse), in, 0)
}

// TestCoarseLong evaluates a board with a point that has more neighbours than bytes can add up: as without bytes.
func TestCoarseLong(t *testing.T) {
	net, in := coarseNet(t)
	star := func(p int) (to []int32) {
		if p > 0 {
			return []int32{0}
		}
		for q := range kernel.MostListed + 1 {
			to = append(to, int32(q+1))
		}
		return to
	}
	g := NewGraph(kernel.MostListed+2, star, func(int) []int32 { return nil }, nil)
	long := randomInput(rand.New(rand.NewPCG(43, 44)), g, net.Config.Inputs)
	in = append(in[:1:1], long)
	fine := net.NewEval(Fine).Evaluate(in, true)
	for i, o := range net.NewEval(Coarse).Evaluate(in, true) {
		if apart, _ := off(o, fine[i]); apart != 0 {
			t.Errorf("position %d: %v off", i, apart)
		}
	}
}
