package neural

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"moyo/internal/testenv"
)

// square returns the graph of a w×h grid, its points renamed by perm.
func square(w, h int, perm []int) *Graph {
	of := func(diagonal bool) func(p int) []int32 {
		lists := make([][]int32, w*h)
		for y := range h {
			for x := range w {
				for _, d := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
					u, v := x+d[0], y+d[1]
					if u >= 0 && v >= 0 && u < w && v < h && (d[0]*d[1] != 0) == diagonal {
						lists[perm[y*w+x]] = append(lists[perm[y*w+x]], int32(perm[v*w+u]))
					}
				}
			}
		}
		return func(p int) []int32 { return lists[p] }
	}
	return NewGraph(w*h, of(false), of(true), opposites(w, h, perm))
}

// opposites returns the pairs of points at opposite sides of each point of a grid.
func opposites(w, h int, perm []int) func(p int) (near, diagonal [][2]int32) {
	at := func(x, y int) int32 {
		if x < 0 || y < 0 || x >= w || y >= h {
			return -1
		}
		return int32(perm[y*w+x])
	}
	of := make([][2][][2]int32, w*h)
	for y := range h {
		for x := range w {
			of[at(x, y)] = [2][][2]int32{
				{{at(x-1, y), at(x+1, y)}, {at(x, y-1), at(x, y+1)}},
				{{at(x-1, y-1), at(x+1, y+1)}, {at(x+1, y-1), at(x-1, y+1)}},
			}
		}
	}
	return func(p int) (near, diagonal [][2]int32) { return of[p][0], of[p][1] }
}

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

var small = Config{Inputs: 5, Channels: 16, Blocks: 2, Head: 16}

func randomInput(r *rand.Rand, g *Graph, inputs int) Input {
	in := Input{Graph: g, Planes: make([]float32, g.n*inputs), Chain: make([]int32, g.n), Chains: 3}
	for i := range in.Planes {
		in.Planes[i] = float32(r.NormFloat64())
	}
	for p := range in.Chain {
		in.Chain[p] = int32(r.IntN(4)) - 1
		if p < 3 {
			in.Chain[p] = int32(p) // no point is empty
		}
	}
	return in
}

func randomTarget(r *rand.Rand, n int) Target {
	t := Target{Policy: make([]float32, n), Legal: make([]bool, n), Ownership: make([]float32, n), Win: r.Float32(), Pass: 0.1}
	rest := float32(0.9)
	for p := range n {
		t.Legal[p] = r.IntN(3) > 0
		if t.Legal[p] {
			t.Policy[p] = rest * r.Float32() * 0.2
			rest -= t.Policy[p]
		}
		t.Ownership[p] = float32(r.IntN(3) - 1)
	}
	t.Pass += rest
	return t
}

// TestGradient compares gradients of weights of all layers with finite differences of the loss.
func TestGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	net, err := New(small, 1)
	if err != nil {
		t.Fatal(err)
	}
	trainer := NewTrainer(net, 1, 0)
	in := []Input{randomInput(r, square(4, 3, identity(12)), small.Inputs), randomInput(r, square(3, 3, identity(9)), small.Inputs)}
	want := []Target{randomTarget(r, 12), randomTarget(r, 9)}
	trainer.gradient(in, want)
	gradient := append([]float32(nil), trainer.workers[0].gradient...)
	loss := func() float64 {
		l := trainer.Loss(in, want)
		return float64(len(in)) * (l.Policy + winWeight*l.Win + ownershipWeight*l.Ownership + leadLoss(trainer, want))
	}
	wrong, compared := 0, 0
	for _, d := range net.layers.all {
		for range 12 {
			i := d.at + r.IntN(d.size())
			const h = 1e-2
			old := net.weights[i]
			net.weights[i] = old + h
			up := loss()
			net.weights[i] = old - h
			down := loss()
			net.weights[i] = old
			slope := (up - down) / (2 * h)
			compared++
			if math.Abs(slope-float64(gradient[i])) > 0.02+0.05*math.Abs(slope) {
				wrong++
				t.Logf("weight %d of layer at %d: %v, by differences %v", i, d.at, gradient[i], slope)
			}
		}
	}
	if wrong > compared/50 { // a ReLU may switch near a weight
		t.Errorf("%d of %d are wrong", wrong, compared)
	}
}

// leadLoss returns the leads' mean contribution to the loss for the last evaluated positions.
func leadLoss(t *Trainer, want []Target) (sum float64) {
	for i, w := range want {
		off := math.Abs(float64(t.workers[0].pass.leads[i] - w.Lead/leadUnit))
		if off <= 1 {
			sum += off * off / 2
		} else {
			sum += off - 0.5
		}
	}
	return leadWeight * sum / float64(len(want))
}

