package network

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

// position returns the empty position of five in a row on a board.
func position(t testing.TB, spec string) *pattern.Board {
	t.Helper()
	g, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	table, err := pattern.TableFor("freestyle", 5)
	if err != nil {
		t.Fatal(err)
	}
	b, err := pattern.New(g, table)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// drawn returns a trainer with random weights, so that none is zero.
func drawn(b *pattern.Board) *Trainer {
	n := NewTrainer(NewLayout(b), b.Table(), 3, 1)
	r := rand.New(rand.NewPCG(1, 9))
	for i := range n.p.all {
		n.p.all[i] += float32(r.NormFloat64() * 0.1)
	}
	n.refresh()
	return n
}

// everything returns the position of stones with all empty points as moves.
func everything(points int, stones []uint16, mask int) *Sample {
	s := &Sample{Stones: stones, Mask: uint16(mask), Want: 0.7}
	for p := range uint16(points) {
		if !slices.Contains(stones, p) {
			s.Moves, s.Prior = append(s.Moves, p), append(s.Prior, 0)
		}
	}
	return s
}

// TestAccumulator places stones and takes them back, and compares with the
// trainer, which computes everything from scratch in floating point.
func TestAccumulator(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"grid:15", "torus:9x9", "hex:6", "grid:20"} {
		t.Run(spec, func(t *testing.T) {
			b := position(t, spec)
			n := drawn(b)
			a := n.Net().New(n.l)
			r := rand.New(rand.NewPCG(1, 2))
			var stones []uint16
			for step := range 1500 {
				p := uint16(r.IntN(n.l.n))
				switch {
				case len(stones) > 0 && (r.IntN(5) < 2 || len(stones) > n.l.n*2/3):
					stones = stones[:len(stones)-1]
					a.Undo()
				case !slices.Contains(stones, p):
					a.Place(int(p), 1+len(stones)&1)
					stones = append(stones, p)
				}
				if step%50 == 0 {
					agree(t, n, a.Clone(), everything(n.l.n, stones, r.IntN(Masks)))
				}
			}
		})
	}
}

// agree compares an accumulator's outputs for a position with its trainer's.
func agree(t *testing.T, n *Trainer, a *Accumulator, s *Sample) {
	t.Helper()
	w := n.workers[0]
	w.lay(n.l, s)
	w.evaluate(n)
	me := 1 + len(s.Stones)&1
	want := float64(w.value(n, s))
	if got := float64(a.Value(me, int(s.Mask), 1000)) / 1000; math.Abs(got-want) > 0.03 {
		t.Fatalf("%d stones: value %v, want %v", len(s.Stones), got, want)
	}
	points, scores := make([]uint32, len(s.Moves)), make([]int32, len(s.Moves))
	for i, m := range s.Moves {
		points[i] = uint32(m)
	}
	a.Order(me, points, scores)
	for i, got := range scores {
		want := 0.0
		for view, x := range w.x {
			for j, v := range x[int(s.Moves[i])*Channels:][:Channels] {
				want += orderUnit * float64(v*n.p.order[view][j])
			}
		}
		if math.Abs(float64(got)-want) > 20 {
			t.Fatalf("%d stones: order of %d is %d, want %v", len(s.Stones), s.Moves[i], got, want)
		}
	}
}

// TestTurned compares a position with itself turned several times.
func TestTurned(t *testing.T) {
	testenv.SkipUnderRace(t)
	n := drawn(position(t, "grid:15"))
	net := n.Net()
	r := rand.New(rand.NewPCG(4, 4))
	a, b := net.New(n.l), net.New(n.l)
	for i, p := range r.Perm(225)[:60] {
		a.Place(p, 1+i&1)
		b.Place(p%15*15+14-p/15, 1+i&1)
		if v, w := a.Value(1, 3, 10_000), b.Value(1, 3, 10_000); v != w {
			t.Fatalf("%d stones: %d, and turned %d", i+1, v, w)
		}
	}
}

// TestGradients compares the gradients of the loss with finite differences.
func TestGradients(t *testing.T) {
	testenv.SkipUnderRace(t)
	b := position(t, "grid:9")
	n := drawn(b)
	s := everything(81, []uint16{40, 41, 31, 30, 50}, 7)
	s.Best = 12
	w := n.workers[0]
	loss := func() float64 {
		n.refreshExact()
		w.seen = tally{}
		w.run(n, s, false)
		return w.seen.value + orderLoss*w.seen.order
	}
	n.refreshExact()
	w.run(n, s, true)
	g := slices.Clone(n.gather().all)
	r := rand.New(rand.NewPCG(8, 8))
	tried := 0
	for tried < 200 {
		i := r.IntN(len(g))
		if g[i] == 0 && r.IntN(2000) != 0 {
			continue
		}
		tried++
		const h = 1e-3
		old := n.p.all[i]
		n.p.all[i] = old + h
		up := loss()
		n.p.all[i] = old - h
		down := loss()
		n.p.all[i] = old
		if want := (up - down) / (2 * h); math.Abs(want-float64(g[i])) > 2e-3+0.05*math.Abs(want) {
			t.Errorf("number %d: gradient %v, and by small steps %v", i, g[i], want)
		}
	}
}

