package chain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
)

// randomTopology returns a graph of n points with at most the given degree. It may be disconnected.
func randomTopology(rng *rand.Rand, n, degree int) *Topology {
	rows := make([][]board.Point, n)
	for range n * degree {
		p, q := rng.IntN(n), rng.IntN(n)
		if p == q || len(rows[p]) == degree || len(rows[q]) == degree || slices.Contains(rows[p], board.Point(q)) {
			continue
		}
		rows[p] = append(rows[p], board.Point(q))
		rows[q] = append(rows[q], board.Point(p))
	}
	start, adj := []int32{0}, []board.Point{}
	for _, row := range rows {
		slices.Sort(row)
		adj = append(adj, row...)
		start = append(start, int32(len(adj)))
	}
	return newTopology(start, adj)
}

// topologies returns boards of many kinds by name.
func topologies(t testing.TB) map[string]*Topology {
	all := map[string]*Topology{}
	for _, spec := range []string{
		"grid:1", "grid:1x2", "grid:5", "grid:9", "torus:5x5", "torus:2x3", "hex:3", "honeycomb:2", "circle:3x7",
		"box:3x3x3", "star:9", "star:40", "complete:2", "complete:6", "complete:17", "path:11", "cycle:8", "geodesic:2",
		"grid:23", // too large for exact weights
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		all[spec] = NewTopology(b)
	}
	for _, spec := range []string{"grid:6", "box:3x3x2"} { // as if no square fitted, so that everything is counted
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		topo := NewTopology(b)
		topo.exact = false
		for p := range topo.weight {
			topo.weight[p] = uint64(p)<<countBits + 1
		}
		all[spec+" without squares"] = topo
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for degree := 1; degree <= 12; degree++ {
		all[fmt.Sprintf("random of degree %d", degree)] = randomTopology(rng, 4+5*degree, degree)
	}
	return all
}

// check compares all results of s with those of the slow implementation.
func check(t *testing.T, s *Stones, twin *slow) {
	t.Helper()
	count := [3]int{}
	for p := range uint16(twin.t.Len()) {
		c := twin.color[p]
		if s.At(p) != c {
			t.Fatalf("point %d is %v, not %v", p, s.At(p), c)
		}
		if count[c]++; c == game.Empty {
			checkEmpty(t, s, twin, p)
		} else {
			checkChain(t, s, twin, p)
		}
	}
	if s.Count(game.Black) != count[game.Black] || s.Count(game.White) != count[game.White] || s.EmptyCount() != count[game.Empty] {
		t.Fatalf("counts %d %d %d, not %v", s.EmptyCount(), s.Count(game.Black), s.Count(game.White), count)
	}
}

func checkEmpty(t *testing.T, s *Stones, twin *slow, p uint16) {
	t.Helper()
	if !slices.Contains(s.Empties(), p) {
		t.Fatalf("empty point %d is not listed", p)
	}
	free := 0
	for _, q := range twin.t.Neighbors(p) {
		if twin.color[q] == game.Empty {
			free++
		}
	}
	if s.Root(p) != p || s.PseudoLiberties(p) != free || s.Open(p) != (free > 0) {
		t.Fatalf("empty point %d: root %d, %d empty neighbours, not %d", p, s.Root(p), s.PseudoLiberties(p), free)
	}
	for _, c := range []game.Color{game.Black, game.White} {
		if got, want := s.Suicide(p, c), twin.suicide(p, c); got != want {
			t.Fatalf("suicide of %v at %d: %v, not %v", c, p, got, want)
		}
		if got, want := s.Classify(p, c), twin.class(p, c); got != want {
			t.Fatalf("class of %v at %d: %v, not %v", c, p, got, want)
		}
	}
}

func checkChain(t *testing.T, s *Stones, twin *slow, p uint16) {
	t.Helper()
	stones, liberties := twin.chain(p)
	root := s.Root(p)
	ring := []uint16{p}
	for q := s.Next(p); q != p && len(ring) <= twin.t.Len(); q = s.Next(q) {
		ring = append(ring, q)
	}
	slices.Sort(ring)
	if !slices.Equal(ring, stones) || s.Size(root) != len(stones) || !slices.Contains(stones, root) {
		t.Fatalf("chain of %d: %v, size %d, root %d, not %v", p, ring, s.Size(root), root, stones)
	}
	for _, q := range stones {
		if s.Root(q) != root {
			t.Fatalf("stones %d and %d of one chain have roots %d and %d", p, q, root, s.Root(q))
		}
	}
	pseudo := 0
	for _, q := range liberties {
		for _, x := range twin.t.Neighbors(q) {
			if slices.Contains(stones, x) {
				pseudo++
			}
		}
	}
	if s.PseudoLiberties(root) != pseudo {
		t.Fatalf("chain of %d: %d pseudo-liberties, not %d", p, s.PseudoLiberties(root), pseudo)
	}
	last, ok := s.InAtari(root)
	if ok != (len(liberties) == 1) || ok && last != liberties[0] {
		t.Fatalf("chain of %d: atari %v at %d, liberties %v", p, ok, last, liberties)
	}
	for room := range 4 {
		few := s.Liberties(root, make([]uint16, 0, room))
		if len(few) != min(room, len(liberties)) {
			t.Fatalf("chain of %d: %d liberties for room %d of %v", p, len(few), room, liberties)
		}
	}
	all := s.Liberties(root, make([]uint16, 0, len(liberties)+1))
	slices.Sort(all)
	if !slices.Equal(all, liberties) {
		t.Fatalf("chain of %d: liberties %v, not %v", p, all, liberties)
	}
}

// playRandom plays up to moves random moves of either colour on both implementations and calls look
// after each.
func playRandom(t *testing.T, rng *rand.Rand, s *Stones, twin *slow, moves int, look func()) {
	t.Helper()
	c := game.Black
	for range moves {
		if rng.IntN(8) > 0 { // sometimes the same side again
			c = c.Other()
		}
		p := s.Empties()[rng.IntN(s.EmptyCount())]
		if s.Classify(p, c) == Illegal || s.Classify(p, c) == Eye && rng.IntN(4) > 0 {
			continue
		}
		want := twin.place(p, c)
		n := s.Place(p, c)
		got := slices.Clone(s.Empties()[s.EmptyCount()-n:])
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%v at %d takes %v, not %v", c, p, got, want)
		}
		look()
	}
}