// TestRenamed evaluates a position with renamed points: the outputs are renamed likewise.
func TestRenamed(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	net, _ := New(small, 2)
	const w, h = 5, 4
	perm := r.Perm(w * h)
	plain, renamed := randomInput(r, square(w, h, identity(w*h)), small.Inputs), Input{}
	renamed = Input{Graph: square(w, h, perm), Planes: make([]float32, len(plain.Planes)), Chain: make([]int32, w*h), Chains: plain.Chains}
	for p, q := range perm {
		copy(renamed.Planes[q*small.Inputs:(q+1)*small.Inputs], plain.Planes[p*small.Inputs:])
		renamed.Chain[q] = plain.Chain[p]
	}
	a, b := net.NewEval(Fine).Evaluate([]Input{plain}, true)[0], net.NewEval(Fine).Evaluate([]Input{renamed}, true)[0]
	if !near(a.Win, b.Win) || !near(a.Pass, b.Pass) {
		t.Errorf("win %v and %v, pass %v and %v", a.Win, b.Win, a.Pass, b.Pass)
	}
	for p, q := range perm {
		if !near(a.Policy[p], b.Policy[q]) || !near(a.Ownership[p], b.Ownership[q]) {
			t.Errorf("point %d: policy %v and %v, owner %v and %v", p, a.Policy[p], b.Policy[q], a.Ownership[p], b.Ownership[q])
		}
	}
}

// TestExact evaluates boards of all sizes, with various numbers of remaining
// rows, with and without vectors and as a trainer does, with kept inputs.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for size := 1; size < 24; size++ {
		n := 3 * size
		net, _ := New(Config{Inputs: 30, Channels: 32, Blocks: size % 4, Head: 32}, 5)
		in := []Input{randomInput(r, square(3, size, identity(n)), 30)}
		trainer := NewTrainer(net, 1, 0)
		trainer.Loss(in, []Target{randomTarget(r, n)})
		kept, owner := trainer.workers[0].pass.policy, trainer.workers[0].pass.ownership
		a, b := net.NewEval(Fine).Evaluate(in, true)[0], net.NewEval(Exact).Evaluate(in, true)[0]
		if !near(a.Win, b.Win) || !near(a.Pass, b.Pass) {
			t.Errorf("win %v, exactly %v; pass %v, exactly %v", a.Win, b.Win, a.Pass, b.Pass)
		}
		for p := range a.Policy {
			if !near(a.Policy[p], b.Policy[p]) || !near(a.Ownership[p], b.Ownership[p]) {
				t.Errorf("point %d of %d: %v and %v, exactly %v and %v", p, n, a.Policy[p], a.Ownership[p], b.Policy[p], b.Ownership[p])
			}
			if !near(a.Policy[p], kept[p]) || !near(a.Ownership[p], owner[p]) {
				t.Errorf("point %d of %d: %v and %v, kept %v and %v", p, n, a.Policy[p], a.Ownership[p], kept[p], owner[p])
			}
		}
	}
}

// TestFile writes a network and reads it; damaged, truncated or long files are refused.
func TestFile(t *testing.T) {
	net, _ := New(small, 6)
	var file bytes.Buffer
	if err := net.Write(&file, "made by a test"); err != nil {
		t.Fatal(err)
	}
	got, about, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil || about != "made by a test" || !reflect.DeepEqual(got, net) {
		t.Fatalf("read: %q, %v", about, err)
	}
	r := rand.New(rand.NewPCG(21, 22))
	for range 300 {
		bad := bytes.Clone(file.Bytes())
		switch r.IntN(3) {
		case 0:
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		case 1:
			bad = bad[:r.IntN(len(bad))]
		case 2:
			bad = append(bad, 0)
		}
		if other, about, err := Read(bytes.NewReader(bad)); err == nil && (about == "made by a test" || !reflect.DeepEqual(other, net)) {
			t.Fatal("a damaged file was read")
		}
	}
	for _, c := range []Config{
		{}, {Inputs: 1, Channels: 17, Head: 16}, {Inputs: 1, Channels: 16, Head: 16, Blocks: maxBlocks + 1}, {Inputs: -1, Channels: 16, Head: 16},
	} {
		if _, err := New(c, 1); err == nil {
			t.Errorf("%+v was made", c)
		}
	}
}