// refreshExact is refresh without rounding, which has no slope.
func (n *Trainer) refreshExact() {
	n.refresh()
	for w, f := range n.figures {
		for i := range Channels {
			n.rows[w*Channels+i] = n.p.figure[int(f)*Channels+i] + n.p.own[w*Channels+i]
		}
	}
	copy(n.bias, n.p.bias)
	for p := range n.l.n {
		for i := range Channels {
			x := n.bias[i]
			for _, key := range n.l.empty[4*p : 4*p+4] {
				x += n.rows[int(n.l.views[key][black])*Channels+i]
			}
			n.blank[p*Channels+i] = cut(x, 1)
		}
	}
}

// TestLearn trains a network to reproduce a few positions.
func TestLearn(t *testing.T) {
	rounds := testenv.Rounds(150, 5)
	for _, threads := range []int{1, 2} {
		b := position(t, "grid:9")
		n := NewTrainer(NewLayout(b), b.Table(), 1, threads)
		r := rand.New(rand.NewPCG(2, 7))
		var list []Sample
		var batch []int
		for i := range 40 {
			var stones []uint16
			for _, p := range r.Perm(81)[:5+r.IntN(6)] {
				stones = append(stones, uint16(p))
			}
			s := everything(81, stones, 0)
			s.Want, s.Best = float32(i%2), r.IntN(len(s.Moves))
			list, batch = append(list, *s), append(batch, i)
		}
		before := n.Measure(list)
		for range rounds {
			n.Step(list, batch, 0.01)
		}
		after := n.Measure(list)
		byHeart := after.Value <= before.Value/3 && after.Order <= before.Order*0.8 && after.First >= 0.3
		if after.Value >= before.Value || after.Order >= before.Order || rounds >= 150 && !byHeart {
			t.Errorf("%d threads: from %+v to %+v", threads, before, after)
		}
	}
}

// TestWindows: every window has a number of its own, the same from either end.
func TestWindows(t *testing.T) {
	testenv.SkipUnderRace(t)
	seen := map[uint16]bool{}
	for key, v := range windows() {
		seen[v[black]] = true
		if v[white] != windows()[turned(uint16(key))][black] {
			t.Fatalf("key %04x: White sees %d", key, v[white])
		}
		back := 0
		for slot := range 2 * half {
			back |= key >> (2 * slot) & 3 << (2 * (2*half - 1 - slot))
		}
		if windows()[back] != v {
			t.Fatalf("key %04x read from the other end: %v, not %v", key, windows()[back], v)
		}
	}
	if len(seen) != Windows {
		t.Errorf("%d windows, want %d", len(seen), Windows)
	}
}

// TestBoards checks which boards networks support.
func TestBoards(t *testing.T) {
	testenv.SkipUnderRace(t)
	for spec, want := range map[string]bool{
		"grid:15": true, "grid:22": true, "grid:23": false, "torus:13x13": true, "hex:6": true, "box:5x5x5": false,
	} {
		if got := NewLayout(position(t, spec)) != nil; got != want {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}

func TestFile(t *testing.T) {
	testenv.SkipUnderRace(t)
	n := drawn(position(t, "grid:9")).Net()
	var out bytes.Buffer
	if err := n.Write(&out); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var twice bytes.Buffer
	if err := again.Write(&twice); err != nil || !bytes.Equal(out.Bytes(), twice.Bytes()) {
		t.Errorf("read another network than was written: %v", err)
	}
	for cut := 0; cut < out.Len(); cut += 4999 {
		if _, err := Read(bytes.NewReader(out.Bytes()[:cut])); err == nil {
			t.Errorf("no error for a file cut off after %d bytes", cut)
		}
	}
}

func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	if err := blank().Write(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	l := NewLayout(position(f, "grid:9"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		a := n.New(l) // any weights do
		a.Place(40, 1)
		a.Value(2, Masks-1, 200)
		a.Order(2, []uint32{3}, make([]int32, 1))
		a.Undo()
	})
}

// middle returns a position of 25 stones near the middle.
func middle() []uint16 {
	r := rand.New(rand.NewPCG(1, 2))
	var stones []uint16
	for _, p := range r.Perm(225) {
		if x, y := p%15, p/15; len(stones) < 25 && min(x, y) > 2 && max(x, y) < 11 {
			stones = append(stones, uint16(p))
		}
	}
	return stones
}

func played(b *testing.B) *Accumulator {
	n := drawn(position(b, "grid:15"))
	a := n.Net().New(n.l)
	for i, p := range middle() {
		a.Place(int(p), 1+i&1)
	}
	return a
}

func BenchmarkPlaceUndo(b *testing.B) {
	a := played(b)
	for i := range b.N {
		if p := i * 7 % 225; a.empty[p] == 1 {
			a.Place(p, 1)
			a.Undo()
		}
	}
}

func BenchmarkValue(b *testing.B) {
	a := played(b)
	for b.Loop() {
		a.Value(1, 5, 200)
	}
}

func BenchmarkOrder(b *testing.B) {
	a := played(b)
	points, scores := make([]uint32, 50), make([]int32, 50)
	for b.Loop() {
		for i := range points {
			points[i] = uint32(i * 3)
		}
		a.Order(1, points, scores)
	}
}

func BenchmarkLearn(b *testing.B) {
	n := drawn(position(b, "grid:15"))
	s := everything(225, middle(), 0)
	s.Moves, s.Prior = s.Moves[:60], s.Prior[:60]
	for b.Loop() {
		n.workers[0].run(n, s, true)
	}
}