func TestAgainstSlowTwin(t *testing.T) {
	testenv.SkipUnderRace(t)
	for name, topo := range topologies(t) {
		t.Run(name, func(t *testing.T) {
			games := max(1, 100/topo.Len())
			rng := rand.New(rand.NewPCG(1, uint64(topo.Len())))
			s := newStones(topo)
			for range games {
				s.Init(topo)
				twin := newSlow(topo)
				n := 0
				playRandom(t, rng, s, twin, 4*topo.Len(), func() {
					if n++; n%(1+topo.Len()*topo.Len()/500) == 0 {
						check(t, s, twin)
					}
				})
				check(t, s, twin)
			}
		})
	}
}

// TestLargestStar fills a star of 9,999 rays, whose hub has more liberties than
// exact weights can hold.
func TestLargestStar(t *testing.T) {
	b, err := board.Parse("star:9999")
	if err != nil {
		t.Fatal(err)
	}
	s := newStones(NewTopology(b))
	hub := uint16(0)
	for p := range uint16(b.Len()) {
		if b.Degree(board.Point(p)) > 1 {
			hub = p
		}
	}
	s.Place(hub, game.Black)
	for p := range uint16(b.Len()) {
		if p == hub || p == 7 {
			continue
		}
		if s.Suicide(p, game.White) != true || s.Classify(p, game.Black) == Illegal {
			t.Fatalf("leaf %d: white may play or black may not", p)
		}
		if _, ok := s.InAtari(s.Root(hub)); ok {
			t.Fatalf("atari before leaf %d", p)
		}
		s.Place(p, game.Black)
	}
	if last, ok := s.InAtari(s.Root(hub)); !ok || last != 7 {
		t.Fatalf("last liberty %d, %v", last, ok)
	}
	if n := s.Place(7, game.White); n != b.Len()-1 || s.PseudoLiberties(hub) != b.Len()-2 {
		t.Fatalf("white takes %d stones", n)
	}
}

func TestCopyIsIndependent(t *testing.T) {
	topo := topologies(t)["grid:9"]
	rng := rand.New(rand.NewPCG(3, 3))
	a, twin := newStones(topo), newSlow(topo)
	playRandom(t, rng, a, twin, 100, func() {})
	b := newStones(topologies(t)["hex:3"])
	b.CopyFrom(a)
	check(t, b, twin)
	other := twin.clone()
	playRandom(t, rng, b, other, 50, func() {})
	check(t, b, other)
	check(t, a, twin)
}

// TestSwapEmpty shuffles the list of empty points and plays on.
func TestSwapEmpty(t *testing.T) {
	topo := topologies(t)["torus:5x5"]
	rng := rand.New(rand.NewPCG(5, 5))
	s, twin := newStones(topo), newSlow(topo)
	playRandom(t, rng, s, twin, 200, func() {
		s.SwapEmpty(rng.IntN(s.EmptyCount()), rng.IntN(s.EmptyCount()))
		check(t, s, twin)
	})
}

func TestNoAllocations(t *testing.T) {
	topo := topologies(t)["grid:9"]
	a, b := newStones(topo), newStones(topo)
	rng := rand.New(rand.NewPCG(9, 9))
	buf := make([]uint16, 0, 3)
	if n := testing.AllocsPerRun(100, func() {
		b.CopyFrom(a)
		for c := game.Black; b.EmptyCount() > 20; c = c.Other() {
			p := b.Empties()[rng.IntN(b.EmptyCount())]
			if b.Classify(p, c) == Useful {
				b.Place(p, c)
				b.InAtari(b.Root(p))
				b.Liberties(b.Root(p), buf)
			} else {
				break
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

// FuzzStones plays the moves that the bytes name, on a graph that they name.
func FuzzStones(f *testing.F) {
	f.Add(uint8(9), uint8(4), uint64(1), []byte("play here and there until it is full"))
	f.Add(uint8(30), uint8(12), uint64(2), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 200, 100, 50})
	f.Fuzz(func(t *testing.T, size, degree uint8, seed uint64, moves []byte) {
		n := int(size)%60 + 2
		topo := randomTopology(rand.New(rand.NewPCG(seed, 0)), n, int(degree)%12+1)
		s, twin := newStones(topo), newSlow(topo)
		for _, m := range moves[:min(len(moves), 300)] {
			p, c := uint16(int(m>>1)%n), game.Color(1+m&1)
			if s.At(p) != game.Empty || s.Suicide(p, c) {
				continue
			}
			s.Place(p, c)
			twin.place(p, c)
		}
		check(t, s, twin)
	})
}

// TestExactness compares which boards have exact weights.
func TestExactness(t *testing.T) {
	for spec, want := range map[string]bool{"grid:19": true, "torus:19x19": true, "hex:10": true, "grid:23": false, "grid:100": false} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := NewTopology(b).exact; got != want {
			t.Errorf("%s: exact is %v", spec, got)
		}
	}
}

// newStones returns the empty position.
func newStones(t *Topology) *Stones {
	s := new(Stones)
	s.Init(t)
	return s
}
