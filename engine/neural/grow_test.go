package neural

import (
	"math/rand/v2"
	"testing"
)

// TestGrow: a grown network has the same outputs, and its new parts learn; to shrink is refused.
func TestGrow(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	old := Config{Inputs: 5, Channels: 16, Blocks: 2, Head: 16}
	net, _ := New(old, 3)
	for i := range net.weights {
		net.weights[i] += 0.05 * float32(r.NormFloat64()) // including biases
	}
	in := []Input{randomInput(r, square(4, 5, identity(20)), old.Inputs), randomInput(r, square(3, 3, identity(9)), old.Inputs)}
	want := []Target{randomTarget(r, 20), randomTarget(r, 9)}
	for _, c := range []Config{
		old,
		{Inputs: 5, Channels: 16, Blocks: 2, Head: 16, Straight: true, Lead: true},
		{Inputs: 5, Channels: 48, Blocks: 2, Head: 32},
		{Inputs: 5, Channels: 32, Blocks: 4, Head: 16, Straight: true},
	} {
		grown, err := net.Grow(c, 7)
		if err != nil {
			t.Fatal(err)
		}
		a, b := net.NewEval(Exact).Evaluate(in, true), grown.NewEval(Exact).Evaluate(in, true)
		for i := range a {
			if apart, size := off(a[i], b[i]); apart > 1e-4*size {
				t.Errorf("%+v, position %d: %v of %v off", c, i, apart, size)
			}
		}
		trainer := NewTrainer(grown, 1, 0)
		trainer.gradient(in, want)
		new, moved := grown.Len()-net.Len(), 0
		for _, v := range trainer.workers[0].gradient {
			if v != 0 {
				moved++
			}
		}
		if moved < net.Len()/2+new/4 {
			t.Errorf("%+v: of %d weights, %d new, %d learn", c, grown.Len(), new, moved)
		}
	}
	for _, c := range []Config{
		{Inputs: 6, Channels: 16, Blocks: 2, Head: 16},
		{Inputs: 5, Channels: 16, Blocks: 1, Head: 16},
		{Inputs: 5, Channels: 16, Blocks: 2, Head: 17},
	} {
		if _, err := net.Grow(c, 1); err == nil {
			t.Errorf("it grew into %+v", c)
		}
	}
}