// FuzzRead reads any bytes.
func FuzzRead(f *testing.F) {
	net, _ := New(Config{Inputs: 1, Channels: 16, Head: 16}, 1)
	var file bytes.Buffer
	if err := net.Write(&file, ""); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(fileMagic))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if n, _, err := Read(bytes.NewReader(raw)); (n == nil) != (err != nil) {
			t.Fatal(n, err)
		}
	})
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-4 }

// TestBatch evaluates positions together as one by one.
func TestBatch(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	net, _ := New(small, 3)
	var in []Input
	for size := 2; size < 7; size++ {
		in = append(in, randomInput(r, square(size, size, identity(size*size)), small.Inputs))
	}
	compareAlone(t, net.NewEval(Fine), net.NewEval(Fine), in, 1e-4)
}

// compareAlone evaluates positions by e together and one by one: they differ by less than most.
func compareAlone(t *testing.T, e, alone *Eval, in []Input, most float64) {
	t.Helper()
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= most }
	for i, o := range e.Evaluate(in, true) {
		one := alone.Evaluate(in[i:i+1], true)[0]
		if !near(o.Win, one.Win) || !near(o.Pass, one.Pass) {
			t.Errorf("position %d: win %v, alone %v; pass %v, alone %v", i, o.Win, one.Win, o.Pass, one.Pass)
		}
		for p := range o.Policy {
			if !near(o.Policy[p], one.Policy[p]) || !near(o.Ownership[p], one.Ownership[p]) {
				t.Errorf("position %d, point %d: %v, alone %v", i, p, o.Policy[p], one.Policy[p])
			}
		}
	}
}

// TestLearns trains a network to reproduce a few positions, on one goroutine and on three.
func TestLearns(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, threads := range []int{1, 3} {
		net, _ := New(small, 4)
		trainer := NewTrainer(net, threads, 0)
		trainer.Rate, trainer.Decay = 3e-3, 0
		var in []Input
		var want []Target
		for range 8 {
			in = append(in, randomInput(r, square(4, 4, identity(16)), small.Inputs))
			w := Target{Policy: make([]float32, 16), Legal: make([]bool, 16), Ownership: make([]float32, 16), Win: float32(r.IntN(2))}
			for p := range w.Legal {
				w.Legal[p], w.Ownership[p] = true, float32(r.IntN(3)-1)
			}
			w.Policy[r.IntN(16)] = 1
			want = append(want, w)
		}
		first := trainer.Step(in, want)
		var last Loss
		steps := testenv.Rounds(400, 20)
		for range steps {
			last = trainer.Step(in, want)
		}
		if steps < 400 {
			continue // enough for the race detector
		}
		if last.First < 1 || last.Win > 0.05 || last.Ownership > first.Ownership/4 || last.Policy > 0.1 {
			t.Errorf("%d goroutines: from %+v to %+v", threads, first, last)
		}
	}
}

// BenchmarkStep trains a network of the built-in one's size, plain and straight, on a large board.
func BenchmarkStep(b *testing.B) {
	const inputs, side, batch = 36, 19, 16
	for _, straight := range []bool{false, true} {
		b.Run(fmt.Sprintf("straight=%v", straight), func(b *testing.B) {
			r := rand.New(rand.NewPCG(17, 18))
			net, _ := New(Config{Inputs: inputs, Channels: 64, Blocks: 6, Head: 32, Straight: straight, Lead: true}, 1)
			t := NewTrainer(net, 1, 0.999)
			g := square(side, side, identity(side*side))
			var in []Input
			var want []Target
			for range batch {
				in = append(in, seenInput(r, g, inputs))
				want = append(want, randomTarget(r, side*side))
			}
			for b.Loop() {
				t.Step(in, want)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(batch*b.N), "µs/position")
		})
	}
}

// TestBlend: a share of 0 changes nothing, a share of 1 gives the other network, and a half is between.
func TestBlend(t *testing.T) {
	of := func(seed uint64) *Net {
		n, err := New(Config{Inputs: 3, Channels: 16, Blocks: 1, Head: 16}, seed)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	a, b := of(1), of(2)
	for _, share := range []float64{0, 0.25, 1} {
		c := a.Clone()
		c.Blend(b, share)
		for i, w := range c.weights {
			if want := (1-share)*float64(a.weights[i]) + share*float64(b.weights[i]); math.Abs(float64(w)-want) > 1e-7 ||
				share == 1 && w != b.weights[i] {
				t.Fatalf("weight %d, %g of the way from %v to %v: %v", i, share, a.weights[i], b.weights[i], w)
			}
		}
		if c.Blend(c.Clone(), 0.3); share == 0 && c.Hash() != a.Hash() {
			t.Error("blended with itself, it is another one")
		}
	}
}
